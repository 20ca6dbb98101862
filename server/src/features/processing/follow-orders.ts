// Follows orders to their end: the engine makes the checks and removes an order's id from each when it is over; this
// reports how many are left and ends the order when none is. Every pass may run twice, or in many processes at once.
import { asCountry } from '@padron/contract/places/countries'
import type { ChangeKind, Outcome } from '@padron/contract/resource-status'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { nextTrySql } from '../../checks/portals/pause-sql.ts'
import { asSystem, asTenant, type Db, type Tx } from '../../db/client.ts'
import { CHECK_ORDERS } from '../../jobs/job.ts'
import { withLocale } from '../../locale.ts'
import type { Mailbox } from '../../mail/mailbox.ts'
import { endOrder, type OrderId, releaseChecks } from './end-order.ts'
import type { OrderPayload } from './order.ts'
import { endWords, failingWords, type OrderCounts } from './processing.rules.ts'

const DOING = 'Consultando fuentes'
/** An order that is so old, or whose source has not answered for so long, ends with the answers that it has. */
const SILENT_HOURS = 24
const LONGEST_DAYS = 7

export type FollowOptions = {
  db: Db
  mailbox: Mailbox
  now: () => Date
  log: FastifyBaseLogger
  /** Called for each order that ended. */
  onEnded?: (itemId: string) => void
}

/** A suspended company's orders wait, as its checks do. Cost: an index of the orders that have not ended. */
const openOrders = (db: Db): Promise<OrderId[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<OrderId>`
      select q.tenant_id as "tenantId", q.queue_item_id as "itemId"
      from queue_item q
      join company c on c.tenant_id = q.tenant_id and c.suspended_at is null and c.move_state is null
      where q.queue_id = ${sql.lit(CHECK_ORDERS)} and q.finished_at is null
      order by q.created_at`.execute(tx)
    return rows
  })

type PendingChecks = {
  left: number
  hopeless: number
  failsSince: string | null
  nextTry: string | null
  zone: string
  country: string
}
type Open = PendingChecks & {
  payload: OrderPayload
  total: number
  createdAt: string
  stale: boolean
  /** Checks ordered so far; null: all of them are. */
  ordered: number | null
}

/**
 * `hopeless`: checks whose source has no address any more; `failsSince`: the source's outage. An order that another
 * process follows is skipped.
 */
const lockOrder = async (tx: Tx, { tenantId, itemId }: OrderId): Promise<Open | undefined> => {
  const { rows } = await sql<Omit<Open, keyof PendingChecks>>`
    select q.payload, q.total, q.created_at as "createdAt",
      (select o.vehicles
      from pending_order o
      where o.tenant_id = q.tenant_id and o.queue_item_id = q.queue_item_id) as ordered,
      q.created_at < now() - make_interval(days => ${LONGEST_DAYS})
        or (q.created_at < now() - make_interval(hours => ${SILENT_HOURS}) and not exists (select from check_run r
          where r.tenant_id = q.tenant_id
            and r.asked_by = q.queue_item_id
            and r.started_at > now() - make_interval(hours => ${SILENT_HOURS}))) as stale
    from queue_item q
    where q.tenant_id = ${tenantId} and q.queue_item_id = ${itemId} and q.finished_at is null
    for update skip locked`.execute(tx)
  const [item] = rows
  if (!item) return undefined
  const { rows: counted } = await sql<PendingChecks>`
    select count(*)::int as left, (count(*) filter (where p.base_url is null))::int as hopeless,
      min(g.began_at) as "failsSince", min(${nextTrySql}) as "nextTry",
      (select time_zone from company where tenant_id = ${tenantId}) as zone,
      (select country from company where tenant_id = ${tenantId}) as country
    from due_check d
    join portal p on p.portal_key = d.portal_key
    left join source_outage g on g.portal_key = d.portal_key and g.ended_at is null
    where d.tenant_id = ${tenantId} and d.asked_by = ${itemId}`.execute(tx)
  return {
    ...item,
    ...(counted[0] ?? { left: 0, hopeless: 0, failsSince: null, nextTry: null, zone: 'UTC', country: 'MX' }),
  }
}

const doingOf = ({ failsSince, nextTry, zone }: Open, now: Date): string =>
  failsSince === null ? DOING : failingWords({ since: failsSince, nextTry, zone }, now)

const writeProgress = (tx: Tx, { tenantId, itemId }: OrderId, done: number, doing: string) =>
  sql`update queue_item set started_at = coalesce(started_at, now()), done = ${done}, doing = ${doing}
    where tenant_id = ${tenantId}
      and queue_item_id = ${itemId}
      and (started_at is null or done <> ${done} or doing is distinct from ${doing})`.execute(tx)

/** How the last run of each vehicle ended, and what it changed. Cost: the order's own runs, by an index. */
const countsOf = async (tx: Tx, { tenantId, itemId }: OrderId, open: Open): Promise<OrderCounts> => {
  const { resourceId, fromStore } = open.payload
  const { rows: outcomes } = await sql<{ outcome: Outcome; vehicles: number }>`
    with last as (
      select distinct on (c.vehicle_id) case
        when c.outcome not in ('ok', 'partial') then c.outcome
        when r.resource_type_id = any(c.read_types) then 'ok'
        else 'partial' end as outcome
      from check_run c
      join resource r on r.resource_id = ${resourceId}
      where c.tenant_id = ${tenantId} and c.asked_by = ${itemId}
      order by c.vehicle_id, c.started_at desc, c.run_id desc)
    select outcome, count(*)::int as vehicles
    from last
    group by outcome
    order by 2 desc, 1`.execute(tx)
  const { rows: changes } = await sql<{ kind: ChangeKind; events: number }>`
    select e.kind, count(*)::int as events
    from check_event e
    join check_run c on c.tenant_id = e.tenant_id and c.run_id = e.run_id and c.asked_by = ${itemId}
    where e.tenant_id = ${tenantId} and e.at >= ${open.createdAt} and e.resource_id = ${resourceId} and not e.first
    group by e.kind
    order by 2 desc, 1`.execute(tx)
  return { total: open.total, fromStore, outcomes, waiting: open.left, changes }
}

/** @returns whether it ended now */
const followOne = async (tx: Tx, ending: { mails: boolean; now: Date }, order: OrderId): Promise<boolean> => {
  const open = await lockOrder(tx, order)
  if (!open) return false
  // Assigning to people reports its own progress.
  if (open.ordered !== null && open.left === 0) return false
  if (open.ordered !== null || (open.left > open.hopeless && !open.stale)) {
    const done = Math.max(0, (open.ordered ?? open.total) - open.left)
    await writeProgress(tx, order, done, doingOf(open, ending.now))
    return false
  }
  const counts = await countsOf(tx, order, open)
  const words = withLocale(asCountry(open.country), () => endWords(open.payload.resourceName, counts))
  if (open.left > 0) await releaseChecks(tx, order.tenantId, order.itemId)
  return endOrder(tx, ending, order, words)
}

/** One pass over every order that has not ended. */
export const followOrders = async (
  { db, mailbox, log, onEnded, now }: FollowOptions,
  signal?: AbortSignal,
): Promise<void> => {
  for (const order of await openOrders(db)) {
    if (signal?.aborted) return
    await asTenant(db, order.tenantId, (tx) => followOne(tx, { mails: mailbox.configured, now: now() }, order)).then(
      (ended) => (ended ? onEnded?.(order.itemId) : undefined),
      (error: unknown) => log.error({ err: error, itemId: order.itemId }, 'an order could not be followed'),
    )
  }
}
