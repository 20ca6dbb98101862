// 'Pagado, en espera': somebody said that a debt was paid. It is still owed until its source says otherwise.
import { type DebtRow, resourceStatus } from '@padron/contract/resource-status'
import type { ReactNode } from 'react'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { useCan } from '../../session/user-context.ts'
import { useVehicleId } from './vehicle-id.ts'

type Props = { row: DebtRow; resourceId: number; clock: Clock }

const useMark = (resourceId: number, debtKey: string) => {
  const vehicleId = useVehicleId()
  const args = (paid: boolean) => ({ params: { vehicleId: `${vehicleId}` }, body: { resourceId, debtKey, paid } })
  const { mutate, isPending } = useAction(resourceStatus.markPaid, {
    worked: ({ message }, { body: { paid } }) =>
      notify('done', message, paid ? { action: { label: 'Deshacer', run: () => mutate(args(false)) } } : {}),
  })
  return { mark: (paid: boolean) => isPending || mutate(args(paid)), isPending }
}

const MarkButton = ({ row, resourceId }: Omit<Props, 'clock'>): ReactNode => {
  const { mark, isPending } = useMark(resourceId, row.debtKey ?? '')
  const marked = row.markedPaid !== undefined
  return (
    <button
      type="button"
      className="link-button"
      aria-disabled={isPending}
      aria-label={`${marked ? 'Quitar marca de pago de' : 'Marcar como pagado'} ${row.folio ?? row.description}`}
      onClick={() => mark(!marked)}
    >
      {marked ? 'Quitar marca' : 'Marcar como pagado'}
    </button>
  )
}

export const PaidMark = ({ row, resourceId, clock: { now, zone } }: Props): ReactNode => {
  const edits = useCan('vehicles_edit')
  const { markedPaid, debtKey } = row
  if (!markedPaid && !(edits && debtKey)) return null
  return (
    <span className="paid row-wrap">
      {markedPaid && (
        <span className="paid__mark tiny" title={dateTime(markedPaid.dateTime, zone)}>
          Pagado, en espera
        </span>
      )}
      {markedPaid && (
        <small className="muted">{sinceText(`lo marcó ${markedPaid.who}`, markedPaid.dateTime, now, zone)}</small>
      )}
      {edits && debtKey && <MarkButton row={row} resourceId={resourceId} />}
    </span>
  )
}
