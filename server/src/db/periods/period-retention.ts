// Retention of the tables that are partitioned by period: whole expired periods are dropped. Runs that are still
// referenced stay (the newest of a vehicle's source, and those whose answer others share): the rest of their period is
// deleted in small steps, and the remaining runs are merged into the oldest partition, so that the period's space is
// freed.
import { DAY_MS } from '@padron/contract/days'
import pg from 'pg'
import type { RunningSettings } from '../../env/env-running.ts'
import type { Db } from '../client.ts'
import { type AddressOf, applicationName } from '../connect.ts'
import { AT_MOST, deletePastRuns } from './delete-runs.ts'
import {
  attachPart,
  closeRows,
  GROUPS,
  listPartitions,
  makePart,
  makePeriods,
  openRows,
  type Part,
  PERIODS_LOCK,
  withPeriodsLock,
} from './partitions.ts'
import { type Periodic, pastBefore } from './periods.ts'

export type KeepMonths = RunningSettings['keepMonths']
/** Names of the created and dropped partitions, and the number of runs deleted one by one. */
export type PeriodChanges = { made: string[]; dropped: string[]; deleted: number }

/** The most rows of a period that may be merged into the oldest partition: their tables are locked meanwhile. */
const FOLD_LIMIT = 20_000

/** Opens a connection of the schema's owner for the work. */
const asOwner = async <T>(addressOf: AddressOf, work: (owner: pg.Client) => Promise<T>): Promise<T> => {
  const address = addressOf('padron_owner')
  const owner = new pg.Client({
    connectionString: address.connectionString,
    application_name: applicationName(address),
    options: '-c timezone=UTC',
    connectionTimeoutMillis: 10_000,
  })
  owner.on('error', () => undefined) // the connection was lost: its next query fails
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end().catch(() => undefined)
  }
}

const suffixOf = ({ table }: Periodic, { name }: Part): string => name.slice(table.length + 1)
const isPast = ({ to, isOther }: Part, before: Date): boolean => !isOther && to !== null && to <= before

const drop = (owner: pg.ClientBase, group: readonly Periodic[], suffix: string) =>
  owner.query(`drop table ${group.map(({ table }) => `${table}_${suffix}`).join(', ')}`)

/**
 * The names of the deleted partitions; undefined if another query holds the tables: the rest waits for the next hour,
 * so that no query waits for this one.
 */
type DroppedTables = string[] | undefined

const dropPart = async (owner: pg.ClientBase, group: readonly Periodic[], suffix: string): Promise<DroppedTables> => {
  const done = await withPeriodsLock(owner, () => drop(owner, group, suffix))
  return done && group.map(({ table }) => `${table}_${suffix}`)
}

const rowsIn = async (owner: pg.ClientBase, names: readonly string[], most: number): Promise<number> => {
  let rows = 0
  for (const name of names) {
    const found = await owner.query<{ n: number }>(
      `select count(*)::int as n from (select from ${name} limit ${most}) r`,
    )
    rows += found.rows[0]?.n ?? 0
  }
  return rows
}

const REBUILT_SUFFIX = 'kept' // a name while the oldest partition is rebuilt

/**
 * Merges the oldest partition and the next one into a new oldest partition that holds the remaining rows of both, and
 * so frees their space.
 */
const fold = async (
  owner: pg.ClientBase,
  group: readonly Periodic[],
  oldest: Part,
  next: Part,
): Promise<DroppedTables> => {
  const [first] = group
  if (!first || !next.to || oldest.to?.getTime() !== next.from?.getTime()) return []
  const [former, latter] = [suffixOf(first, oldest), suffixOf(first, next)]
  const tables = group.flatMap(({ table }) => [`${table}_${former}`, `${table}_${latter}`])
  const to = next.to
  return withPeriodsLock(owner, async () => {
    await openRows(owner, tables)
    if ((await rowsIn(owner, tables, FOLD_LIMIT)) >= FOLD_LIMIT) {
      await closeRows(owner, tables)
      return []
    }
    const part = { suffix: REBUILT_SUFFIX, from: oldest.from, to }
    await makePart(
      owner,
      group,
      part,
      ({ table }) => `select * from ${table}_${former} union all select * from ${table}_${latter}`,
    )
    await drop(owner, group, former)
    await drop(owner, group, latter)
    await attachPart(owner, group, part)
    for (const { table } of group)
      await owner.query(`alter table ${table}_${REBUILT_SUFFIX} rename to ${table}_${former}`)
    return group.map(({ table }) => `${table}_${latter}`)
  })
}

type PeriodDeletion = {
  owner: pg.ClientBase
  db: Db
  group: readonly Periodic[]
  now: Date
  before: Date
  stopping: AbortSignal | undefined
}

/**
 * Expired runs that are still referenced are examined again after a day: this takes half a minute for a million runs,
 * and few can be deleted by then.
 */
const SCAN_EVERY_MS = DAY_MS
const scans = new WeakMap<Db, { at: number; before: number }>()

const deleteRunsDaily = async (
  parts: readonly Part[],
  { db, now, before, stopping }: Pick<PeriodDeletion, 'db' | 'now' | 'before' | 'stopping'>,
): Promise<number> => {
  const last = scans.get(db)
  if (last?.before === before.getTime() && now.getTime() - last.at < SCAN_EVERY_MS) return 0
  const deleted = await deletePastRuns(db, parts, before, stopping)
  if (deleted < AT_MOST && !stopping?.aborted) scans.set(db, { at: now.getTime(), before: before.getTime() })
  return deleted
}

/** Runs reference only other runs, and many tables reference runs. */
const deleteExpiredRuns = async ({
  owner,
  db,
  group,
  now,
  before,
  stopping,
}: PeriodDeletion): Promise<Omit<PeriodChanges, 'made'>> => {
  const [first] = group
  if (!first) return { dropped: [], deleted: 0 }
  const dropped: string[] = []
  const deleted = await deleteRunsDaily(await listPartitions(owner, first), { db, now, before, stopping })
  for (const part of (await listPartitions(owner, first)).filter((each) => isPast(each, before))) {
    if (stopping?.aborted) break
    const [oldest] = await listPartitions(owner, first)
    if (!oldest || oldest.name === part.name) continue
    const went = await fold(owner, group, oldest, part)
    if (!went) break
    dropped.push(...went)
  }
  return { dropped, deleted }
}

/** For activity and events: a period is dropped as a whole. */
const dropWholePeriods = async ({
  owner,
  group,
  before,
  stopping,
}: PeriodDeletion): Promise<Omit<PeriodChanges, 'made'>> => {
  const [first] = group
  const dropped: string[] = []
  if (!first) return { dropped, deleted: 0 }
  for (const part of (await listPartitions(owner, first)).filter((each) => isPast(each, before))) {
    if (stopping?.aborted) break
    const went = await dropPart(owner, group, suffixOf(first, part))
    if (!went) break
    dropped.push(...went)
  }
  return { dropped, deleted: 0 }
}

/**
 * The hourly work: creates the next periods and drops expired ones. If several processes run it, one does the work.
 * @param keep in months @param stopping ends it after the current step
 */
export const maintainPeriods = (
  addressOf: AddressOf,
  db: Db,
  keep: KeepMonths,
  now: Date,
  stopping?: AbortSignal,
): Promise<PeriodChanges | undefined> =>
  asOwner(addressOf, async (owner) => {
    const { rows } = await owner.query<{ mine: boolean }>(`select pg_try_advisory_lock(${PERIODS_LOCK}) as mine`)
    if (!rows[0]?.mine) return undefined
    const all: PeriodChanges = { made: await makePeriods(owner, now), dropped: [], deleted: 0 }
    for (const group of GROUPS) {
      const [first] = group
      if (!first) continue
      const deleteExpired = first.retention === 'runs' ? deleteExpiredRuns : dropWholePeriods
      const { dropped, deleted } = await deleteExpired({
        owner,
        db,
        group,
        now,
        before: pastBefore(now, keep[first.retention]),
        stopping,
      })
      all.dropped.push(...dropped)
      all.deleted += deleted
    }
    return all
  })
