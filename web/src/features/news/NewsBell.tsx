// The bell of the top bar: a mark for unseen news, and the panel with the news. It polls every five minutes and when
// the page becomes visible, and never opens by itself.
import { news as calls } from '@padron/contract/news'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import { useBackCloses } from '../../lib/use-back-closes.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { NewsList } from './NewsList.tsx'
import './news.css'

/** A non-modal panel below its bell: the rest of the screen stays usable, and a press elsewhere closes the panel. */
const Panel = ({ onClose, onLeave }: { onClose: () => void; onLeave: () => void }): ReactNode => {
  const panel = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    const away = ({ target }: Event): void => {
      const frame = panel.current?.parentElement
      if (target instanceof Element && !frame?.contains(target) && !target.closest('.notices')) onLeave()
    }
    addEventListener('pointerdown', away, true)
    return () => removeEventListener('pointerdown', away, true)
  }, [onLeave])
  return (
    <section
      ref={panel}
      className="news__panel box flex column raised absolute"
      role="dialog"
      aria-labelledby="news-heading"
    >
      <header className="news__head row between rigid ruled">
        <h2 id="news-heading" ref={heading} tabIndex={-1}>
          Noticias
        </h2>
        <Button kind="icon" icon="close" iconSize={18} aria-label="Cerrar noticias" onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must scroll by keyboard */}
      <section className="ring-inside grow scroll" tabIndex={0} aria-label="Lista de noticias">
        <NewsList onLeave={onLeave} />
      </section>
    </section>
  )
}

export const NewsBell = (): ReactNode => {
  const phone = useMedia(PHONE)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const leave = useRef(() => setOpen(false))
  const { data } = useQuietCall(calls.list, {}, { poll: true, focused: true })
  const unread = data?.newsInformation.needsToCheck === true
  const label = unread ? 'Noticias, hay sin leer' : 'Noticias'
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  useBackCloses(open && phone, close)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the panel from the bell too
    <span
      className="no-print row-inline rigid relative"
      onKeyDown={({ key }) => key === 'Escape' && open && !phone && close()}
    >
      <Button
        ref={button}
        kind="icon"
        className="relative"
        icon="bell"
        iconSize={20}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {unread && <span className="news__mark absolute" aria-hidden="true" />}
      </Button>
      {open && !phone && <Panel onClose={close} onLeave={leave.current} />}
      {open && phone && (
        <Dialog title="Noticias" shape="right" isText onClose={close}>
          <NewsList onLeave={leave.current} />
        </Dialog>
      )}
    </span>
  )
}
