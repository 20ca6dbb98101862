// Which runs are counted, that counting twice changes nothing, that one process counts at a time, and that downtime is
// caught up.
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { startSchedule } from '../../jobs/schedule.ts'
import { type TestServer, testServer } from '../../testing/server.ts'
import { type PastRun, pastRuns } from '../testing/past-runs.ts'
import { deleteExpiredStats, updateStats } from './stats.ts'
import { statsSchedule } from './stats-schedule.ts'

const NOW = new Date('2026-11-20T15:32:10Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

let server: TestServer
let mine: { tenantId: number; vehicleId: number }
let other: typeof mine

const companyWith = async (name: string, plate: string) => {
  const { tenantId } = await server.company(name)
  const [vehicleId = 0] = await server.vehicles({ tenantId, name }, [{ plate }])
  return { tenantId, vehicleId }
}
const ran = (runs: readonly PastRun[], whose = mine) => pastRuns(server.db, whose.tenantId, whose.vehicleId, runs)
type Row = {
  slot: string
  runs: number
  good: number
  outcomes: object
  types_read: object
  debts: number
  clear: number
  mismatches: number
  durations: number[]
}
const rowsOf = (table: 'source_stats' | 'source_hourly_stats') =>
  asSystem(
    server.db,
    async (tx) => (await sql<Row>`select * from ${sql.table(table)} order by connector_key, slot`.execute(tx)).rows,
  )

beforeAll(async () => {
  server = await testServer()
  mine = await companyWith('norte', 'AAA100A')
  other = await companyWith('sur', 'BBB100B')
})
afterAll(() => server.stop())
beforeEach(() =>
  server.db.system.query(
    'delete from check_result; delete from check_run; delete from source_stats; delete from source_hourly_stats',
  ),
)

describe('slots', () => {
  it('count the runs of every company by connector and five minutes, with the types read', async () => {
    await ran([
      {
        at: ago(2),
        types: [0, 1],
        results: [
          [1900, 3],
          [1901, 0],
        ],
        ms: 200,
      },
      { at: ago(2), outcome: 'partial', types: [1], results: [[1901, 1]], mismatch: true },
      { at: ago(2), outcome: 'http-error' },
      { at: ago(9) },
    ])
    await ran([{ at: ago(2), outcome: 'not-applicable', ms: 40 }], other)
    expect(await updateStats(server.db, NOW)).toBe(true)
    expect(await rowsOf('source_stats')).toMatchObject([
      { slot: '2026-11-20T15:20:00Z', runs: 1, good: 1 },
      {
        slot: '2026-11-20T15:30:00Z',
        runs: 4,
        good: 3,
        not_applicable: 1,
        outcomes: { ok: 1, partial: 1, 'http-error': 1, 'not-applicable': 1 },
        types_read: { 0: 1, 1: 2 },
        debts: 1,
        clear: 1,
        mismatches: 1,
        total_ms: 440,
        last_good_at: '2026-11-20T15:30:10.2Z',
      },
    ])
    expect(await rowsOf('source_hourly_stats')).toMatchObject([
      { slot: '2026-11-20T15:00:00Z', runs: 5, good: 4, types_read: { 0: 1, 1: 2 }, total_ms: 540 },
    ])
  })

  it('count only runs that queried the source; captures and reparsed answers do not count', async () => {
    await ran([
      { at: ago(2), outcome: 'circuit-open', queried: false },
      { at: ago(2), outcome: 'cancelled', queried: false },
      { at: ago(2), outcome: 'needs-input', queried: false },
      { at: ago(2), outcome: 'needs-input' },
      { at: ago(2), origin: 'capture' },
      { at: ago(2), origin: 'reparse' },
    ])
    await updateStats(server.db, NOW)
    const [slot] = await rowsOf('source_stats')
    expect(slot).toMatchObject({ runs: 1, good: 0, outcomes: { 'circuit-open': 1, cancelled: 1, 'needs-input': 2 } })
    expect(slot?.durations.reduce((sum, count) => sum + count, 0)).toBe(1)
  })

  it('read the types of older runs from their results', async () => {
    await ran([
      {
        at: ago(2),
        results: [
          [1900, 3],
          [1908, 17],
        ],
      },
    ])
    await updateStats(server.db, NOW)
    expect(await rowsOf('source_stats')).toMatchObject([{ types_read: { 0: 1, 8: 1 } }])
  })

  it('do not change when they are counted again', async () => {
    await ran([
      { at: ago(2), types: [0] },
      { at: ago(14), outcome: 'timeout', ms: 9000 },
      { at: ago(70) },
      { at: ago(3000) },
    ])
    await updateStats(server.db, NOW)
    const before = [await rowsOf('source_stats'), await rowsOf('source_hourly_stats')]
    await updateStats(server.db, NOW)
    await updateStats(server.db, NOW, { since: ago(1), reachMs: 300_000 })
    await updateStats(server.db, NOW, { since: ago(200) })
    expect([await rowsOf('source_stats'), await rowsOf('source_hourly_stats')]).toEqual(before)
    expect(before[1]?.map(({ runs }) => runs)).toEqual([1, 1, 2])
  })

  it('include a run that ends after the first count', async () => {
    await ran([{ at: ago(20) }])
    await updateStats(server.db, ago(10))
    await ran([{ at: ago(19), outcome: 'timeout', ms: 600_000 }])
    await updateStats(server.db, ago(9), { since: ago(10) })
    expect(await rowsOf('source_stats')).toMatchObject([{ runs: 2 }])
  })

  it('are caught up after days of downtime; old slots are deleted while their hours stay', async () => {
    await ran([{ at: ago(60 * 24 * 5) }])
    await updateStats(server.db, ago(60 * 24 * 5))
    await ran([{ at: ago(60 * 24 * 5 - 4) }, { at: ago(60 * 24 * 3) }, { at: ago(1) }])
    await updateStats(server.db, NOW)
    await deleteExpiredStats(server.db, NOW)
    await updateStats(server.db, NOW)
    expect((await rowsOf('source_hourly_stats')).map(({ runs }) => runs)).toEqual([2, 1, 1])
    expect(await rowsOf('source_stats')).toHaveLength(1)
  })

  it('count an answer that arrives hours later at the time of its query', async () => {
    await ran([{ at: ago(400) }])
    await updateStats(server.db, ago(300))
    await ran([{ at: ago(398), origin: 'webhook', ms: 396 * 60_000 }])
    await updateStats(server.db, NOW, { since: ago(1) })
    expect((await rowsOf('source_hourly_stats')).map(({ runs }) => runs)).toEqual([2])
  })

  it('are counted by one process at a time', async () => {
    await ran([{ at: ago(2) }])
    await asSystem(server.db, async (tx) => {
      await sql`select pg_advisory_xact_lock(7236106)`.execute(tx)
      expect(await updateStats(server.db, NOW)).toBe(false)
    })
    expect(await updateStats(server.db, NOW)).toBe(true)
  })

  it('are counted by the schedule from its start', async () => {
    await ran([{ at: ago(2) }])
    const log = pino({ level: 'silent' })
    const stop = startSchedule(statsSchedule({ db: server.db, log, now: () => NOW }), log)
    await stop()
    expect(await rowsOf('source_hourly_stats')).toMatchObject([{ runs: 1 }])
  })
})
