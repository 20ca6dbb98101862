// Creates the partitions of tables that are partitioned by period, as the owner of the schema. Rows without a partition
// are stored in `…_other` and move when their period is created. If several processes do this at once, one does the
// work.
import type pg from 'pg'
import { isLockFailure } from '../lock-errors.ts'
import { boundOf, momentOf, PERIODIC, PERIODS_AHEAD, type Periodic, periodOf, periodSuffix } from './periods.ts'

/** null: no bound on that side. */
export type Part = { name: string; from: Date | null; to: Date | null; isOther: boolean }

/** Held for the whole deletion of periods, and briefly while they are created; a session may hold it twice. */
export const PERIODS_LOCK = 7_236_107
/** A session waiting for such a lock blocks all later ones, so it gives up soon and tries again in an hour. */
const SHORT_LOCKS = `set local lock_timeout = '2s'`

const BOUNDS = /^FOR VALUES FROM \('?([^')]{1,40})'?\) TO \('?([^')]{1,40})'?\)/

/** A table's partitions, the oldest first; `…_other` last. */
export const listPartitions = async (owner: pg.ClientBase, periodic: Periodic): Promise<Part[]> => {
  const { rows } = await owner.query<{ name: string; bounds: string }>(
    `
     select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_inherits i
     join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass`,
    [periodic.table],
  )
  const parts = rows.map(({ name, bounds }): Part => {
    const [, from = 'MINVALUE', to = 'MAXVALUE'] = BOUNDS.exec(bounds) ?? []
    return { name, from: momentOf(periodic, from), to: momentOf(periodic, to), isOther: bounds === 'DEFAULT' }
  })
  const place = ({ from, isOther }: Part) => (isOther ? Number.POSITIVE_INFINITY : (from?.getTime() ?? 0))
  return parts.toSorted((one, other) => place(one) - place(other))
}

/**
 * One transaction, during which no other process creates or drops periods.
 * @returns undefined if another process holds the lock or the tables are in use: the next hour tries again
 */
export const withPeriodsLock = async <T>(owner: pg.ClientBase, work: () => Promise<T>): Promise<T | undefined> => {
  await owner.query('begin')
  try {
    await owner.query(SHORT_LOCKS)
    const { rows } = await owner.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(${PERIODS_LOCK}) as mine`)
    const done = rows[0]?.mine ? await work() : undefined
    await owner.query('commit')
    return done
  } catch (error) {
    await owner.query('rollback')
    if (isLockFailure(error)) return undefined
    throw error
  }
}

/** The columns that are written, without generated ones. */
const columnsOf = async (owner: pg.ClientBase, table: string): Promise<string> => {
  const { rows } = await owner.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows[0]?.columns ?? ''
}

/**
 * The owner does not see companies' rows, except in tables without forced row-level security; its transaction locks
 * them exclusively meanwhile.
 */
export const openRows = async (owner: pg.ClientBase, tables: readonly string[]): Promise<void> => {
  await owner.query(`lock table ${tables.join(', ')} in access exclusive mode`)
  for (const table of tables)
    await owner.query(`alter table ${table} no force row level security; alter table ${table} disable trigger user`)
}
export const closeRows = async (owner: pg.ClientBase, tables: readonly string[]): Promise<void> => {
  for (const table of tables)
    await owner.query(`alter table ${table} force row level security; alter table ${table} enable trigger user`)
}

/** A partitioned table has no storage settings of its own: migrations set those of its partitions. */
const copySettings = async (owner: pg.ClientBase, from: string, to: string): Promise<void> => {
  const { rows } = await owner.query<{ settings: string }>(
    `select array_to_string(reloptions, ', ') as settings
     from pg_class
     where oid = $1::regclass and reloptions is not null`,
    [from],
  )
  if (rows[0]) await owner.query(`alter table ${to} set (${rows[0].settings})`)
}

type NewPart = { suffix: string; from: Date | null; to: Date }
const sideOf = (each: Periodic, at: Date | null): string => (at ? `'${boundOf(each, at)}'` : 'minvalue')

/**
 * Creates and fills a partition of each table of a group, before any other transaction can see it.
 * @param source a query of rows, for each table
 */
export const makePart = async (
  owner: pg.ClientBase,
  group: readonly Periodic[],
  { suffix }: NewPart,
  source: (each: Periodic) => string,
): Promise<void> => {
  for (const each of group) {
    const name = `${each.table}_${suffix}`
    const columns = await columnsOf(owner, each.table)
    await owner.query(`create table ${name} (like ${each.table} including all)`)
    await copySettings(owner, `${each.table}_other`, name)
    await owner.query(`insert into ${name} (${columns}) select ${columns} from (${source(each)}) s`)
    if (each.table === 'check_result')
      await owner.query(
        `alter table ${name} add foreign key (tenant_id, run_id) references check_run_${suffix} on delete cascade`,
      )
    await owner.query(`alter table ${name} enable row level security; alter table ${name} force row level security`)
  }
}

export const attachPart = async (
  owner: pg.ClientBase,
  group: readonly Periodic[],
  { suffix, from, to }: NewPart,
): Promise<void> => {
  for (const each of group)
    await owner.query(
      `
        alter table ${each.table} attach partition ${each.table}_${suffix} for values
        from (${sideOf(each, from)}) to (${sideOf(each, to)})`,
    )
}

const makePeriod = async (owner: pg.ClientBase, group: readonly Periodic[], from: Date, to: Date): Promise<void> => {
  const part = { suffix: periodSuffix(from), from, to }
  const within = (each: Periodic) => `${each.key} >= ${sideOf(each, from)} and ${each.key} < ${sideOf(each, to)}`
  const others = group.map(({ table }) => `${table}_other`)
  await openRows(owner, others)
  await makePart(owner, group, part, (each) => `select * from ${each.table}_other where ${within(each)}`)
  for (const each of group.toReversed()) await owner.query(`delete from ${each.table}_other where ${within(each)}`)
  await attachPart(owner, group, part)
  await closeRows(owner, others)
}

/** Runs and results form one group: their periods are the same. */
export const GROUPS = Object.values(Object.groupBy(PERIODIC, ({ retention }) => retention)).map((group = []) => group)

const covers = (parts: readonly Part[], moment: Date): boolean =>
  parts.some(({ isOther, from, to }) => !isOther && (!from || from <= moment) && (!to || to > moment))

/**
 * From the current period, or from the first end that no period follows if that is earlier: rows of a period that nobody
 * created move to it too, and one that could not be created while later ones were does not stay missing.
 */
const missing = (each: Periodic, parts: readonly Part[], now: Date): Date[] => {
  const last = periodOf(each, now, PERIODS_AHEAD)
  const ends = parts.flatMap(({ to, isOther }) => (to && !isOther && !covers(parts, to) ? [to.getTime()] : []))
  const periods: Date[] = []
  let period = periodOf(each, new Date(Math.min(now.getTime(), ...ends)))
  for (; period <= last; period = periodOf(each, period, 1)) if (!covers(parts, period)) periods.push(period)
  return periods
}

/**
 * Creates the missing periods, each in a transaction of its own. Cost if none is missing: one query of the catalogue
 * per table.
 * @param owner a connection of the schema's owner, outside a transaction
 * @returns the names of the new partitions
 */
export const makePeriods = async (owner: pg.ClientBase, now: Date): Promise<string[]> => {
  const made: string[] = []
  for (const group of GROUPS) {
    const [first] = group
    if (!first) continue
    for (const period of missing(first, await listPartitions(owner, first), now))
      await withPeriodsLock(owner, async () => {
        if (covers(await listPartitions(owner, first), period)) return
        await makePeriod(owner, group, period, periodOf(first, period, 1))
        made.push(...group.map(({ table }) => `${table}_${periodSuffix(period)}`))
      })
  }
  return made
}
