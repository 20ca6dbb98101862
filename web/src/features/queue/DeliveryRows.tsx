// The deliveries: a table with sortable headings, or a card for each on a phone.
import type { Delivery } from '@padron/contract/queue'
import { countOf } from '@padron/contract/texts/count-of'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { NOTHING } from '../../lib/money-text.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { MailboxLink } from '../../ui/domain/MailboxLink.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column, Sorting } from '../../ui/table/table-column.ts'
import { type DeliverySort, isNeverSent, statusText } from './delivery-texts.ts'
import { Resend, type Resending } from './Resend.tsx'

const STATUS_COLOURS: Readonly<Record<number, string>> = { 2: 'clear-text', 3: 'debt-text' }

/** @param sending whether it is being resent: shown as waiting, whatever its state */
const Status = ({ row, sending }: { row: Delivery; sending: boolean }) => {
  if (sending) return 'Pendiente'
  const remark = isNeverSent(row) ? <MailboxLink otherwise={row.Remark}>{row.Remark}</MailboxLink> : row.Remark
  return (
    <span className={STATUS_COLOURS[row.Status]}>
      <span className="row-inline gap-4">
        {isNeverSent(row) && <StatusSign sign="unprocessed" size={14} />}
        {statusText(row)}
      </span>
      {row.Remark && <small className="block muted">{remark}</small>}
    </span>
  )
}

const timeOf = (time: string | null, { zone }: Clock) => time && <time dateTime={time}>{dateInText(time, zone)}</time>

const Failure = ({ row, clock }: { row: Delivery; clock: Clock }) =>
  (row.Error || row.ErrorDateTime) && (
    <span className="debt-text">
      {row.Error}
      <small className="block muted">{timeOf(row.ErrorDateTime, clock)}</small>
    </span>
  )

const nothing = <span className="muted">{NOTHING}</span>

type Context = { clock: Clock; resending: Resending }
type Props = Context & {
  rows: readonly Delivery[]
  sorting: Sorting<DeliverySort>
  onSort: (next: Sorting<DeliverySort>) => void
}

export const DELIVERY_COLUMNS: readonly Column<Delivery, Context, DeliverySort>[] = [
  { key: 'SendTo', title: 'Destinatario', sort: 'SendTo', head: true, cell: ({ SendTo }) => SendTo },
  { key: 'Report', title: 'Reporte', className: 'delivery__report', cell: ({ Report }) => Report ?? nothing },
  {
    key: 'Status',
    title: 'Estado',
    sort: 'Status',
    cell: (row, { resending }) => <Status row={row} sending={resending.pending.includes(row._id)} />,
  },
  { key: 'Attempts', title: 'Intentos', kind: 'number', cell: ({ Attempts }) => Attempts || nothing },
  {
    key: 'SuccessDateTime',
    title: 'Enviado',
    sort: 'SuccessDateTime',
    cell: ({ SuccessDateTime }, { clock }) => timeOf(SuccessDateTime, clock) ?? nothing,
  },
  {
    key: 'ErrorDateTime',
    title: 'Error',
    sort: 'ErrorDateTime',
    cell: (row, { clock, resending }) => (!resending.pending.includes(row._id) && Failure({ row, clock })) || nothing,
  },
  {
    key: 'again',
    title: 'Acciones',
    kind: 'menu',
    cell: (row, { resending }) => <Resend row={row} resending={resending} />,
  },
]

export const DeliveryRows = ({ rows, clock, resending, sorting, onSort }: Props) => {
  const phone = useMedia(PHONE)
  if (!phone)
    return (
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
  return (
    <ul className="deliveries__cards stack gap-8" aria-label="Entregas">
      {rows.map((row) => {
        const sending = resending.pending.includes(row._id)
        return (
          <li key={row._id} className="card stack gap-4 break" data-row={row._id} tabIndex={-1}>
            <strong>{row.SendTo}</strong>
            {row.Report && <span className="muted">{row.Report}</span>}
            <Status row={row} sending={sending} />
            {timeOf(row.SuccessDateTime, clock)}
            {!sending && <Failure row={row} clock={clock} />}
            {row.Attempts > 0 && <small className="muted">{countOf(row.Attempts, 'intento', 'intentos')}</small>}
            <Resend row={row} resending={resending} />
          </li>
        )
      })}
    </ul>
  )
}
