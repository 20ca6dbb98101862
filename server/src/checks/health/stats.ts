// Statistics of the sources: runs counted per connector in slots of five minutes over all companies, and hours summed
// from slots. A slot is recounted until its longest run is over, so counting twice changes nothing and any downtime is
// caught up.
import { sql } from 'kysely'
import { asSystem, type Db } from '../../db/client.ts'
import { hoursFrom, slotsFrom } from './stats-sql.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
export const SLOT_MS = 5 * MINUTE
/** No synchronous run takes longer; late callbacks are searched separately. */
const LONGEST_RUN_MS = 15 * MINUTE
const LATEST_CALLBACK_MS = 26 * HOUR
/** Two full days for the queries that need slots of five minutes; older statistics exist by the hour only. */
const SLOTS_RETENTION_MS = 2 * DAY
const HOURS_RETENTION_MS = 40 * DAY
/** The embedded database takes the same number (db/embedded), in the database postgres: neither waits for the other. */
const LOCK = 7_236_106

const floorTo = (time: number, step: number): number => Math.floor(time / step) * step
const iso = (time: number): string => new Date(time).toISOString()

/** Each round is a transaction, so that a long count does not hold locks. Undefined: another process is counting. */
const withStatsLock = <T>(db: Db, work: Parameters<typeof asSystem<T | undefined>>[1]): Promise<T | undefined> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(tx)
    if (!rows[0]?.mine) return undefined
    await sql`set local statement_timeout = '5min'`.execute(tx)
    return work(tx)
  })

/**
 * Counts the slots of [from, to) and their hours.
 * @returns false where another process is counting
 */
const countSpan = async (db: Db, from: number, to: number): Promise<boolean> => {
  const done = await withStatsLock(db, async (tx) => {
    await slotsFrom(iso(from), iso(to)).execute(tx)
    await hoursFrom(iso(floorTo(from, HOUR)), iso(floorTo(to - 1, HOUR) + HOUR)).execute(tx)
    return true
  })
  return done === true
}

/** The newest slot or hour: everything before it has been counted. */
const countedUntil = (db: Db): Promise<number | null> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{ slot: string | null }>`
      select greatest(
        (select max(slot) from source_stats),
        (select max(slot) from source_hourly_stats)) as slot`.execute(tx)
    return rows[0]?.slot ? Date.parse(rows[0].slot) : null
  })

/** Where to begin counting. After a start it begins at a whole hour, because old slots are deleted. */
const startOf = (end: number, known: number | null, { since, reachMs = LONGEST_RUN_MS }: CountOptions): number => {
  const oldest = floorTo(end - HOURS_RETENTION_MS, HOUR)
  if (since) return Math.max(oldest, floorTo(Math.max(since.getTime(), known ?? 0) - reachMs, SLOT_MS))
  return Math.max(oldest, floorTo((known ?? oldest) - LONGEST_RUN_MS, HOUR))
}

/** Cost: one index lookup per portal. */
const nextRun = (db: Db, from: number): Promise<number | null> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{ at: string | null }>`
      select min(c.started_at) as at
      from portal p
      cross join lateral (
        select started_at
        from check_run
        where portal_key = p.portal_key and started_at >= ${iso(from)}
        order by started_at
        limit 1) c`.execute(tx)
    return rows[0]?.at ? Date.parse(rows[0].at) : null
  })

/** Slots of callbacks that arrived within the last quarter of an hour for queries of before `until`. */
const lateSlots = (db: Db, now: number, until: number): Promise<number[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{ slot: string }>`
      select distinct date_bin('5 minutes', started_at, 'epoch') as slot
      from check_run
      where origin = 'webhook' and started_at >= ${iso(now - LATEST_CALLBACK_MS)} and started_at < ${iso(until)}
        and started_at + duration_ms * interval '1 millisecond' >= ${iso(now - LONGEST_RUN_MS)}`.execute(tx)
    return rows.map(({ slot }) => Date.parse(slot))
  })

export type CountOptions = {
  /** When this process last counted; absent: it is read from the database. */
  since?: Date | undefined
  /** Slots from so long before `since` are recounted. */
  reachMs?: number | undefined
}

/**
 * Counts what is new or may still change. Cost: the runs of the span by index, and for each answered one its results by
 * key: some 10 µs a run.
 * @returns false where another process is counting
 */
export const updateStats = async (db: Db, now: Date, options: CountOptions = {}): Promise<boolean> => {
  const end = now.getTime() + 1
  const begin = startOf(end, await countedUntil(db), options)
  for (let from = begin; from < end; ) {
    const found = await nextRun(db, from)
    if (found === null || found >= end) break
    const start = Math.max(from, floorTo(found, SLOT_MS))
    const stop = floorTo(start, HOUR) + HOUR
    if (!(await countSpan(db, start, stop))) return false
    from = stop
  }
  for (const slot of await lateSlots(db, end, begin)) await countSpan(db, slot, slot + SLOT_MS)
  return true
}

/** Deletes slots and hours past their retention. */
export const deleteExpiredStats = (db: Db, now: Date): Promise<void> =>
  asSystem(db, async (tx) => {
    await sql`delete from source_stats where slot < ${iso(floorTo(now.getTime() - SLOTS_RETENTION_MS, HOUR))}`.execute(
      tx,
    )
    await sql`delete from source_hourly_stats where slot < ${iso(now.getTime() - HOURS_RETENTION_MS)}`.execute(tx)
  })
