// Deletes expired runs in small steps, with their results and rows of evidence files, except runs that are still
// referenced. The retention of unreferenced files deletes the files.
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../client.ts'
import type { Part } from './partitions.ts'
import { boundOf, PERIODIC } from './periods.ts'

const STEP = 2_000
/** Per hour: more would fill the database's write-ahead log, and the next hour continues. */
export const AT_MOST = 500_000

type Place = { tenant: number; run: string }
type Step = { last: Place | null; deleted: number }

const [RUNS] = PERIODIC

/**
 * The key range of a partition's expired runs: an id contains the time of its run, so the index skips the others. The
 * partition `…_other` begins after the last period, and its ids may contain no time.
 */
const within = ({ from, to, isOther }: Part, end: Date | null, before: Date) => {
  const low = isOther ? end : from
  const high = to && to < before ? to : before
  return sql.join(
    [
      ...(low ? [sql`r.run_id >= ${boundOf(RUNS, low)}::uuid`] : []),
      ...(isOther ? [] : [sql`r.run_id < ${boundOf(RUNS, high)}::uuid`]),
      sql`true`,
    ],
    sql` and `,
  )
}

/**
 * Deletes one page of runs by key. A run is still referenced by the vehicle's state of each source (last and last good
 * run), by the answers of the registry and of history sources, and by runs whose answer is stored with it.
 */
const step = async (tx: Tx, where: ReturnType<typeof within>, before: Date, after: Place): Promise<Step> => {
  const { rows } = await sql<{ tenant: number | null; run: string | null; deleted: number }>`
    with page as materialized (
      select r.tenant_id, r.run_id, r.vehicle_id, r.started_at, r.raw is not null as keeps
      from check_run r
      where ${where} and (r.tenant_id, r.run_id) > (${after.tenant}, ${after.run}::uuid)
      order by r.tenant_id, r.run_id
      limit ${STEP}),
    gone as (
      delete from check_run r using page p
      where ${where} and r.tenant_id = p.tenant_id and r.run_id = p.run_id and p.started_at < ${before.toISOString()}
        and not exists (
          select from vehicle_resource f
          where f.tenant_id = p.tenant_id
            and f.vehicle_id = p.vehicle_id
            and p.run_id in (f.good_run_id, f.last_run_id))
        and not exists (
          select from vehicle_registry g
          where g.tenant_id = p.tenant_id and g.vehicle_id = p.vehicle_id and g.run_id = p.run_id)
        and not exists (
          select from vehicle_record h
          where h.tenant_id = p.tenant_id and h.vehicle_id = p.vehicle_id and h.run_id = p.run_id)
        and not (p.keeps and exists (select from check_run x where x.tenant_id = p.tenant_id and x.raw_of = p.run_id))
      returning r.tenant_id, r.run_id),
    proofs as (delete from evidence_file e using gone g where e.tenant_id = g.tenant_id and e.run_id = g.run_id)
    select p.tenant_id as tenant, p.run_id as run, (select count(*)::int from gone) as deleted
    from (select) one
    left join (select tenant_id, run_id from page order by tenant_id desc, run_id desc limit 1) p on true`.execute(tx)
  const { tenant = null, run = null, deleted = 0 } = rows[0] ?? {}
  return { last: tenant !== null && run !== null ? { tenant, run } : null, deleted }
}

const FIRST: Place = { tenant: 0, run: '00000000-0000-0000-0000-000000000000' }

/** @param parts of check_run @returns the number of deleted runs */
export const deletePastRuns = async (
  db: Db,
  parts: readonly Part[],
  before: Date,
  stopping?: AbortSignal,
): Promise<number> => {
  const ends = parts.flatMap(({ to, isOther }) => (to && !isOther ? [to.getTime()] : []))
  const end = ends.length > 0 ? new Date(Math.max(...ends)) : null
  let deleted = 0
  for (const part of parts.filter(({ from }) => !from || from < before)) {
    const where = within(part, end, before)
    for (let place: Place | null = FIRST; place && deleted < AT_MOST && !stopping?.aborted; ) {
      const after: Place = place
      const done: Step = await asSystem(db, (tx) => step(tx, where, before, after))
      deleted += done.deleted
      place = done.last
    }
  }
  return deleted
}
