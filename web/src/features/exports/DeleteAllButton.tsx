// "Borrar todo" of the catalogue, separate from the everyday buttons: only for the main account.
import { vehiclesText } from '@padron/contract/texts/count-of'
import './exports.css'
import { QUEUE_ID, type QueueItem } from '@padron/contract/queue'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { useFleetSize } from '../../api/use-fleet-size.ts'
import { useQueue } from '../../api/use-queue.ts'
import { isUnfinished, jobStateOf } from '../../lib/job-state.ts'
import { numberText } from '../../lib/number-text.ts'
import { useQueueOpen } from '../../lib/queue-open.ts'
import { can } from '../../session/session.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'

const DeleteAllDialog = lazy(() => import('./DeleteAllDialog.tsx').then((m) => ({ default: m.DeleteAllDialog })))

const isDeletion = (item: QueueItem): boolean => item.queueId === QUEUE_ID.deleteAll && isUnfinished(item)

const notifyEnd = (item: QueueItem): void => {
  const jobState = jobStateOf(item)
  if (jobState === 'done') notify('done', item.successMessage ?? item.queueDescription)
  if (jobState === 'failed') notify('error', item.errorMessage ?? `${item.queueDescription}: con error`)
}

const useDeletion = () => {
  const queries = useQueryClient()
  const { items } = useQueue(isDeletion)
  const [ordered, setOrdered] = useState<string>()
  const mine = items.find(({ _id }) => _id === ordered)
  const running = items.find(isDeletion)
  // Also between the order and the first reply that contains its job.
  const busy = running !== undefined || (ordered !== undefined && mine === undefined)
  const before = useRef(false)
  useEffect(() => {
    // Almost every reply shows vehicles, or what follows from them.
    if (before.current && !busy) void queries.invalidateQueries()
    before.current = busy
  }, [busy, queries])
  const ended = mine && !isUnfinished(mine) ? mine : undefined
  useEffect(() => {
    if (!ended) return
    notifyEnd(ended)
    setOrdered(undefined)
  }, [ended])
  return { busy, progress: running?.progress ?? null, setOrdered }
}

const TITLE = 'Borrar todo'
const NO_VEHICLES = 'No hay vehículos que borrar.'

const DeleteAll = () => {
  const { userId } = useUser()
  const [isOpen, open] = useState(false)
  const { busy, progress, setOrdered } = useDeletion()
  const fleet = useFleetSize(false)
  const queuePanel = useQueueOpen(userId)
  const reason = fleet === 0 ? NO_VEHICLES : undefined
  return (
    <>
      <Button
        className={reason ? 'button--off' : 'exports-erase'}
        icon="trash"
        busy={busy}
        label={busy ? 'Borrando…' : TITLE}
        aria-disabled={busy || reason !== undefined}
        title={reason}
        // A tooltip cannot be reached by touch or keyboard, so a press shows the reason as a notice.
        onClick={() => (reason ? notify('warning', reason) : open(true))}
      >
        {busy && progress && (
          <span className="muted">
            {numberText(progress.done)} de {vehiclesText(progress.total)}
          </span>
        )}
      </Button>
      {isOpen && (
        <Suspense>
          <DeleteAllDialog
            fleet={fleet}
            onClose={() => open(false)}
            onOrdered={(id) => {
              setOrdered(id)
              queuePanel.setOpen(true)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Renders nothing for users who may not delete the fleet. */
export const DeleteAllButton = () => {
  const user = useUser()
  return user.parentId === '0' && can(user, 'vehicles_admin') ? <DeleteAll /> : null
}
