// A button that opens a small panel beside it. The panel sits after the button in the page, so Tab goes from one into the
// other; Esc closes it and gives the focus back.
import { Popover } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBackCloses } from '../lib/use-back-closes.ts'
import { PHONE, useMedia } from '../lib/use-media.ts'

type Props = {
  /** The panel's name for who cannot see it. */
  label: string
  className: string
  /** The button's own name where its content does not say it. */
  buttonLabel?: string
  button: ReactNode
  /** As a function it may close the panel, as when something in it was chosen. */
  children: ReactNode | ((close: () => void) => ReactNode)
  /** Out of a box that clips, such as a table's cell. */
  outside?: boolean
}

export const Popup = ({ label, className, buttonLabel, button, children, outside = false }: Props): ReactNode => {
  const phone = useMedia(PHONE)
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLSpanElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setOpen(false)
    opener.current?.focus()
  }
  useBackCloses(open && phone, close)
  // What had the focus may go with its press: the key is then the page's, and the library gives it to whatever opened last, a hint too.
  const onKeyOfNobody = useEffectEvent(({ key, target }: KeyboardEvent) => {
    if (key === 'Escape' && target === document.body) close()
  })
  useEffect(() => {
    if (!open) return
    document.addEventListener('keydown', onKeyOfNobody)
    return () => document.removeEventListener('keydown', onKeyOfNobody)
  }, [open])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc is heard from the panel and the button alike
    <span
      ref={frame}
      className="popup"
      onKeyDown={({ key }) => {
        if (key === 'Escape' && open) close()
      }}
    >
      <Popover
        trigger="click"
        placement={outside ? 'bottom' : 'bottomRight'}
        arrow={false}
        open={open}
        onOpenChange={setOpen}
        getPopupContainer={() => (!outside && frame.current) || document.body}
        content={
          <div role="dialog" aria-label={label}>
            {typeof children === 'function' ? children(close) : children}
          </div>
        }
      >
        <button
          ref={opener}
          type="button"
          className={className}
          aria-haspopup="dialog"
          aria-expanded={open}
          {...(buttonLabel && { 'aria-label': buttonLabel })}
        >
          {button}
        </button>
      </Popover>
    </span>
  )
}
