// Enqueues a job: writes the row that the queue panel shows; its trigger creates the pg-boss job and the activity entry
// in the same transaction. The same job is refused while it is unfinished, and a company has a few at once.
import { JOBS_AT_MOST, QUEUES, type QueueId } from '@padron/contract/queue'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { asJsonb } from '../db/json.ts'
import { scopeOf } from '../db/scope.ts'
import { uuidV7 } from '../db/uuid.ts'
import { refuse } from '../errors/http-problem.ts'
import { CHECK_ORDERS } from './job.ts'

export type Order = {
  queueId: QueueId
  /** One line, in Spanish: the work and its object. */
  description: string
  payload: unknown
  recipients?: readonly string[]
  /** One unfinished job of its kind in the company, whatever its payload. */
  alone?: boolean
  /** The refusal while the same job is unfinished. */
  repeated?: string
  /** Ordered by the product: the company's limit does not apply. */
  bySystem?: boolean
}

const REPEATED = 'Ya hay un trabajo igual en curso.'
const TOO_MANY = `Su empresa ya tiene ${JOBS_AT_MOST} trabajos en espera o en curso: espere a que termine alguno.`

export const queueName = (queueId: number): string =>
  QUEUES.find(({ id }) => id === queueId)?.name ?? `Trabajo ${queueId}`

/** `open`: jobs that users ordered; jobs of the product and orders of checks do not count. */
type Unfinished = { open: number; same: boolean }

/** A user who sees a part of the fleet reads only their own jobs in `queue_item`, but the limit is the company's. */
const readOpen = async (tx: Tx, ownOpen: number): Promise<number> => {
  if (scopeOf(tx) === undefined) return ownOpen
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from unfinished_job where by_user and queue_id <> ${sql.lit(CHECK_ORDERS)}`.execute(tx)
  return rows[0]?.open ?? 0
}

/**
 * Counts the company's unfinished jobs, one transaction of the company at a time. A job over another part of the fleet
 * is another job.
 */
const readUnfinished = async (
  tx: Tx,
  { queueId, payload, recipients = [], alone = false }: Order,
): Promise<Unfinished | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('queue_item ' || current_tenant(), 0))`.execute(tx)
  const { rows } = await sql<Unfinished>`
    select (count(*) filter (where actor ? 'id' and queue_id <> ${sql.lit(CHECK_ORDERS)}))::int as open,
      coalesce(bool_or(queue_id = ${queueId} and vehicle_scope is not distinct from own_vehicle_scope()
      and (${alone} or payload = ${asJsonb(payload)}::jsonb
      and recipients @> ${recipients}::text[] and recipients <@ ${recipients}::text[])), false) as same
    from queue_item
    where tenant_id = current_tenant() and finished_at is null`.execute(tx)
  const [own] = rows
  return own && { ...own, open: await readOpen(tx, own.open) }
}

/**
 * @param tx the company's, opened with the requester as its actor
 * @returns the item's id
 * @throws HttpProblem if the same job or too many are unfinished
 */
export const enqueue = async (tx: Tx, order: Order): Promise<string> => {
  const { queueId, description, payload, recipients = [], alone = false, repeated = REPEATED, bySystem = false } = order
  const found = await readUnfinished(tx, order)
  if (found?.same) throw refuse(409, repeated)
  if (!bySystem && found && found.open >= JOBS_AT_MOST) throw refuse(429, TOO_MANY)
  const id = uuidV7(new Date())
  await sql`
    insert into queue_item (queue_item_id, queue_id, queue_name, description, payload, recipients, alone)
    values (${id}, ${queueId}, ${queueName(queueId)}, ${description.slice(0, 500)}, ${asJsonb(payload)}::jsonb,
      ${recipients}::text[], ${alone})`.execute(tx)
  return id
}
