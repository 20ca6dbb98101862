// A button that opens a small panel beside it. The panel follows the button in the document, so that Tab moves into it.
// It is a native popover, so that no box clips it. A press outside closes it; Esc closes it and returns the focus.
import '../popup.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useBackCloses } from '../../lib/use-back-closes.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'

/** A browser without popovers shows the panel in its place. */
const showAsPopover = (element: HTMLElement | null): void => {
  if (element?.isConnected) element.showPopover?.()
}

type Props = {
  /** The panel's name for screen readers. */
  label: string
  className: string
  /** The button's name, if its content is not enough. */
  buttonLabel?: string
  button: ReactNode
  /** A function can close the panel, for example after a choice. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

export const Popup = ({ label, className, buttonLabel, button, children }: Props) => {
  const phone = useMedia(PHONE)
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLSpanElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setOpen(false)
    opener.current?.focus()
  }
  useBackCloses(open && phone, close)
  useEffect(() => {
    if (!open) return
    const onPress = ({ target }: PointerEvent): void => {
      if (!frame.current?.contains(target as Node)) setOpen(false)
    }
    // Also handles keys of the page, because the element with the focus may have disappeared with its press.
    const onKey = (event: KeyboardEvent): void => {
      const { key, target, defaultPrevented } = event
      if (key !== 'Escape' || defaultPrevented) return
      if (target !== document.body && !frame.current?.contains(target as Node)) return
      event.preventDefault() // the dialog around it stays open
      setOpen(false)
      opener.current?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])
  return (
    <span ref={frame} className="popup rigid">
      <button
        ref={opener}
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-expanded={open}
        {...(buttonLabel && { 'aria-label': buttonLabel })}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div
          ref={showAsPopover}
          popover="manual"
          role="dialog"
          aria-label={label}
          className="popup__panel box raised ink scroll pad-12"
        >
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </span>
  )
}
