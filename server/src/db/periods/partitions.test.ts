// Tables partitioned by period, on a real server: missing periods are created without losing rows, and expired ones are
// deleted except for rows that are still referenced. The clock is fixed.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts'
import { makePeriods } from './partitions.ts'
import { maintainPeriods } from './period-retention.ts'
import { boundOf, PERIODIC, periodOf, periodSuffix } from './periods.ts'

const KEEP = { runs: 6, events: 24, activity: 24 }
const [RUNS, , EVENTS] = PERIODIC
const HERE = new Date()
const SECOND = 1_000
/** The first moments of quarters and of years to come. */
const quarter = (offset: number) => periodOf(RUNS, HERE, offset)
const year = (offset: number) => periodOf(EVENTS, HERE, offset)
const inside = (period: Date, nth = 1) => new Date(period.getTime() + nth * SECOND)
let fresh: FreshDatabase
let owner: pg.Client

const connected = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: fresh.addressOf('padron_owner').connectionString })
  await client.connect()
  return client
}
beforeAll(async () => {
  fresh = await freshDatabase()
  owner = await connected()
  await run(`
    insert into company (tenant_id, short_name, company_name, country, time_zone)
    values (7, 'norte', 'Norte', 'MX', 'America/Monterrey');
    insert into vehicle (tenant_id, vehicle_id, plate, vin, state_id) overriding system value
      select 7, n, 'AAA' || n, 'V' || n || 'AAAAAAAAAAAAAAA', 19 from generate_series(1, 3) n`)
})
afterAll(async () => {
  await owner.end()
  await fresh.drop()
})

const run = (text: string, values?: unknown[]) => fresh.db.system.query(text, values)
const rows = async (text: string) => (await run(text)).rows
const maintain = (now: Date) => maintainPeriods(fresh.addressOf, fresh.db, KEEP, now)
/** The nth run or event of a moment. */
const idAt = (at: Date, nth: number): string =>
  boundOf(RUNS, at).replace(/0000-0000-0{12}$/, `7000-8000-${String(nth).padStart(12, '0')}`)
const addRun = async (
  at: Date,
  nth: number,
  vehicle = 1,
  more: { raw?: string; rawOf?: string } = {},
): Promise<string> => {
  const id = idAt(at, nth)
  await run(
    `
     insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
       duration_ms, outcome, raw, raw_of)
     values (7, $1, $2, 'c', 'p', 1, $3, 1, 'ok', $4, $5)`,
    [id, vehicle, at.toISOString(), more.raw ?? null, more.rawOf ?? null],
  )
  await run(
    `
      insert into check_result (tenant_id, run_id, resource_id, status_id, result, evidence)
      values (7, $1, 5002, 14, '[]', '[]')`,
    [id],
  )
  return id
}
const addEvent = (at: Date, nth: number) =>
  run(
    `
      insert into check_event (tenant_id, event_id, at, vehicle_id, resource_id, resource_type_id, run_id, kind)
      values (7, $1, $2, 1, 5002, 2, $1, 'status')`,
    [idAt(at, nth), at.toISOString()],
  )
const addLine = (at: Date, name: string) =>
  run(
    `
      insert into activity (tenant_id, at, origin, who, subject_kind, subject_name, action, changes)
      values (7, $1, 'system', 'x', 'vehicle', $2, 'create', '{}')`,
    [at.toISOString(), name],
  )
const partOf = async (table: string, where: string): Promise<string[]> =>
  (await rows(`select tableoid::regclass::text as part from ${table} where ${where} order by 1`)).map(
    ({ part }) => part,
  )
const known = async (table: string): Promise<string[]> =>
  (
    await rows(
      `select inhrelid::regclass::text as part from pg_inherits where inhparent = '${table}'::regclass order by 1`,
    )
  ).map(({ part }) => part)

it('the next period exists, and a second run creates nothing', async () => {
  expect(await known('check_run')).toEqual([
    `check_run_${periodSuffix(quarter(1))}`,
    'check_run_before',
    'check_run_other',
  ])
  expect(await known('activity')).toEqual([`activity_${periodSuffix(year(1))}`, 'activity_before', 'activity_other'])
  expect(await makePeriods(owner, HERE)).toEqual([])
})

it('rows of periods that did not exist are moved to them once they are created', async () => {
  const [runAt, at] = [inside(quarter(3)), inside(year(2))]
  const id = await addRun(runAt, 1)
  await addEvent(at, 1)
  await addLine(at, 'dos años después')
  expect(await partOf('check_run', `run_id = '${id}'`)).toEqual(['check_run_other'])
  expect(await partOf('activity', `subject_name = 'dos años después'`)).toEqual(['activity_other'])
  const made = await makePeriods(owner, quarter(4))
  expect(made).toEqual(
    expect.arrayContaining([2, 3, 4, 5].map((offset) => `check_run_${periodSuffix(quarter(offset))}`)),
  )
  await makePeriods(owner, year(2))
  expect(await partOf('check_run', `run_id = '${id}'`)).toEqual([`check_run_${periodSuffix(quarter(3))}`])
  expect(await partOf('check_result', `run_id = '${id}'`)).toEqual([`check_result_${periodSuffix(quarter(3))}`])
  expect(await partOf('check_event', 'true')).toEqual([`check_event_${periodSuffix(year(2))}`])
  expect(await partOf('activity', `subject_name = 'dos años después'`)).toEqual([`activity_${periodSuffix(year(2))}`])
  // Moved rows are like any others: hidden from other companies, and deleted with their run.
  expect((await fresh.db.app.query('select from check_run')).rowCount).toBe(0)
  await run('delete from check_run where run_id = $1', [id])
  expect(await rows(`select from check_result where run_id = '${id}'`)).toEqual([])
  await run('delete from check_event')
})

it('a new partition has the vacuum settings of the others', async () => {
  const settings = await rows(`
    select inhparent::regclass::text as table,
      array_agg(distinct coalesce(array_to_string(reloptions, ', '), '')) as set
    from pg_inherits
    join pg_class c on c.oid = inhrelid
    where inhparent = any('{${PERIODIC.map(({ table }) => table)}}'::regclass[]) and c.relkind = 'r'
    group by 1`)
  expect(settings).toHaveLength(PERIODIC.length)
  for (const { set } of settings) expect(set).toEqual(['autovacuum_vacuum_insert_scale_factor=0.05'])
})

it('many processes at once create each period once', async () => {
  const others = await Promise.all([1, 2, 3].map(connected))
  const made = (await Promise.all(others.map((client) => makePeriods(client, year(3))))).flat()
  for (const client of others) await client.end()
  await makePeriods(owner, year(3)) // a process that finds another one at work leaves its partition for the next hour
  expect(new Set(made).size).toBe(made.length)
  expect(await known('activity')).toContain(`activity_${periodSuffix(year(4))}`)
})

it('expired runs are deleted, except those that are still referenced', async () => {
  const [first, second] = [inside(quarter(0)), inside(quarter(1))]
  const newest = await addRun(first, 11, 1)
  const good = await addRun(second, 12, 2, { raw: 'x' })
  const shared = await addRun(first, 13, 3, { raw: 'y' })
  const pointing = await addRun(inside(quarter(9)), 14, 3, { rawOf: shared })
  const useless = [await addRun(first, 15, 1), await addRun(second, 16, 1)]
  await run(
    `
    insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id, last_run_id, good_run_id)
    values (7, 1, 5002, 2, $1, null), (7, 2, 5002, 2, null, $2)
    on conflict (tenant_id, vehicle_id, resource_id) do update
    set last_run_id = excluded.last_run_id, good_run_id = excluded.good_run_id`,
    [newest, good],
  )
  await run(
    `
      insert into evidence_file (tenant_id, file_id, vehicle_id, run_id, file_name, media_type, size, sha256, path)
      values (7, gen_random_uuid(), 1, $1, 'a', 'b', 1, 'c', 'd'),
        (7, gen_random_uuid(), 1, $2, 'a', 'b', 1, 'c', 'e')`,
    [useless[0], newest],
  )

  // Six months after the first quarter ended the second one has not expired.
  expect(await maintain(quarter(3))).toMatchObject({ deleted: 1, dropped: [] })
  expect(await maintain(quarter(4))).toMatchObject({
    deleted: 1,
    dropped: [`check_run_${periodSuffix(quarter(1))}`, `check_result_${periodSuffix(quarter(1))}`],
  })
  const left = (await rows('select run_id from check_run order by 1')).map(({ run_id }) => run_id)
  expect(left).toEqual([newest, shared, good, pointing].toSorted())
  // Runs that stay are in the oldest partition, with their results; the evidence of deleted runs is deleted.
  expect(await partOf('check_run', `run_id = '${good}'`)).toEqual(['check_run_before'])
  expect(await rows('select run_id from check_result')).toHaveLength(4)
  expect(await rows('select path from evidence_file')).toEqual([{ path: 'e' }])
})

it('expired runs that were still referenced are examined again after a day, not every hour', async () => {
  const after = (hours: number) => maintain(new Date(quarter(4).getTime() + hours * 3_600_000))
  await run('update vehicle_resource set last_run_id = null where vehicle_id = 1')
  expect(await after(23)).toMatchObject({ deleted: 0 })
  expect(await after(24)).toMatchObject({ deleted: 1 })
})

it('expired years of events and of the activity log are dropped as a whole', async () => {
  await addEvent(inside(year(1)), 21)
  await addLine(inside(year(1)), 'vieja')
  expect((await maintain(new Date(year(4).getTime() - SECOND)))?.dropped).not.toContain(
    `check_event_${periodSuffix(year(1))}`,
  )
  expect(await rows('select from check_event')).toHaveLength(1)
  expect((await maintain(year(4)))?.dropped).toEqual(
    expect.arrayContaining([`check_event_${periodSuffix(year(1))}`, `activity_${periodSuffix(year(1))}`]),
  )
  expect(await rows('select from check_event')).toEqual([])
  expect(await rows(`select from activity where subject_name = 'vieja'`)).toEqual([])
  expect(await known('activity')).not.toContain('activity_before')
})

it('a period that is being read is deleted the next time', async () => {
  const now = periodOf(RUNS, year(4), 4)
  await makePeriods(owner, now) // otherwise each missing one would wait for the reader too
  const [oldest = ''] = (await known('check_run')).filter((name) => /\d$/.test(name))
  const reader = await fresh.db.system.connect()
  await reader.query('begin; select from check_run')
  expect((await maintain(now))?.dropped).not.toContain(oldest)
  await reader.query('commit')
  reader.release()
  expect((await maintain(now))?.dropped).toContain(oldest)
})

it('a period that is missing between two others is created the next time', async () => {
  const names = (await known('check_run')).filter((name) => /\d$/.test(name))
  const [suffix] = names.map((name) => name.replace('check_run_', ''))
  const lost = ['check_result', 'check_run'].map((table) => `${table}_${suffix}`)
  for (const name of lost) await owner.query(`drop table ${name}`)
  expect((await makePeriods(owner, periodOf(RUNS, year(4), 4))).toSorted()).toEqual(lost)
  expect((await known('check_run')).filter((name) => /\d$/.test(name))).toEqual(names)
})
