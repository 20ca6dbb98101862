// The deliveries: a table whose headings sort, and on a phone a card for each.
import type { Delivery } from '@padron/contract/queue'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { NOTHING } from '../../lib/money-text.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column, Sorting } from '../../ui/table-column.ts'
import { at, Failure, Status } from './DeliveryCells.tsx'
import type { DeliverySort } from './delivery-words.ts'
import { Resend } from './Resend.tsx'
import type { Resending } from './use-resend.ts'

const nothing = <span className="muted">{NOTHING}</span>

type Context = { clock: Clock; resending: Resending }
type Props = Context & { rows: readonly Delivery[] }
type TableProps = Props & { sorting: Sorting<DeliverySort>; onSort: (next: Sorting<DeliverySort>) => void }

export const DELIVERY_COLUMNS: readonly Column<Delivery, Context, DeliverySort>[] = [
  { key: 'SendTo', title: 'Destinatario', sort: 'SendTo', head: true, cell: ({ SendTo }) => SendTo },
  { key: 'Report', title: 'Reporte', className: 'delivery__report', cell: ({ Report }) => Report ?? nothing },
  {
    key: 'Status',
    title: 'Estado',
    sort: 'Status',
    cell: (row, { resending }) => <Status row={row} sending={resending.pending.has(row._id)} />,
  },
  { key: 'Attempts', title: 'Intentos', kind: 'number', cell: ({ Attempts }) => Attempts || nothing },
  {
    key: 'SuccessDateTime',
    title: 'Enviado',
    sort: 'SuccessDateTime',
    cell: ({ SuccessDateTime }, { clock }) => at(SuccessDateTime, clock) ?? nothing,
  },
  {
    key: 'ErrorDateTime',
    title: 'Error',
    sort: 'ErrorDateTime',
    cell: (row, { clock, resending }) => (!resending.pending.has(row._id) && Failure({ row, clock })) || nothing,
  },
  {
    key: 'again',
    title: 'Acciones',
    kind: 'menu',
    cell: (row, { clock, resending }) => <Resend row={row} zone={clock.zone} resending={resending} />,
  },
]

export const DeliveryTable = ({ rows, clock, resending, sorting, onSort }: TableProps): ReactNode => (
  <DataTable
    className="table deliveries__table"
    caption="Entregas"
    columns={DELIVERY_COLUMNS}
    rows={rows}
    keyOf={({ _id }) => _id}
    context={{ clock, resending }}
    sorting={sorting}
    onSort={onSort}
    focusable
  />
)

const attemptsText = (attempts: number): string => (attempts === 1 ? '1 intento' : `${attempts} intentos`)

const Card = ({ row, clock, resending }: Context & { row: Delivery }): ReactNode => {
  const sending = resending.pending.has(row._id)
  return (
    <li className="card" data-row={row._id} tabIndex={-1}>
      <strong>{row.SendTo}</strong>
      {row.Report && <span className="muted">{row.Report}</span>}
      <Status row={row} sending={sending} />
      {at(row.SuccessDateTime, clock)}
      {!sending && <Failure row={row} clock={clock} />}
      {row.Attempts > 0 && <small className="muted">{attemptsText(row.Attempts)}</small>}
      <Resend row={row} zone={clock.zone} resending={resending} />
    </li>
  )
}

export const DeliveryCards = ({ rows, clock, resending }: Props): ReactNode => (
  <ul className="deliveries__cards stack gap-8" aria-label="Entregas">
    {rows.map((row) => (
      <Card key={row._id} row={row} clock={clock} resending={resending} />
    ))}
  </ul>
)
