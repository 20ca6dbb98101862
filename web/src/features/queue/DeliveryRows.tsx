// The deliveries: a table whose headings sort, and on a phone a card for each.
import type { Delivery } from '@padron/contract/queue'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { NOTHING } from '../../lib/money-text.ts'
import { TableHeading } from '../../ui/TableHeading.tsx'
import type { Sorting } from '../../ui/table-column.ts'
import { at, Failure, Status } from './DeliveryCells.tsx'
import type { DeliverySort } from './delivery-words.ts'
import { Resend } from './Resend.tsx'
import type { Resending } from './use-resend.ts'

type Heading = {
  key: string
  title: string
  width: number
  byDefault: true
  sort?: DeliverySort
  kind?: 'number' | 'menu'
}
export const DELIVERY_COLUMNS: readonly Heading[] = [
  { key: 'SendTo', title: 'Destinatario', width: 200, byDefault: true, sort: 'SendTo' },
  { key: 'Report', title: 'Reporte', width: 160, byDefault: true },
  { key: 'Status', title: 'Estado', width: 110, byDefault: true, sort: 'Status' },
  { key: 'Attempts', title: 'Intentos', width: 80, byDefault: true, kind: 'number' },
  { key: 'SuccessDateTime', title: 'Enviado', width: 140, byDefault: true, sort: 'SuccessDateTime' },
  { key: 'ErrorDateTime', title: 'Error', width: 210, byDefault: true, sort: 'ErrorDateTime' },
  { key: 'again', title: 'Acciones', width: 110, byDefault: true, kind: 'menu' },
]

const nothing = <span className="muted">{NOTHING}</span>

type Props = {
  rows: readonly Delivery[]
  clock: Clock
  resending: Resending
  sorting: Sorting<DeliverySort>
  onSort: (next: Sorting<DeliverySort>) => void
}
type OneProps = Pick<Props, 'clock' | 'resending'> & { row: Delivery }

const Row = ({ row, clock, resending }: OneProps): ReactNode => {
  const sending = resending.pending.has(row._id)
  return (
    <tr data-row={row._id} tabIndex={-1}>
      <th scope="row">{row.SendTo}</th>
      <td className="delivery__report">{row.Report ?? nothing}</td>
      <td>
        <Status row={row} sending={sending} />
      </td>
      <td className="money">{row.Attempts || nothing}</td>
      <td>{at(row.SuccessDateTime, clock) ?? nothing}</td>
      <td>{(!sending && Failure({ row, clock })) || nothing}</td>
      <td>
        <Resend row={row} zone={clock.zone} resending={resending} />
      </td>
    </tr>
  )
}

export const DeliveryTable = ({ rows, clock, resending, sorting, onSort }: Props): ReactNode => (
  <table className="deliveries__table">
    <caption className="visually-hidden">Entregas</caption>
    <thead>
      <tr>
        {DELIVERY_COLUMNS.map((column) => (
          <TableHeading key={column.key} column={column} sorting={sorting} onSort={onSort} edge={undefined} />
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <Row key={row._id} row={row} clock={clock} resending={resending} />
      ))}
    </tbody>
  </table>
)

const attemptsText = (attempts: number): string => (attempts === 1 ? '1 intento' : `${attempts} intentos`)

const Card = ({ row, clock, resending }: OneProps): ReactNode => {
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

export const DeliveryCards = ({ rows, clock, resending }: Omit<Props, 'sorting' | 'onSort'>): ReactNode => (
  <ul className="deliveries__cards" aria-label="Entregas">
    {rows.map((row) => (
      <Card key={row._id} row={row} clock={clock} resending={resending} />
    ))}
  </ul>
)
