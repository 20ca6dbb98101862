// The health of the sources: permissions, figures from runs only, shares and times of all companies without their data,
// and the vehicles affected by an outage.
import type { Reply } from '@padron/contract/call'
import { HISTORY_DAYS, type health, type StateHealth } from '@padron/contract/health'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtInConnector } from '../../checks/connectors/registry.ts'
import { updateStats } from '../../checks/health/stats.ts'
import { type PastRun, pastRuns } from '../../checks/testing/past-runs.ts'
import { asSystem } from '../../db/client.ts'
import { type Company, rolesWithout, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

const NOW = new Date('2026-11-20T15:32:10Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const FINES = 901 // Mexico City

let server: TestServer
let mine: Company
let other: Company
let who: Somebody
let vehicles: number[]
let theirs: number[]

beforeAll(async () => {
  server = await testServer(() => NOW)
  mine = await server.company('norte')
  other = await server.company('sur')
  who = await server.somebody(mine, 'admin', ['admin'])
  vehicles = await server.vehicles(
    mine,
    Array.from({ length: 30 }, (_, i) => ({ plate: `NLA${100 + i}A`, stateId: 9 })),
  )
  theirs = await server.vehicles(other, [{ plate: 'SUR100A', stateId: 9 }])
})
afterAll(() => server.stop())
const run = (text: string) => server.db.system.query(text)
beforeEach(() =>
  run(`
      delete from check_run; delete from source_stats; delete from source_hourly_stats;
      delete from source_outage; delete from source_alarm;
    delete from resource_service; update vehicle_resource set last_outcome = null, last_at = null, good_at = null;
    update portal
    set base_url = 'http://localhost:9', account_key = null, open_until = null, next_at = '-infinity',
      credit_out_since = null, drift = '{}', probe_at = null
      where portal_key = 'apitude';
    update portal set base_url = null where portal_key <> 'apitude'`),
)

const ran = async (runs: readonly PastRun[], whose = mine, nth = 0) => {
  const id = (whose === mine ? vehicles : theirs)[nth] ?? 0
  await pastRuns(server.db, whose.tenantId, id, runs)
  await updateStats(server.db, NOW)
}
const get = (url: string, as = who) => server.ask(as, { url })
const states = async (as = who): Promise<StateHealth[]> =>
  ((await get('/api/v2/resources/health', as)).body as { stateResourceTypeHealths: StateHealth[] })
    .stateResourceTypeHealths
const cellOf = async (stateId: number, typeId: number) =>
  (await states())
    .find(({ state }) => state.stateId === stateId)
    ?.resourceTypeHealth.find(({ resourceType }) => resourceType.resourceTypeId === typeId)
type Detail = Reply<typeof health.resource>
const detail = async (id = FINES): Promise<Detail> => (await get(`/api/v2/resources/${id}/health`)).body as Detail

describe('permissions', () => {
  it('401 without a session, 403 without the permission, 404 for another country’s resource', async () => {
    for (const url of [
      '/api/v2/resources/health',
      `/api/v2/resources/${FINES}/health`,
      `/api/v2/resources/${FINES}/health/vehicles`,
    ])
      expect((await server.ask(undefined, { url })).status).toBe(401)
    const blind = await server.somebody(mine, 'sin', rolesWithout('resource_read'))
    expect((await get('/api/v2/resources/health', blind)).status).toBe(403)
    expect((await get(`/api/v2/resources/${FINES}/health`, blind)).status).toBe(403)
    const noFleet = await server.somebody(mine, 'salud', ['resource_read'])
    expect((await get(`/api/v2/resources/${FINES}/health/vehicles`, noFleet)).status).toBe(403)
    expect((await get('/api/v2/resources/6001/health')).status).toBe(404)
    expect((await get('/api/v2/resources/999999/health')).status).toBe(404)
  })
})

describe('the states', () => {
  it('list the whole country first, then the states by name, with types in display order', async () => {
    const list = await states()
    expect(list.slice(0, 3).map(({ state }) => state.stateName)).toEqual([
      'Todo el país',
      'Aguascalientes',
      'Baja California',
    ])
    expect(list).toHaveLength(33)
    const leon = list.find(({ state }) => state.stateId === 19)
    expect(leon?.resourceTypeHealth.map(({ resourceType }) => resourceType.descriptionSpanish)).toEqual([
      'Multas',
      'Tenencias',
      'Posibles adeudos de tenencia',
      'Refrendos',
      'Adeudos diversos',
    ])
  })

  it('have no data without runs: neither good nor bad', async () => {
    const cell = await cellOf(9, 1)
    expect(cell).toMatchObject({ avrgTimeSpan: null, successPercentage: null, dateTime: null })
    expect(cell?.resourceInfo[0]).toMatchObject({ service: 'automatic', successPercentage: null, incident: null })
    expect((await cellOf(9, 10))?.resourceInfo[0]).toMatchObject({ service: 'manual', successPercentage: null })
    expect((await cellOf(8, 10))?.resourceInfo[0]).toMatchObject({ service: 'none', successPercentage: null })
  })

  it('count runs of every company; a partial answer counts for the types it read', async () => {
    await ran([
      { at: ago(60), types: [0, 1, 3, 7], ms: 100 },
      { at: ago(50), outcome: 'partial', types: [1], ms: 300 },
      { at: ago(40), outcome: 'timeout', ms: 800 },
    ])
    await ran(
      [
        { at: ago(30), outcome: 'not-applicable', ms: 400 },
        { at: ago(20), outcome: 'circuit-open', queried: false },
      ],
      other,
    )
    expect(await cellOf(9, 1)).toMatchObject({
      successPercentage: 75,
      avrgTimeSpan: 400,
      dateTime: '2026-11-20T15:02:10.4Z',
    })
    expect(await cellOf(9, 0)).toMatchObject({ successPercentage: 50 })
  })

  it('count only the last seven days', async () => {
    await ran([
      { at: ago(8 * 1440), outcome: 'timeout' },
      { at: ago(6 * 1440), types: [1] },
    ])
    expect(await cellOf(9, 1)).toMatchObject({ successPercentage: 100 })
  })

  it('include a current outage with its cause, not a past one', async () => {
    await run(
      `
        insert into source_outage (portal_key, began_at, outcome, remark)
        values ('apitude', '2026-11-20T10:00:00Z', 'timeout', 'Sin respuesta en 30 s.')`,
    )
    expect((await cellOf(9, 1))?.resourceInfo[0]?.incident).toEqual({
      since: '2026-11-20T10:00:00Z',
      outcome: 'timeout',
      text: 'La fuente no respondió a tiempo',
    })
    await run(`update source_outage set ended_at = '2026-11-20T11:00:00Z'`)
    expect((await cellOf(9, 1))?.resourceInfo[0]?.incident).toBeNull()
  })

  it('count a source that answers no vehicle as an incident even with a closed breaker', async () => {
    await ran([{ at: ago(100), types: [1] }])
    for (const [nth, minutes] of [50, 40, 30, 20].entries())
      await ran([{ at: ago(minutes), outcome: 'shape-drift' }], mine, nth % 2)
    expect((await cellOf(9, 1))?.resourceInfo[0]?.incident).toBeNull()
    await ran([{ at: ago(10), outcome: 'shape-drift' }], mine, 2)
    expect((await cellOf(9, 1))?.resourceInfo[0]?.incident).toEqual({
      since: '2026-11-20T14:40:00Z',
      outcome: 'shape-drift',
      text: 'La fuente cambió su respuesta: ninguna de las últimas 5 consultas tuvo respuesta, y eran de 3 vehículos',
    })
    expect((await detail()).outages).toEqual([
      { beganAt: '2026-11-20T14:40:00Z', endedAt: null, text: 'La fuente cambió su respuesta' },
    ])
  })

  it('count one vehicle that is queried repeatedly as one, however often it fails', async () => {
    const minutes = Array.from({ length: 12 }, (_, i) => 60 - i * 5)
    await ran(minutes.map((at) => ({ at: ago(at), outcome: 'timeout' })))
    await ran([{ at: ago(4), outcome: 'timeout' }], mine, 1)
    expect((await cellOf(9, 1))?.resourceInfo[0]?.incident).toBeNull()
    await ran([{ at: ago(2), outcome: 'timeout' }], other)
    expect((await cellOf(9, 1))?.resourceInfo[0]?.incident).toMatchObject({
      outcome: 'timeout',
      text: expect.stringMatching(/las últimas 14 consultas .* 3 vehículos$/),
    })
  })

  it('do not count vehicles that already failed while others were answered', async () => {
    for (const nth of [3, 4, 5]) await ran([{ at: ago(110), outcome: 'timeout' }], mine, nth)
    await ran([{ at: ago(100), types: [1] }])
    for (const nth of [3, 4, 5, 3, 4, 5]) await ran([{ at: ago(50 - nth), outcome: 'timeout' }], mine, nth)
    expect((await cellOf(9, 1))?.resourceInfo[0]?.incident).toBeNull()
    for (const nth of [0, 6, 7]) await ran([{ at: ago(10), outcome: 'timeout' }], mine, nth)
    expect((await cellOf(9, 1))?.resourceInfo[0]?.incident).toMatchObject({
      outcome: 'timeout',
      text: expect.stringMatching(/las últimas 9 consultas .* 3 vehículos$/),
    })
  })

  it('count a source queried once an hour as an incident, with the reason and the next query', async () => {
    await run(`
      update portal
      set probe_at = '2026-11-20T16:10:00Z', drift = '{"mx-cdmx-adeudos": {"since": "2026-11-20T09:00:00Z"}}'
      where portal_key = 'apitude'; update due_check set due_at = '2026-11-20T01:00:00Z' where portal_key = 'apitude'`)
    expect(await detail()).toMatchObject({
      incident: {
        since: '2026-11-20T09:00:00Z',
        outcome: 'shape-drift',
        text: expect.stringContaining('un vehículo cada hora'),
      },
      nextTry: '2026-11-20T16:10:00Z',
    })
    await run(`update portal set drift = '{}', credit_out_since = '2026-11-20T10:00:00Z' where portal_key = 'apitude';
      insert into source_outage (portal_key, began_at, outcome)
      values ('apitude', '2026-11-20T10:00:00Z', 'no-credit')`)
    expect(await detail()).toMatchObject({
      incident: { since: '2026-11-20T10:00:00Z', outcome: 'no-credit', text: expect.stringMatching(/^Sin saldo: /) },
      nextTry: '2026-11-20T16:10:00Z',
      outages: [{ text: 'Sin saldo' }],
    })
  })

  it('mark the states where the company has vehicles', async () => {
    const fleet = (await states()).filter((one) => one.fleet).map(({ state }) => state.stateName)
    expect(fleet).toEqual(['Todo el país', 'Ciudad de México'])
  })

  it('mark manual resources, which have no incident', async () => {
    await run(`insert into resource_service (resource_id, connector_key, decided_by) values (${FINES}, null, 'prueba');
      insert into source_outage (portal_key, began_at, outcome) values ('apitude', now(), 'timeout')`)
    await ran([{ at: ago(10), types: [1] }])
    expect((await cellOf(9, 1))?.resourceInfo[0]).toMatchObject({
      service: 'manual',
      successPercentage: null,
      incident: null,
    })
  })
})

describe('one source', () => {
  it('has a month of days in the company’s time zone, with gaps', async () => {
    // 05:30 UTC is the evening before in Mexico City.
    await ran([
      { at: new Date('2026-11-19T05:30:00Z'), types: [1], ms: 100 },
      { at: new Date('2026-11-19T07:30:00Z'), outcome: 'timeout', ms: 3000 },
      { at: new Date('2026-10-21T18:00:00Z'), types: [1] },
    ])
    const { days, medianMs, p95Ms } = await detail()
    expect(days).toHaveLength(HISTORY_DAYS)
    expect(days[0]).toMatchObject({ day: '2026-10-22', successPercentage: null, medianMs: null })
    expect(days.slice(-3).map(({ day, successPercentage }) => [day, successPercentage])).toEqual([
      ['2026-11-18', 100],
      ['2026-11-19', 0],
      ['2026-11-20', null],
    ])
    expect([medianMs ?? 0, p95Ms ?? 0].map((ms) => Math.round(ms / 1000))).toEqual([0, 3])
  })

  it('has the next attempt: the first due check that breaker and monthly budget allow', async () => {
    const next = async (columns: string) => {
      await run(`update portal set ${columns} where portal_key = 'apitude'`)
      return (await detail()).nextTry
    }
    await run(`update due_check set due_at = '2026-11-20T18:00:00Z' where portal_key = 'apitude'`)
    expect(await next(`open_until = null`)).toBe('2026-11-20T18:00:00Z')
    expect(await next(`open_until = '2026-11-20T18:20:00Z'`)).toBe('2026-11-20T18:20:00Z')
    await run(`update due_check set due_at = '2026-11-20T01:00:00Z' where portal_key = 'apitude'`)
    expect(await next(`open_until = null`)).toBe('2026-11-20T15:32:10Z')
    await run(`insert into portal_usage values ('apitude', '2026-11-01', 10, 99)`)
    expect(await next(`price = 2, currency = 'MXN', monthly_cap = 100`)).toBe('2026-12-01T00:00:00Z')
    expect(await next(`monthly_cap = null, account_key = 'verifik'`)).toBe('2026-11-20T15:32:10Z')
    await run(`update portal_account set monthly_cap = 100 where account_key = 'verifik'`)
    expect(await detail()).toMatchObject({ account: 'Verifik', nextTry: '2026-12-01T00:00:00Z' })
    await run(`
      update portal_account
      set monthly_cap = null, credit_out_since = '2026-11-20T10:00:00Z', probe_at = '2026-11-20T16:10:00Z'
      where account_key = 'verifik'`)
    expect((await detail()).nextTry).toBe('2026-11-20T16:10:00Z')
    await run(`update portal_account set credit_out_since = null, probe_at = null where account_key = 'verifik'`)
    expect(await next(`account_key = null`)).toBe('2026-11-20T15:32:10Z')
    expect(await next(`base_url = null, price = null`)).toBeNull()
    expect((await detail()).account).toBeNull()
  })

  it('hides a failing source’s remark, which may be about another company’s vehicle', async () => {
    const sourceMessage = 'La fuente cambió su respuesta: el vehículo SUR100A de JUAN PÉREZ debe 1,200'
    for (const end of [null, '2026-11-20T11:00:00Z']) {
      await server.db.system.query(
        `
          insert into source_outage (portal_key, began_at, ended_at, outcome, remark)
          values ('apitude', '2026-11-20T10:00:00Z', $1, 'shape-drift', $2)`,
        [end, sourceMessage],
      )
    }
    const replies = JSON.stringify([await detail(), await states()])
    expect(replies).not.toMatch(/SUR100A|JUAN|1,200/)
    expect((await detail()).outages.map(({ text }) => text)).toEqual(Array(2).fill('La fuente cambió su respuesta'))
  })

  it('lists the month’s outages and open alarms, in words', async () => {
    await run(`insert into source_outage (portal_key, began_at, ended_at, outcome) values
        ('apitude', '2026-09-01T00:00:00Z', '2026-09-01T01:00:00Z', 'timeout'),
        ('apitude', '2026-11-10T00:00:00Z', '2026-11-10T01:00:00Z', 'http-error');
      insert into source_alarm (connector_key, kind, hard, detail, closed_at) values
        ('mx-cdmx-adeudos', 'fields', false, 'Campos nuevos.', null),
        ('mx-cdmx-adeudos', 'sums', false, 'Pasado.', now())`)
    const { outages, alarms } = await detail()
    expect(outages.map(({ text }) => text)).toEqual(['La fuente falló'])
    expect(alarms).toMatchObject([{ text: 'Campos nuevos.', hard: false }])
  })
})

describe('the provenance of its connector', () => {
  const provenance = async () => (await detail()).provenance

  it('includes the time and author of its current version’s trial with an account', async () => {
    expect(await provenance()).toEqual({ kind: 'documented', trial: null })
    await run(`insert into connector_trial (connector_key, parser_version, tried_at, tried_by)
      values ('mx-cdmx-adeudos', 0, '2026-11-01T00:00:00Z', 'ana')`)
    expect(await provenance()).toEqual({ kind: 'documented', trial: null })
    const version = builtInConnector('mx-cdmx-adeudos')?.parserVersion
    await run(`update connector_trial set parser_version = ${version}`)
    expect(await provenance()).toEqual({
      kind: 'documented',
      trial: { triedAt: expect.stringContaining('2026-11-01'), triedBy: 'ana' },
    })
  })
})

describe('the affected vehicles', () => {
  const fail = (ids: readonly number[], outcome: string) =>
    asSystem(server.db, (tx) =>
      sql`
        update vehicle_resource
        set last_outcome = ${outcome}, last_at = ${ago(5).toISOString()}, good_at = ${ago(500).toISOString()}
        where resource_id = ${FINES} and vehicle_id = any(${ids}::bigint[])`.execute(tx),
    )
  type Page = {
    vehicles: { vehicleAssetId: number; plate: string; text: string; lastGood: string }[]
    next: string | null
    totalCount: number
  }
  const page = async (after = ''): Promise<Page> =>
    (await get(`/api/v2/resources/${FINES}/health/vehicles${after && `?after=${after}`}`)).body as Page

  it('are the company’s own, by plate, in pages, with their last good answer', async () => {
    await fail([...vehicles.slice(0, 28), ...theirs], 'timeout')
    await fail(vehicles.slice(28), 'ok')
    const first = await page()
    expect(first.totalCount).toBe(28)
    expect(first.vehicles).toHaveLength(25)
    expect(first.vehicles[0]).toMatchObject({
      plate: 'NLA100A',
      text: 'La fuente no respondió a tiempo',
      lastGood: '2026-11-20T07:12:10Z',
    })
    const second = await page(first.next ?? '')
    expect(second.vehicles.map(({ plate }) => plate)).toEqual(['NLA125A', 'NLA126A', 'NLA127A'])
    expect(second).toMatchObject({ next: null, totalCount: 28 })
    expect(await detail()).toMatchObject({ vehicles: 30, touched: 28, untried: null })
    await server.db.system.query('update vehicle_resource set last_outcome = null where vehicle_id = any($1)', [
      vehicles.slice(0, 28),
    ])
    expect(await detail()).toMatchObject({ vehicles: 30, touched: 0, untried: 28 })
  })

  it('are rejected with an invalid cursor, by its name', async () => {
    const { status, body } = await get(`/api/v2/resources/${FINES}/health/vehicles?after=nada`)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('Página no válida')])
  })
})
