// The emails of a job: recipient and delivery state. One page, filtered and sorted.
import type { Input } from '@padron/contract/call'
import { type Delivery, NEVER_SENT, type queue as rows } from '@padron/contract/queue'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { EmailState } from '../../mail/email-counts.ts'
import { failureWords } from './deliveries.texts.ts'

type DeliveriesQuery = Input<typeof rows.deliveries>['query']

const STATUS = sql`case m.state when 'sent' then 2 when 'failed' then 3 when 'bounced' then 3 else 1 end`
const SENT_AT = sql`case m.state when 'sent' then m.sent_at end`
/** `next_at` of an email that failed or bounced is the time of the failure: it is not retried. */
const FAILED_AT = sql`case when m.state in ('failed', 'bounced') then m.next_at end`

const SORTS: Readonly<Record<NonNullable<DeliveriesQuery['sortBy']>, RawBuilder<unknown>>> = {
  SendTo: sql`fold(m.recipient)`,
  Status: STATUS,
  SuccessDateTime: SENT_AT,
  ErrorDateTime: FAILED_AT,
}

const conditions = (tenantId: number, itemId: string, { status, sendTo }: DeliveriesQuery) =>
  sql.join(
    [
      sql`m.tenant_id = ${tenantId} and m.subject_id = ${itemId}`,
      ...(status === undefined ? [] : [sql`${STATUS} = ${status}`]),
      ...(sendTo?.trim() ? [sql`fold(m.recipient) like '%' || like_escape(fold(${sendTo.trim()})) || '%'`] : []),
    ],
    sql` and `,
  )

const orderOf = ({ sortBy, sortOrder }: DeliveriesQuery): RawBuilder<unknown> => {
  const direction = sql.raw(sortOrder === '-1' ? 'desc' : 'asc')
  const first = sortBy ? sql`${SORTS[sortBy]} ${direction} nulls last,` : sql``
  return sql`${first} m.created_at, fold(m.recipient), m.mail_id`
}

type Stored = {
  id: string
  recipient: string
  state: EmailState
  sentAt: string | null
  failedAt: string | null
  problem: string | null
  report: string | null
  attempts: number
  unsure: boolean
  copy: number
}

const TWICE = 'Pudo llegar dos veces: un envío se interrumpió antes de saber si había salido.'

const REMARKS: Readonly<Record<EmailState, (email: Stored) => string | null>> = {
  kept: () => NEVER_SENT,
  queued: ({ problem }) => (problem === null ? null : `Se intenta de nuevo: ${failureWords(problem)}`),
  sending: () => 'Se está enviando.',
  sent: ({ unsure, copy }) => (unsure ? TWICE : copy > 1 ? `Se envió ${copy} veces, a petición.` : null),
  failed: ({ unsure }) => (unsure ? 'Pudo llegar: un envío se interrumpió antes de saber si había salido.' : null),
  bounced: () => null,
}

const asSentence = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)
const WIRE_STATUS: Readonly<Record<EmailState, number>> = {
  queued: 1,
  sending: 1,
  kept: 1,
  sent: 2,
  failed: 3,
  bounced: 3,
}
/** Only these may be resent; the others are on their way, or the installation does not send. */
const ENDED: ReadonlySet<string> = new Set(['sent', 'failed', 'bounced'])

const asDelivery = (email: Stored, mayResend: boolean): Delivery => {
  const status = WIRE_STATUS[email.state]
  return {
    _id: email.id,
    SendTo: email.recipient,
    Status: status,
    Success: status === 2,
    SuccessDateTime: email.sentAt,
    Error: status === 3 ? asSentence(failureWords(email.problem ?? '')) : null,
    ErrorDateTime: email.failedAt,
    Remark: REMARKS[email.state](email),
    Report: email.report,
    Attempts: email.attempts,
    Resendable: mayResend && ENDED.has(email.state),
  }
}

const COLUMNS = sql`
  m.mail_id as id, m.recipient, m.state, ${SENT_AT} as "sentAt", ${FAILED_AT} as "failedAt", m.problem, m.report,
    m.attempts, m.unsure, m.copy`

/**
 * Cost: the job's emails by index, sorted: some hundreds at most.
 * @param mayResend whether this session may resend them
 */
export const readDeliveries = async (
  tx: Tx,
  tenantId: number,
  itemId: string,
  query: DeliveriesQuery,
  mayResend: boolean,
) => {
  const where = conditions(tenantId, itemId, query)
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from mail m where ${where}`.execute(tx)
  const { rows: emails } = await sql<Stored>`
    select ${COLUMNS}
    from mail m
    where ${where}
    order by ${orderOf(query)}
    limit ${query.pageSize}
    offset ${(query.page - 1) * query.pageSize}`.execute(tx)
  return {
    totalReports: counted[0]?.n ?? 0,
    scheduledReportQueueItems: emails.map((email) => asDelivery(email, mayResend)),
  }
}

export const readDelivery = async (tx: Tx, tenantId: number, mailId: string, mayResend: boolean): Promise<Delivery> => {
  const { rows: emails } = await sql<Stored>`
    select ${COLUMNS}
    from mail m
    where m.tenant_id = ${tenantId} and m.mail_id = ${mailId}`.execute(tx)
  const [email] = emails
  if (!email) throw new Error('the email no longer exists')
  return asDelivery(email, mayResend)
}
