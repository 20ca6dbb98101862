// The letters that tell of a job: to whom each went and how it fared. A page of them, filtered and ordered.
import type { Input } from '@padron/contract/call'
import { type Delivery, NEVER_SENT, type queue as rows } from '@padron/contract/queue'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { failureWords } from './deliveries.words.ts'

type Asked = Input<typeof rows.deliveries>['query']

// biome-ignore format: a table to be read by columns
const STATUS = sql`case m.state when 'sent' then 2 when 'failed' then 3 else 1 end`
/** A letter that failed is not tried again: since when, its next try says. */
const FAILED_AT = sql`case m.state when 'failed' then m.next_at end`

// biome-ignore format: a table to be read by columns
const SORTS: Readonly<Record<NonNullable<Asked['sortBy']>, RawBuilder<unknown>>> = {
  SendTo:          sql`fold(m.recipient)`,
  Status:          STATUS,
  SuccessDateTime: sql`m.sent_at`,
  ErrorDateTime:   FAILED_AT,
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

type Stored = { id: string; recipient: string; state: string; sentAt: string | null; failedAt: string | null; problem: string | null } // biome-ignore format: a row

const remarkOf = ({ state, problem }: Stored): string | null => {
  if (state === 'kept') return NEVER_SENT
  return state === 'queued' && problem !== null ? `Se intenta de nuevo: ${failureWords(problem)}` : null
}

const asSentence = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)
const WIRE_STATUS: Readonly<Record<string, number>> = { queued: 1, kept: 1, sent: 2, failed: 3 }

const asDelivery = (letter: Stored): Delivery => ({
  _id: letter.id,
  SendTo: letter.recipient,
  Status: WIRE_STATUS[letter.state] ?? 1,
  Success: letter.state === 'sent',
  SuccessDateTime: letter.sentAt,
  Error: letter.state === 'failed' ? asSentence(failureWords(letter.problem ?? '')) : null,
  ErrorDateTime: letter.failedAt,
  Remark: remarkOf(letter),
})

export const isItem = async (tx: Tx, tenantId: number, itemId: string): Promise<boolean> => {
  const { rows: found } = await sql`select from queue_item where tenant_id = ${tenantId} and queue_item_id = ${itemId}`.execute(tx) // biome-ignore format: one query
  return found.length > 0
}

/** Cost: the job's letters by index, sorted: some hundreds at most. */
export const readDeliveries = async (tx: Tx, tenantId: number, itemId: string, asked: Asked) => {
  const where = conditions(tenantId, itemId, asked)
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from mail m where ${where}`.execute(tx)
  const { rows: letters } = await sql<Stored>`
    select m.mail_id as id, m.recipient, m.state, m.sent_at as "sentAt", ${FAILED_AT} as "failedAt", m.problem
    from mail m where ${where} order by ${orderOf(asked)} limit ${asked.pageSize} offset ${(asked.page - 1) * asked.pageSize}`.execute(
    tx,
  )
  return { totalReports: counted[0]?.n ?? 0, scheduledReportQueueItems: letters.map(asDelivery) }
}
