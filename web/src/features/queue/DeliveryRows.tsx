// The deliveries: a table whose headings sort, and on a phone a card for each.
import type { Delivery } from '@padron/contract/queue'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { NOTHING } from '../../lib/money-text.ts'
import type { Sorting } from '../../ui/DataTable.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { TableHeading } from '../../ui/TableHeading.tsx'
import { type DeliverySort, isNeverSent, statusText } from './delivery-words.ts'

// biome-ignore format: a table to be read by columns
export const DELIVERY_COLUMNS = [
  { key: 'SendTo',          title: 'Destinatario', width: 220, byDefault: true, sort: 'SendTo' },
  { key: 'Status',          title: 'Estado',       width: 110, byDefault: true, sort: 'Status' },
  { key: 'SuccessDateTime', title: 'Enviado',      width: 140, byDefault: true, sort: 'SuccessDateTime' },
  { key: 'ErrorDateTime',   title: 'Error',        width: 210, byDefault: true, sort: 'ErrorDateTime' },
] as const satisfies readonly { key: string; title: string; width: number; byDefault: true; sort: DeliverySort }[]

type RowProps = { row: Delivery; clock: Clock }

const Status = ({ row }: { row: Delivery }): ReactNode => (
  <span className={`delivery__status delivery__status--${row.Status}`}>
    {isNeverSent(row) && <StatusSign sign="unprocessed" size={14} />} {statusText(row)}
    {row.Remark && <small className="muted">{row.Remark}</small>}
  </span>
)

const at = (time: string | null, { zone }: Clock): ReactNode =>
  time && <time dateTime={time}>{dateTime(time, zone)}</time>

const Failure = ({ row, clock }: RowProps): ReactNode =>
  (row.Error || row.ErrorDateTime) && (
    <span className="delivery__error">
      {row.Error}
      <small className="muted">{at(row.ErrorDateTime, clock)}</small>
    </span>
  )

type Props = {
  rows: readonly Delivery[]
  clock: Clock
  sorting: Sorting<DeliverySort>
  onSort: (next: Sorting<DeliverySort>) => void
}

export const DeliveryTable = ({ rows, clock, sorting, onSort }: Props): ReactNode => (
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
        <tr key={row._id}>
          <th scope="row">{row.SendTo}</th>
          <td>
            <Status row={row} />
          </td>
          <td>{at(row.SuccessDateTime, clock) ?? <span className="muted">{NOTHING}</span>}</td>
          <td>{Failure({ row, clock }) || <span className="muted">{NOTHING}</span>}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

export const DeliveryCards = ({ rows, clock }: Pick<Props, 'rows' | 'clock'>): ReactNode => (
  <ul className="deliveries__cards" aria-label="Entregas">
    {rows.map((row) => (
      <li key={row._id} className="card">
        <strong>{row.SendTo}</strong>
        <Status row={row} />
        {at(row.SuccessDateTime, clock)}
        <Failure row={row} clock={clock} />
      </li>
    ))}
  </ul>
)
