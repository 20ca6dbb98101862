// When figures are computed and what calls answer meanwhile: on request, when a user reads them, at night and after
// large imports; a company whose figures fail does not delay the others.
import type { DashboardFacts } from '@padron/contract/dashboard'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asSystem, asTenant } from '../../../db/client.ts'
import { touchFleet } from '../../../db/fleet-version.ts'
import { deleteExpiry } from '../../../fleet/document-expiry.ts'
import { requestStatistics } from '../../../fleet/request-statistics.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../../testing/server.ts'
import { claimDue, recordFailure, releaseClaim } from './claims.ts'
import { statisticsWork } from './statistics-work.ts'
import { writeStatistics } from './write-statistics.ts'

let at = new Date('2026-11-22T18:00:00Z')
const now = () => at
const advance = (ms: number): void => {
  at = new Date(at.getTime() + ms)
}
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let server: TestServer
let company: Company
let main: Somebody
let nth = 0
beforeAll(async () => {
  server = await testServer(now)
})
afterAll(() => server.stop())
beforeEach(async () => {
  // companies of earlier tests are no longer computed
  await asSystem(server.db, (tx) => sql`update company set erase_at = '2030-01-01'`.execute(tx))
  company = await server.company(`empresa${String.fromCharCode(97 + nth++)}`)
  main = await server.somebody(company, 'admin', ['admin'])
})

const work = () => statisticsWork({ db: server.db, now, log: pino({ level: 'silent' }) }).runDue()
type Read = Partial<DashboardFacts> & {
  statistics: DashboardFacts['statistics'] | null
  changed: boolean
  refreshing: boolean
}
const read = async (who = main): Promise<Read> =>
  ((await server.ask(who, { url: '/api/v2/dashboard' })).body as { dashboard: Read }).dashboard
const refresh = async () => (await server.ask(main, { method: 'POST', url: '/api/v2/dashboard/refresh' })).body

type Row = { next: string; computed: string | null; failed: number; wanted: string | null; took: number | null }
const rowOf = async ({ tenantId } = company): Promise<Row | undefined> => {
  const { rows } = await server.db.system.query<Row>(
    `select next_at as next, computed_at as computed, failures as failed, requested_at as wanted, duration_ms as took
    from dashboard_statistics
    where tenant_id = $1`,
    [tenantId],
  )
  return rows[0]
}
/** The request that a read makes is written after its response. */
const isWanted = () => expect.poll(async () => (await rowOf())?.wanted).toBeTruthy()
const addVehicle = (plate: string) =>
  server
    .vehicles(company, [{ plate }])
    .then(() => asTenant(server.db, company.tenantId, (tx) => touchFleet(tx, company.tenantId)))

describe('figures', () => {
  it('are null until they are computed, and reading them requests them', async () => {
    expect(await read()).toEqual({ statistics: null, changed: false, refreshing: true })
    await isWanted()
    expect(await work()).toBe(1)
    const { statistics, changed, refreshing, computedAt, today } = await read()
    expect(statistics?.map(({ months, period }) => [months, period])).toEqual([
      [0, 'Todo'],
      [1, 'Último Mes'],
      [3, 'Trimestre'],
      [6, 'Semestre'],
      [12, 'Año'],
      [-2, 'Sin fecha'],
      [-1, 'Siguiente mes'],
    ])
    expect([changed, refreshing, computedAt, today]).toEqual([false, false, '2026-11-22T18:00:00Z', '2026-11-22'])
  })

  it('report that the fleet changed, and a read requests them again once they are ten minutes old', async () => {
    await refresh()
    await work()
    await addVehicle(`FIG00${nth}A`)
    expect(await read()).toMatchObject({ changed: true, refreshing: false })
    expect(await work()).toBe(0)
    advance(11 * MINUTE)
    expect(await read()).toMatchObject({ changed: true, refreshing: true })
    await isWanted() // a second request during the computation would wait for the next
    await expect.poll(() => read()).toMatchObject({ refreshing: true })
    await expect.poll(() => work()).toBe(1)
    await expect
      .poll(async () => ((await work()) ? undefined : read()))
      .toMatchObject({ changed: false, refreshing: false })
    expect((await read()).statistics?.[0]?.totalVehicleCount).toBe(1)
  })

  it('are computed again on request, once for all concurrent requests', async () => {
    await refresh()
    await work()
    await addVehicle(`FIG00${nth}B`)
    advance(MINUTE)
    expect([await refresh(), await refresh()]).toEqual([{ refreshing: true }, { refreshing: true }])
    expect((await read()).refreshing).toBe(true)
    expect(await work()).toBe(1)
    expect((await read()).refreshing).toBe(false)
    expect(await work()).toBe(0)
  })

  it('of an unchanged fleet are not computed again within ten minutes', async () => {
    await refresh()
    await work()
    advance(9 * MINUTE)
    expect(await refresh()).toEqual({ refreshing: false })
    expect(await work()).toBe(0)
    advance(2 * MINUTE)
    expect(await refresh()).toEqual({ refreshing: true })
    expect(await work()).toBe(1)
  })

  it('requested all the time by one company leave time for the others', async () => {
    const other = await server.company(`paciente${String.fromCharCode(97 + nth)}`)
    await refresh()
    await work()
    await server.db.system.query('update dashboard_statistics set duration_ms = 3000 where tenant_id = $1', [
      company.tenantId,
    ])
    await addVehicle(`FIG00${nth}C`)
    advance(1000)
    await refresh()
    await asTenant(server.db, other.tenantId, (tx) => requestStatistics(tx, other.tenantId, at))
    expect(await work()).toBe(1)
    expect([(await rowOf(other))?.wanted, (await rowOf())?.wanted]).toEqual([null, expect.any(String)])
    advance(58_000)
    expect(await work()).toBe(0)
    advance(1000)
    expect(await work()).toBe(1)
  })

  it('written by a clock that ran ahead block nothing once the clock is right again', async () => {
    const right = at
    advance(400 * DAY)
    await refresh()
    await work()
    at = right
    expect(await read()).toMatchObject({ refreshing: true })
    await isWanted()
    expect(await work()).toBe(1)
    const { computed, next = '' } = (await rowOf()) ?? {}
    expect(computed).toBe(at.toISOString().replace('.000', ''))
    expect(Date.parse(next) - at.getTime()).toBeLessThan(2 * DAY)
    expect((await read()).refreshing).toBe(false)
  })

  it('are not written by a process that lost its claim; those of the new claim stay', async () => {
    await refresh()
    const lost = await claimDue(server.db, at)
    advance(6 * MINUTE)
    const claimed = await claimDue(server.db, at)
    if (!lost || !claimed) throw new Error('nothing was due')
    expect((await writeStatistics(server.db, lost, at)).written).toBe(false)
    await recordFailure(server.db, lost, at)
    await releaseClaim(server.db, lost)
    expect(await rowOf()).toMatchObject({ computed: null, failed: 0 })
    expect((await writeStatistics(server.db, claimed, at)).written).toBe(true)
    expect((await rowOf())?.wanted).toBeNull()
  })

  it('of a company erased meanwhile are dropped without an error', async () => {
    await refresh()
    const due = await claimDue(server.db, at)
    await server.db.system.query('delete from dashboard_statistics where tenant_id = $1', [company.tenantId])
    expect(due && (await writeStatistics(server.db, due, at)).written).toBe(false)
  })

  it('are marked as changed when a document’s date changes', async () => {
    await refresh()
    await work()
    expect((await read()).changed).toBe(false)
    await asTenant(server.db, company.tenantId, (tx) => deleteExpiry(tx, company.tenantId, 1))
    expect((await read()).changed).toBe(true)
    advance(MINUTE)
    expect(await refresh()).toEqual({ refreshing: true })
    await work()
    expect((await read()).changed).toBe(false)
  })

  it('requested during a computation are computed again', async () => {
    await refresh()
    await claimDue(server.db, at)
    advance(1000)
    await refresh()
    expect((await rowOf())?.wanted).toBe(at.toISOString().replace('.000', ''))
  })

  it('of policies include documents only for users who can read them, and say so', async () => {
    const reader = await server.somebody(company, 'lectora', ['dashboard_read'])
    await refresh()
    await work()
    expect([(await read()).papers, (await read(reader)).papers]).toEqual([true, false])
  })

  it('cannot be read without the permission to read dashboards', async () => {
    const other = await server.somebody(company, 'otra', ['vehicles_read'])
    expect((await server.ask(other, { url: '/api/v2/dashboard' })).status).toBe(403)
    expect((await server.ask(other, { method: 'POST', url: '/api/v2/dashboard/refresh' })).status).toBe(403)
  })
})

describe('without a request', () => {
  it('new companies are computed at their first night, then every night', async () => {
    expect(await work()).toBe(0)
    const { next = '' } = (await rowOf()) ?? {}
    expect(Date.parse(next) - at.getTime()).toBeGreaterThan(0)
    at = new Date(next)
    expect(await work()).toBe(1)
    expect(Date.parse((await rowOf())?.next ?? '') - at.getTime()).toBe(DAY)
  })

  it('unchanged figures are not computed twice a day', async () => {
    await refresh()
    await work()
    const before = await rowOf()
    await server.db.system.query('update dashboard_statistics set next_at = $1 where tenant_id = $2', [
      at,
      company.tenantId,
    ])
    advance(MINUTE)
    expect(await work()).toBe(0)
    const after = await rowOf()
    expect(after?.computed).toBe(before?.computed)
    expect(after?.next).toBe(before?.next)
  })

  it('companies due for erasure are skipped', async () => {
    await refresh()
    await server.db.system.query('update company set erase_at = $1 where tenant_id = $2', [
      new Date('2030-01-01'),
      company.tenantId,
    ])
    expect(await work()).toBe(0)
  })

  it('a failed company is retried, and the others are computed', async () => {
    const other = await server.company(`otra${String.fromCharCode(97 + nth)}`)
    await refresh()
    await asTenant(server.db, other.tenantId, (tx) => requestStatistics(tx, other.tenantId, at))
    await server.db.system.query(`update company set time_zone = 'No/Existe' where tenant_id = $1`, [company.tenantId])
    advance(1000)
    expect(await work()).toBe(1)
    expect((await rowOf(other))?.computed).toBeTruthy()
    expect(await rowOf()).toMatchObject({ failed: 1, computed: null })
    expect(await work()).toBe(0)
    advance(2 * MINUTE)
    await work()
    expect(await rowOf()).toMatchObject({ failed: 2 })
    expect((await read()).refreshing).toBe(true)
    await server.db.system.query('update dashboard_statistics set failures = 9 where tenant_id = $1', [
      company.tenantId,
    ])
    expect((await read()).refreshing).toBe(false)
    await server.db.system.query(`update company set time_zone = 'America/Bogota' where tenant_id = $1`, [
      company.tenantId,
    ])
    advance(5 * MINUTE)
    expect(await work()).toBe(1)
    expect(await rowOf()).toMatchObject({ failed: 0 })
  })

  it('a claim of a dead process is taken over after five minutes, and not before', async () => {
    await refresh()
    expect(await claimDue(server.db, at)).toMatchObject({ tenantId: company.tenantId, isRequested: true })
    advance(4 * MINUTE)
    expect(await claimDue(server.db, at)).toBeUndefined()
    advance(2 * MINUTE)
    expect(await work()).toBe(1)
  })

  it('the company that has waited longest is first, requested or nightly', async () => {
    const other = await server.company(`noche${String.fromCharCode(97 + nth)}`)
    await work()
    await server.db.system.query('update dashboard_statistics set next_at = $1 where tenant_id = $2', [
      new Date(at.getTime() - MINUTE),
      other.tenantId,
    ])
    await refresh()
    expect((await claimDue(server.db, at))?.tenantId).toBe(other.tenantId)
    expect((await claimDue(server.db, at))?.tenantId).toBe(company.tenantId)
  })
})
