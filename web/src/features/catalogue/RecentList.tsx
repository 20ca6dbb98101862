// The bulk changes of the last days: who, when, what, and the button that undoes each.
import { vehiclesText } from '@padron/contract/texts/count-of'
import { UNDO_DAYS, vehicles } from '@padron/contract/vehicles'
import { useQuietCall } from '../../api/use-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureLine } from '../../ui/list/LoadFailure.tsx'
import { When } from '../../ui/When.tsx'
import './bulk.css'

export const RecentList = ({ clock, undo }: { clock: Clock; undo: (bulkId: string) => void }) => {
  const { data, error, isError, refetch } = useQuietCall(vehicles.bulkChanges, {})
  if (isError && !data)
    return <FailureLine title="No se pudieron cargar los cambios recientes." query={{ error, refetch }} />
  if (!data) return <p role="status">Cargando…</p>
  if (!data.changes.length) return <p className="muted">Sin cambios masivos en los últimos {UNDO_DAYS} días.</p>
  return (
    <ul className="recent stack gap-4 scroll" tabIndex={-1}>
      {data.changes.map(({ bulkId, dateTime, who, description, vehicles: count, undone }) => (
        <li className="row between ruled" key={bulkId}>
          <span>
            <strong className="block">{description}</strong>
            <small className="muted block">
              {vehiclesText(count)} · {who} · <When at={dateTime} clock={clock} />
            </small>
          </span>
          {undone ? (
            <span className="muted">Deshecho</span>
          ) : (
            <Button
              label="Deshacer"
              sends
              about={description}
              small
              onClick={({ currentTarget }) => {
                // The button disappears once the change is undone.
                currentTarget.closest('ul')?.focus()
                undo(bulkId)
              }}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
