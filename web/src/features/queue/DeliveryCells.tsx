// What one delivery shows, whether in a row or on a card.
import type { Delivery } from '@padron/contract/queue'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { MailboxLink } from '../../ui/MailboxLink.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { isNeverSent, statusText } from './delivery-words.ts'

type RowProps = { row: Delivery; clock: Clock }

/** @param sending it is being sent again: it waits, whatever it was */
export const Status = ({ row, sending }: { row: Delivery; sending: boolean }): ReactNode => {
  if (sending) return <span className="delivery__status">Pendiente</span>
  const remark = isNeverSent(row) ? <MailboxLink otherwise={row.Remark}>{row.Remark}</MailboxLink> : row.Remark
  return (
    <span className={`delivery__status delivery__status--${row.Status}`}>
      <span className="row-inline gap-4">
        {isNeverSent(row) && <StatusSign sign="unprocessed" size={14} />}
        {statusText(row)}
      </span>
      {row.Remark && <small className="muted">{remark}</small>}
    </span>
  )
}

export const at = (time: string | null, { zone }: Clock): ReactNode =>
  time && <time dateTime={time}>{dateTime(time, zone)}</time>

export const Failure = ({ row, clock }: RowProps): ReactNode =>
  (row.Error || row.ErrorDateTime) && (
    <span className="delivery__error">
      {row.Error}
      <small className="muted">{at(row.ErrorDateTime, clock)}</small>
    </span>
  )
