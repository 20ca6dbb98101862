// A tooltip: on hover after a moment, on focus, on a key and on a touch, above everything, also above a modal dialog
// (it is a native popover in the top layer). It ignores the pointer, and only one is open at a time. Esc hides only
// the tooltip. The element that it describes refers to its id in aria-describedby.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import '../tip.css'

const EDGE = 8
const HOVER_MS = 300
/** How long it stays after the last touch. */
const TOUCH_MS = 4000

/** Places the tooltip above its owner, or below if there is no room, within the window. */
const place = (owner: DOMRect, tip: HTMLElement): void => {
  const { width, height } = tip.getBoundingClientRect()
  const above = owner.top - height - EDGE / 2
  const top = above < EDGE ? owner.bottom + EDGE / 2 : above
  const left = Math.min(Math.max(EDGE, owner.left), Math.max(EDGE, innerWidth - width - EDGE))
  Object.assign(tip.style, { top: `${top}px`, left: `${left}px` })
}

let hideOpen: (() => void) | undefined

type Props = { id: string; tip: ReactNode; className?: string; children: ReactNode }

export const Tip = ({ id, tip, className, children }: Props) => {
  const owner = useRef<HTMLDivElement>(null)
  const bubble = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The type of the pointer over it; a change by mouse or finger opens it too. */
  const pointer = useRef<string>(undefined)
  const [hovered, setHovered] = useState(false)
  const [isTriggered, setIsTriggered] = useState(false)
  const open = hovered || isTriggered
  const hide = (): void => {
    clearTimeout(timer.current)
    setHovered(false)
    setIsTriggered(false)
  }
  const schedule = (then: () => void, ms: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(then, ms)
  }
  const showForTouch = (): void => {
    setIsTriggered(true)
    schedule(hide, TOUCH_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!open) return
    const hideThis = (): void => {
      setHovered(false)
      setIsTriggered(false)
    }
    hideOpen?.()
    hideOpen = hideThis
    return () => {
      if (hideOpen === hideThis) hideOpen = undefined
    }
  }, [open])
  useEffect(() => {
    const element = bubble.current
    if (!open || !element?.showPopover) return
    const follow = (): void => {
      if (owner.current) place(owner.current.getBoundingClientRect(), element)
    }
    element.showPopover()
    follow()
    // Its owner moves, also because the focus scrolled it into view.
    addEventListener('scroll', follow, { capture: true, passive: true })
    return () => {
      removeEventListener('scroll', follow, { capture: true })
      element.hidePopover()
    }
  }, [open])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the events of its control
    <div
      ref={owner}
      className={className}
      onPointerEnter={({ pointerType }) => {
        pointer.current = pointerType
        if (pointerType === 'mouse') schedule(() => setHovered(true), HOVER_MS)
      }}
      onPointerLeave={({ pointerType }) => {
        if (pointerType !== 'mouse') return // a touch ends at once: a timer hides it
        pointer.current = undefined
        clearTimeout(timer.current)
        setHovered(false)
      }}
      onPointerDown={({ pointerType }) => {
        pointer.current = pointerType
        if (pointerType !== 'mouse') showForTouch()
      }}
      onChange={() => {
        if (pointer.current === 'mouse') setHovered(true)
        else if (pointer.current) showForTouch()
        else setIsTriggered(true)
      }}
      onFocus={({ target }) => target.matches(':focus-visible') && setIsTriggered(true)}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === 'Tab') return
        if (event.key !== 'Escape') {
          pointer.current = undefined
          clearTimeout(timer.current)
          return setIsTriggered(true)
        }
        if (!open) return
        event.preventDefault() // does not close the dialog around it
        event.stopPropagation()
        hide()
      }}
    >
      {children}
      <div
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        className="tip small break surface bordered raised ink rounded pad-8-12"
      >
        {tip}
      </div>
    </div>
  )
}
