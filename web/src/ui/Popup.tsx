// A button that opens a small panel beside it. The panel follows the button in the page, so Tab goes from one into
// the other, and is a native popover, so no box clips it. A press elsewhere closes it; Esc does too, and gives the
// focus back.
import './popup.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useBackCloses } from '../lib/use-back-closes.ts'
import { PHONE, useMedia } from '../lib/use-media.ts'

/** A browser without popovers shows it where it stands. */
const showAsPopover = (element: HTMLElement | null): void => {
  if (element?.isConnected) element.showPopover?.()
}

type Props = {
  /** The panel's name for who cannot see it. */
  label: string
  className: string
  /** The button's own name where its content does not say it. */
  buttonLabel?: string
  button: ReactNode
  /** As a function it may close the panel, as when something in it was chosen. */
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
    // Also where what had the focus went with its press: the key is then the page's.
    const onKey = (event: KeyboardEvent): void => {
      const { key, target, defaultPrevented } = event
      if (key !== 'Escape' || defaultPrevented) return
      if (target !== document.body && !frame.current?.contains(target as Node)) return
      event.preventDefault() // the dialog around it stays
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
