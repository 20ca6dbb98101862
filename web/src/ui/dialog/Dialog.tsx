// A modal on the browser's own <dialog>, which traps the focus, closes on Esc and restores the focus. A form in it
// focuses its first field; a drawer focuses itself.
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from '../Button.tsx'
import { dialogClosed, dialogOpened, raiseNotices } from '../overlay/notice-place.ts'

type Props = {
  /** A text becomes the heading; other content has its own. */
  title: ReactNode
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  /** Displayed beside the close button. */
  tools?: ReactNode
  /** At full height: `side` on the left; `right`, where the panels are; and the wide `drawer`, which covers a phone. */
  shape?: 'box' | 'wide' | 'side' | 'right' | 'drawer'
  className?: string
  /** Its content may have no focusable element: the dialog takes the focus, so that it scrolls by keyboard. */
  isText?: boolean
}

/** Moves it back to the top layer, and above it the dialogs that were open inside it. */
const showAgain = (dialog: HTMLDialogElement): void => {
  dialog.showModal()
  for (const inner of dialog.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
    inner.close()
    inner.showModal()
  }
  raiseNotices()
}

/** Closes inner dialogs first: below an open dialog the focus could not return to the element that opened this one. */
const closeAll = (dialog: HTMLDialogElement): void => {
  for (const inner of [...dialog.querySelectorAll<HTMLDialogElement>('dialog[open]')].reverse()) inner.close()
  dialog.close()
}

/** The first field of a form. */
export const FIRST_FIELD =
  ':is(input:not([type="hidden"], [readonly], [type="radio"]:not(:checked)), select, textarea):not(:disabled)'

/**
 * Moves the focus to the form's first field, because the browser focuses the first control, the closing button. Not on
 * touch screens, where the keyboard would cover the form.
 */
const focusField = (dialog: HTMLDialogElement): void => {
  if (dialog.hasAttribute('tabindex')) {
    dialog.focus() // a drawer
    return
  }
  if (matchMedia('(pointer: coarse)').matches) return
  const body = dialog.querySelector('.dialog__body')
  if (!body?.contains(document.activeElement)) body?.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
}

/** The dialog is open as long as it is mounted. */
export const Dialog = ({
  title,
  onClose,
  children,
  footer,
  tools,
  shape = 'box',
  className,
  isText = false,
}: Props) => {
  const element = useRef<HTMLDialogElement>(null)
  const pressed = useRef<EventTarget>(null)
  const heading = useId()
  // Before the node is removed: closing it later could not restore the focus.
  useLayoutEffect(() => {
    const dialog = element.current
    if (!dialog) return
    dialog.showModal()
    focusField(dialog)
    dialogOpened(dialog)
    return () => {
      dialogClosed(dialog)
      closeAll(dialog)
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop is a second way; Esc is the keyboard's
    <dialog
      ref={element}
      className={`dialog dialog--${shape} ${className ?? ''}`}
      {...(shape === 'drawer' && { tabIndex: -1 })}
      aria-labelledby={heading}
      onCancel={(event) => {
        // React passes the event of a dialog inside this one up to it: Esc closes one at a time.
        if (event.target !== element.current) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        // A second Esc in a row closes the browser's dialog without an event to prevent; the caller decides whether it
        // closes.
        if (event.target !== element.current || element.current.open) return
        showAgain(element.current)
        onClose()
      }}
      onPointerDown={({ target }) => {
        pressed.current = target
      }}
      // Ignores a text selection that ends outside, and the second click of the double click that opened it.
      onClick={({ target, detail }) => {
        if (target === element.current && target === pressed.current && detail < 2) onClose()
      }}
    >
      <div className="dialog__box">
        {/* No <header> or <footer>: in a dialog outside of <main> they would be landmarks of the page. */}
        <div className="dialog__head">
          {typeof title === 'string' ? <h2 id={heading}>{title}</h2> : <div id={heading}>{title}</div>}
          {tools}
          <Button
            kind="icon"
            aria-label={shape === 'drawer' ? 'Cerrar' : 'Cerrar ventana'}
            onClick={onClose}
            icon="close"
            iconSize={18}
          />
        </div>
        <div className="dialog__body" {...(isText && { tabIndex: 0, role: 'region', 'aria-labelledby': heading })}>
          {children}
        </div>
        {footer && <div className="dialog__foot">{footer}</div>}
      </div>
    </dialog>
  )
}
