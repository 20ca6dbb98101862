// Orders work: the row that the queue panel shows, whose trigger puts it in the queue and in the record of activity. It
// commits with whatever else the transaction does. The same work is not ordered twice at once, and no company has more
// than a few jobs under way.
import { JOBS_AT_MOST, QUEUES, type QueueId } from '@padron/contract/queue'
import { sql } from 'kysely'
import { uuidV7 } from '../checks/engine/claims.ts'
import type { Tx } from '../db/client.ts'
import { asJsonb } from '../db/json.ts'
import { refuse } from '../http/problem.ts'

export type Order = {
  queueId: QueueId
  /** One line, in Spanish: what is done to what. */
  description: string
  payload: unknown
  recipients?: readonly string[]
  /** One of its kind at a time in the company, whatever its payload. */
  alone?: boolean
  /** What is said where it is under way already. */
  repeated?: string
  /** The product orders it by itself: however much the company's people have under way. */
  byItself?: boolean
}

const REPEATED = 'Ya hay un trabajo igual en curso.'
const TOO_MANY = `Su empresa ya tiene ${JOBS_AT_MOST} trabajos en espera o en curso: espere a que termine alguno.`

export const queueName = (queueId: number): string =>
  QUEUES.find(({ id }) => id === queueId)?.name ?? `Trabajo ${queueId}`

/** `open`: of its people's; what the product itself orders, and checks that the engine makes, are not in their way. */
type UnderWay = { open: number; same: boolean }

/** What waits or runs of the company's; orders of one company are looked at one after another. */
const underWay = async (
  tx: Tx,
  { queueId, payload, recipients = [], alone = false }: Order,
): Promise<UnderWay | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('queue_item ' || current_tenant(), 0))`.execute(tx)
  const { rows } = await sql<UnderWay>`
    select (count(*) filter (where actor ? 'id' and queue_id <> 1))::int as open,
      coalesce(bool_or(queue_id = ${queueId} and (${alone} or payload = ${asJsonb(payload)}::jsonb
      and recipients @> ${recipients}::text[] and recipients <@ ${recipients}::text[])), false) as same
    from queue_item where tenant_id = current_tenant() and finished_at is null`.execute(tx)
  return rows[0]
}

/**
 * @param tx the company's own, opened with who orders it
 * @returns the item's id
 * @throws HttpProblem where it is under way already, or too much is
 */
export const enqueue = async (tx: Tx, order: Order): Promise<string> => {
  const { queueId, description, payload, recipients = [], alone = false, repeated = REPEATED, byItself = false } = order
  const found = await underWay(tx, order)
  if (found?.same) throw refuse(409, repeated)
  if (!byItself && found && found.open >= JOBS_AT_MOST) throw refuse(429, TOO_MANY)
  const id = uuidV7(new Date())
  await sql`
    insert into queue_item (queue_item_id, queue_id, queue_name, description, payload, recipients, alone)
    values (${id}, ${queueId}, ${queueName(queueId)}, ${description.slice(0, 500)}, ${asJsonb(payload)}::jsonb,
      ${recipients}::text[], ${alone})`.execute(tx)
  return id
}
