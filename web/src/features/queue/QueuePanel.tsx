// The queue panel: the company's jobs of the last thirty days. Beside the screen; on a phone, over it.
import { type ReactNode, useEffect, useRef } from 'react'
import { useNow } from '../../api/use-now.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useUser } from '../../session/user-context.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Message } from '../../ui/Message.tsx'
import { QueueEntry } from './QueueEntry.tsx'
import './queue.css'
import { isUnfinished } from './queue-words.ts'
import { useEnded } from './use-ended.ts'
import { useQueue } from './use-queue.ts'

const List = ({ items, isPending, isError, isFetching, refetch }: ReturnType<typeof useQueue>): ReactNode => {
  const { zone } = useUser()
  const now = useNow()
  if (isPending)
    return (
      <div className="queue__wait" role="status" aria-label="Cargando">
        {[1, 2, 3].map((n) => (
          <span key={n} className="queue__bone" />
        ))}
      </div>
    )
  if (isError && items.length === 0)
    return (
      <Message
        title="Error al obtener los datos"
        detail="No se pudo leer la cola de trabajos."
        action={
          <button
            type="button"
            className="button"
            aria-disabled={isFetching}
            onClick={() => isFetching || void refetch()}
          >
            Reintentar
          </button>
        }
      />
    )
  if (items.length === 0)
    return <Message title="Sin trabajos" detail="Aquí aparecen los reportes, archivos y cargas que su empresa pida." />
  return (
    <ul className="queue__list">
      {items.map((item) => (
        <QueueEntry key={item._id} item={item} clock={{ now, zone }} />
      ))}
    </ul>
  )
}

/** What ended is said, by whoever heard of it. */
const Jobs = (): ReactNode => {
  const asked = useQueue(isUnfinished)
  const said = useEnded(asked.isSuccess ? asked.items : undefined)
  return (
    <>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <List {...asked} />
    </>
  )
}

type Props = {
  onClose: () => void
  /** Opened just now, not from an earlier session: the focus goes there. */
  fresh: boolean
}

export const QueuePanel = ({ onClose, fresh }: Props): ReactNode => {
  const phone = useMedia(PHONE)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (fresh) heading.current?.focus()
  }, [fresh])
  if (phone)
    return (
      <Dialog title="Trabajos" shape="side" onClose={onClose}>
        <div className="queue__phone">
          <Jobs />
        </div>
      </Dialog>
    )
  return (
    <aside
      className="queue"
      aria-label="Trabajos"
      // In a dialog of a job it is that one's.
      onKeyDown={({ key, target }) => key === 'Escape' && !(target as Element).closest('dialog') && onClose()}
    >
      <header className="queue__head">
        <h2 ref={heading} tabIndex={-1}>
          Trabajos
        </h2>
        <button type="button" className="icon-button" aria-label="Cerrar panel de trabajos" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <Jobs />
    </aside>
  )
}
