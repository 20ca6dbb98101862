// The letters that tell of a job: to whom each went and how it fared. A page of them, filtered and ordered.
import type { Input } from '@padron/contract/call'
import { type Delivery, NEVER_SENT, type queue as rows } from '@padron/contract/queue'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { failureWords } from './deliveries.words.ts'

type Asked = Input<typeof rows.deliveries>['query']

const STATUS = sql`case m.state when 'sent' then 2 when 'failed' then 3 when 'bounced' then 3 else 1 end`
const SENT_AT = sql`case m.state when 'sent' then m.sent_at end`
/** A letter that failed or came back is not tried again: since when, its next try says. */
const FAILED_AT = sql`case when m.state in ('failed', 'bounced') then m.next_at end`

const SORTS: Readonly<Record<NonNullable<Asked['sortBy']>, RawBuilder<unknown>>> = {
  SendTo: sql`fold(m.recipient)`,
  Status: STATUS,
  SuccessDateTime: SENT_AT,
  ErrorDateTime: FAILED_AT,
}

const conditions = (tenantId: number, itemId: string, { status, sendTo }: Asked) =>
  sql.join(
    [
      sql`m.tenant_id = ${tenantId} and m.subject_id = ${itemId}`,
      ...(status === undefined ? [] : [sql`${STATUS} = ${status}`]),
      ...(sendTo?.trim() ? [sql`fold(m.recipient) like '%' || like_escape(fold(${sendTo.trim()})) || '%'`] : []),
    ],
    sql` and `,
  )

const orderOf = ({ sortBy, sortOrder }: Asked): RawBuilder<unknown> => {
  const direction = sql.raw(sortOrder === '-1' ? 'desc' : 'asc')
  const first = sortBy ? sql`${SORTS[sortBy]} ${direction} nulls last,` : sql``
  return sql`${first} m.created_at, fold(m.recipient), m.mail_id`
}

type State = 'queued' | 'sending' | 'sent' | 'failed' | 'bounced' | 'kept'
type Stored = {
  id: string
  recipient: string
  state: State
  sentAt: string | null
  failedAt: string | null
  problem: string | null
  report: string | null
  attempts: number
  unsure: boolean
  copy: number
}

const TWICE = 'Pudo llegar dos veces: un envío se interrumpió antes de saber si había salido.'

const REMARKS: Readonly<Record<State, (letter: Stored) => string | null>> = {
  kept: () => NEVER_SENT,
  queued: ({ problem }) => (problem === null ? null : `Se intenta de nuevo: ${failureWords(problem)}`),
  sending: () => 'Se está enviando.',
  sent: ({ unsure, copy }) => (unsure ? TWICE : copy > 1 ? `Se envió ${copy} veces, a petición.` : null),
  failed: ({ unsure }) => (unsure ? 'Pudo llegar: un envío se interrumpió antes de saber si había salido.' : null),
  bounced: () => null,
}

const asSentence = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)
const WIRE_STATUS: Readonly<Record<State, number>> = { queued: 1, sending: 1, kept: 1, sent: 2, failed: 3, bounced: 3 }
/** Those that may be sent again; the others are on their way, or go nowhere. */
export const ENDED: ReadonlySet<string> = new Set(['sent', 'failed', 'bounced'])

const asDelivery = (letter: Stored, mayResend: boolean): Delivery => {
  const status = WIRE_STATUS[letter.state]
  return {
    _id: letter.id,
    SendTo: letter.recipient,
    Status: status,
    Success: status === 2,
    SuccessDateTime: letter.sentAt,
    Error: status === 3 ? asSentence(failureWords(letter.problem ?? '')) : null,
    ErrorDateTime: letter.failedAt,
    Remark: REMARKS[letter.state](letter),
    Report: letter.report,
    Attempts: letter.attempts,
    Resendable: mayResend && ENDED.has(letter.state),
  }
}

const COLUMNS = sql`m.mail_id as id, m.recipient, m.state, ${SENT_AT} as "sentAt", ${FAILED_AT} as "failedAt", m.problem, m.report,
  m.attempts, m.unsure, m.copy`

/**
 * Cost: the job's letters by index, sorted: some hundreds at most.
 * @param mayResend whether this session may have them sent again
 */
export const readDeliveries = async (tx: Tx, tenantId: number, itemId: string, asked: Asked, mayResend: boolean) => {
  const where = conditions(tenantId, itemId, asked)
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from mail m where ${where}`.execute(tx)
  const { rows: letters } = await sql<Stored>`
    select ${COLUMNS}
    from mail m
    where ${where}
    order by ${orderOf(asked)}
    limit ${asked.pageSize}
    offset ${(asked.page - 1) * asked.pageSize}`.execute(tx)
  return {
    totalReports: counted[0]?.n ?? 0,
    scheduledReportQueueItems: letters.map((letter) => asDelivery(letter, mayResend)),
  }
}

export const readDelivery = async (tx: Tx, tenantId: number, mailId: string, mayResend: boolean): Promise<Delivery> => {
  const { rows: letters } = await sql<Stored>`
    select ${COLUMNS} from mail m where m.tenant_id = ${tenantId} and m.mail_id = ${mailId}`.execute(tx)
  const [letter] = letters
  if (!letter) throw new Error('the letter is gone')
  return asDelivery(letter, mayResend)
}
