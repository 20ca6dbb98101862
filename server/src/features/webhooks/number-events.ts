// Gives events their numbers and writes their deliveries. A transaction that writes an event takes no number: otherwise
// a company's transactions would wait for each other's commit. Committed events are numbered here, by one process at a
// time per company. Numbers and counter are committed together, so there is no gap. Numbers follow the order of
// writing: of two events of a vehicle, or of anything else that a lock protects, the second is written after the first
// was committed.
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../../db/client.ts'

const COMPANIES_AT_ONCE = 50
/** Per company, so that a company with many events takes its turn. */
const EVENTS_AT_ONCE = 1_000

/** Companies with events without a number; the one that waits longest comes first. */
const companiesInWait = async (tx: Tx): Promise<number[]> => {
  const { rows } = await sql<{ tenantId: number }>`
    with recursive waiting (tenant_id, log_id) as (
      (select tenant_id, log_id
      from webhook_event
      where sequence is null
      order by tenant_id, log_id
      limit 1)
      union all
      select n.tenant_id, n.log_id
      from waiting, lateral (
        select e.tenant_id, e.log_id
        from webhook_event e
        where e.sequence is null and e.tenant_id > waiting.tenant_id
        order by e.tenant_id, e.log_id
        limit 1) n)
    select x.tenant_id as "tenantId"
    from waiting x
    join company c on c.tenant_id = x.tenant_id and c.move_state is null
    order by x.log_id
    limit ${COMPANIES_AT_ONCE}`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
}

/** Locks the counters that no other process holds, until the transaction ends. */
const lockCounters = async (tx: Tx, tenantIds: readonly number[]): Promise<number[]> => {
  await sql`
    insert into webhook_counter (tenant_id)
    select unnest(${[...tenantIds]}::bigint[])
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ tenantId: number }>`
    select tenant_id as "tenantId"
    from webhook_counter
    where tenant_id = any(${[...tenantIds]}::bigint[])
    for update skip locked`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
}

/** A statement after the lock's, so that it sees the numbers that the previous holder assigned. */
const numberAndDeliver = (tx: Tx, tenantIds: readonly number[]) =>
  sql`
    with fresh as materialized (
      select c.last_sequence + row_number() over (partition by e.tenant_id order by e.log_id) as sequence, e.*
      from webhook_counter c
      cross join lateral (
        select tenant_id, log_id, event_id, event, at, data, created_at
        from webhook_event n
        where n.tenant_id = c.tenant_id and n.sequence is null
        order by n.log_id
        limit ${EVENTS_AT_ONCE}) e
      where c.tenant_id = any(${[...tenantIds]}::bigint[])),
    numbered as (
      update webhook_event e
      set sequence = f.sequence
      from fresh f
      where e.tenant_id = f.tenant_id and e.log_id = f.log_id),
    counted as (
      update webhook_counter c
      set last_sequence = f.last
      from (select tenant_id, max(sequence) as last from fresh group by 1) f
      where c.tenant_id = f.tenant_id),
    wanted as materialized (
      select w.webhook_id, w.active, f.*,
        coalesce(lag(f.sequence) over (partition by f.tenant_id, w.webhook_id order by f.sequence), w.last_sequence)
          as previous
      from fresh f
      join webhook w on w.tenant_id = f.tenant_id and f.event = any(w.events) and w.created_at <= f.created_at),
    followed as (
      update webhook w
      set last_sequence = x.last
      from (select tenant_id, webhook_id, max(sequence) as last from wanted group by 1, 2) x
      where w.tenant_id = x.tenant_id and w.webhook_id = x.webhook_id)
    insert into webhook_delivery (tenant_id, webhook_id, event_id, event, at, data, sequence, previous_sequence)
    select tenant_id, webhook_id, event_id, event, at, data, sequence, previous
    from wanted
    where active
    order by tenant_id, sequence`.execute(tx)

/** Cost if no event waits: one index probe. */
export const numberEvents = (db: Db): Promise<void> =>
  asSystem(db, async (tx) => {
    const waiting = await companiesInWait(tx)
    const locked = waiting.length > 0 ? await lockCounters(tx, waiting) : []
    if (locked.length > 0) await numberAndDeliver(tx, locked)
  })
