// The queue panel: the company's jobs of the last thirty days. Beside the screen; over it in a narrow window; instead
// of it on a phone.
import { type QueueItem, queue } from '@padron/contract/queue'
import { useEffect, useRef, useState } from 'react'
import { useQueue } from '../../api/use-queue.ts'
import { isUnfinished, JOB_STATE_WORDS, jobStateOf } from '../../lib/job-state.ts'
import { QUEUE_TOGGLE } from '../../lib/queue-open.ts'
import { useBackCloses } from '../../lib/use-back-closes.ts'
import { BESIDE, PHONE, useMedia } from '../../lib/use-media.ts'
import { useClock } from '../../session/use-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { QueueEntry } from './QueueEntry.tsx'
import './queue.css'

const endText = (item: QueueItem): string =>
  [
    `${item.queueDescription}: ${JOB_STATE_WORDS[jobStateOf(item)].toLowerCase()}.`,
    item.successMessage,
    item.errorMessage,
  ]
    .filter(Boolean)
    .join(' ')

/** The jobs that ended while the panel was open, as a text for screen readers. @param items undefined while loading */
const useEndings = (items: readonly QueueItem[] | undefined): string => {
  const over = useRef<ReadonlySet<string>>(undefined)
  const [text, setText] = useState('')
  useEffect(() => {
    if (!items) return
    const before = over.current
    const ended = items.filter((item) => !isUnfinished(item))
    over.current = new Set(ended.map(({ _id }) => _id))
    const fresh = before ? ended.filter(({ _id }) => !before.has(_id)) : []
    if (fresh.length) setText(fresh.map(endText).join(' '))
  }, [items])
  return text
}

const Jobs = () => {
  const clock = useClock()
  const { items, isSuccess, isPending, isError, error, isFetching, refetch } = useQueue(isUnfinished)
  const endings = useEndings(isSuccess ? items : undefined)
  const content = () => {
    if (isPending)
      return (
        <div className="stack gap-12 pad-16" role="status" aria-label="Cargando">
          {[1, 2, 3].map((n) => (
            <span key={n} className="queue__skeleton soft rounded" />
          ))}
        </div>
      )
    if (isError && items.length === 0)
      return <LoadFailure title={queue.items.fails} query={{ error, refetch: () => isFetching || void refetch() }} />
    if (items.length === 0)
      return (
        <Message title="Sin trabajos" detail="Aquí aparecen los reportes, archivos y cargas que su empresa pida." />
      )
    return (
      <ul className="queue__list grow scroll">
        {items.map((item) => (
          <QueueEntry key={item._id} item={item} clock={clock} />
        ))}
      </ul>
    )
  }
  return (
    <>
      <p role="status" className="visually-hidden">
        {endings}
      </p>
      {content()}
    </>
  )
}

/** Elements that use Esc themselves, besides those that `isFree` reports. */
const OWN_ESC = `input, textarea, select, [role="dialog"], [role="menu"], [aria-expanded="true"]:not(#${QUEUE_TOGGLE})`

const isFree = ({ target, defaultPrevented }: KeyboardEvent): boolean =>
  !defaultPrevented &&
  !(target instanceof Element && target.closest(OWN_ESC)) &&
  !document.querySelector('dialog[open]')

/** A panel over the screen closes with Esc wherever the focus is. */
const useEscCloses = (over: boolean, onClose: () => void): void => {
  useEffect(() => {
    if (!over) return
    const listen = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && isFree(event)) onClose()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [over, onClose])
}

type Props = {
  onClose: () => void
  /** Opened by the user just now, not restored from an earlier session: it takes the focus. */
  fresh: boolean
}

export const QueuePanel = ({ onClose, fresh }: Props) => {
  const phone = useMedia(PHONE)
  const beside = useMedia(BESIDE)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (fresh) heading.current?.focus()
  }, [fresh])
  const close = (): void => {
    onClose()
    document.getElementById(QUEUE_TOGGLE)?.focus()
  }
  useBackCloses(phone, close)
  useEscCloses(!phone && !beside, close)
  if (phone)
    return (
      <Dialog title="Trabajos" shape="right" onClose={close}>
        <div className="queue__phone">
          <Jobs />
        </div>
      </Dialog>
    )
  return (
    <aside
      className="queue flex column rigid surface"
      aria-label="Trabajos"
      // Esc in a dialog of a job closes the dialog only.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || (event.target as Element).closest('dialog')) return
        event.preventDefault()
        close()
      }}
    >
      <header className="queue__head row between rigid ruled">
        <h2 ref={heading} tabIndex={-1}>
          Trabajos
        </h2>
        <Button kind="icon" icon="close" iconSize={20} aria-label="Cerrar panel de trabajos" onClick={close} />
      </header>
      <Jobs />
    </aside>
  )
}
