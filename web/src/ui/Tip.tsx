// A tooltip: on hover and on focus, above everything, also above a modal dialog (it is a native popover of the top layer).
// Esc hides it and nothing else; the pointer may go onto it. Whoever is described by it names its id in aria-describedby.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import './tip.css'

const EDGE = 8

/** Right below its owner, so that the pointer can go onto it, or above where there is no room; never past the window's edge. */
const place = (owner: DOMRect, tip: HTMLElement): void => {
  const { width, height } = tip.getBoundingClientRect()
  const top = owner.bottom + height + EDGE > innerHeight ? Math.max(EDGE, owner.top - height) : owner.bottom
  const left = Math.min(Math.max(EDGE, owner.left), Math.max(EDGE, innerWidth - width - EDGE))
  Object.assign(tip.style, { top: `${top}px`, left: `${left}px` })
}

type Props = { id: string; tip: ReactNode; className?: string; children: ReactNode }

export const Tip = ({ id, tip, className, children }: Props): ReactNode => {
  const owner = useRef<HTMLDivElement>(null)
  const bubble = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const open = hovered || focused
  const hide = (): void => {
    setHovered(false)
    setFocused(false)
  }
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
    // biome-ignore lint/a11y/noStaticElementInteractions: hears of its control, is none itself
    <div
      ref={owner}
      className={className}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={({ target }) => target.matches(':focus-visible') && setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.preventDefault() // not the dialog around it
        event.stopPropagation()
        hide()
      }}
    >
      {children}
      <div ref={bubble} id={id} role="tooltip" popover="manual" className="tip">
        {tip}
      </div>
    </div>
  )
}
