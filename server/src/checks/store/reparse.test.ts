// Old answers read by a newer parser: what changes, what is stored and what is skipped.
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { addChannel, channelNotices } from '../../testing/channels.ts'
import { type Company, type TestServer, testServer, vinFor } from '../../testing/server.ts'
import { type Connector, defineConnector, type Parsed, type Subject } from '../connectors/connector.ts'
import { fines as finesOf } from '../testing/engine.ts'
import { pastRuns } from '../testing/past-runs.ts'
import { differences, reparse, resultOf } from './reparse.ts'
import { pageOfRuns } from './reparse-runs.ts'
import { storeBatch } from './store.ts'

let days: string[] = []
let subjects: Subject[] = []
const connector: Connector = defineConnector({
  key: 'mx-cdmx-adeudos',
  portal: 'apitude',
  country: 'MX',
  states: [9],
  types: [0, 1, 3, 7],
  mode: 'form',
  inputs: ['plate'],
  deadlineMs: 30_000,
  parserVersion: 2,
  fetch: async () => [],
  parse: ([answer], subject, today) => {
    days.push(today)
    subjects.push(subject)
    return JSON.parse(answer?.body ?? '') as Parsed
  },
})

let server: TestServer
let company: Company
let vehicleId: number
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  vehicleId = (await server.vehicles(company, [{ plate: 'NLA100A', stateId: 9 }]))[0] ?? 0
})
afterAll(() => server.stop())
beforeEach(async () => {
  days = []
  subjects = []
  await server.db.system.query('delete from check_result; delete from check_run')
  await server.db.system.query(
    'update vehicle_resource set status_id = -1, good_at = null, good_run_id = null, last_at = null, last_run_id ' +
      '= null, last_outcome = null',
  )
})

const AT = new Date('2026-11-10T02:30:00Z') // still the 9th in Mexico City
const answered = async (at: Date, statusId: number, now: Parsed): Promise<string> => {
  const [runId = ''] = await pastRuns(server.db, company.tenantId, vehicleId, [
    { at, types: [1], results: [[901, statusId]] },
  ])
  const raw = gzipSync(
    JSON.stringify([{ request: 'GET /', status: 200, contentType: 'application/json', body: JSON.stringify(now) }]),
  )
  await server.db.system.query('update check_run set raw = $1 where run_id = $2', [raw, runId])
  const good = new Date(at.getTime() + 100).toISOString()
  await server.db.system.query(
    `
      update vehicle_resource
      set status_id = $1, good_at = $2, good_run_id = $3, last_at = $2, last_run_id = $3, last_outcome = 'ok'
      where resource_id = 901`,
    [statusId, good, runId],
  )
  return runId
}
const fines = (status: number): Parsed => ({ outcome: 'ok', findings: [{ type: 1, status, results: [] }] })
const storedStatus = () =>
  asSystem(server.db, async (tx) => {
    const { rows } = await sql<{
      status: number
    }>`select status_id as status from vehicle_resource where resource_id = 901`.execute(tx)
    return rows[0]?.status
  })
const again = (dryRun: boolean, since = new Date(0)) => reparse(server.db, { connector, since, dryRun })

describe('reparse', () => {
  it('reports a wrongly clear answer in a dry run, then stores it once, as of its own day', async () => {
    await answered(AT, 1, fines(0))
    expect(await again(true)).toMatchObject({
      read: 1,
      changed: 1,
      newest: 1,
      stored: 0,
      changes: { 'tipo 1: 1 → 0': 1 },
    })
    expect(await storedStatus()).toBe(1)
    expect(days).toEqual(['2026-11-09'])
    expect(await again(false)).toMatchObject({ changed: 1, stored: 1 })
    expect(await storedStatus()).toBe(0)
    expect(await again(false)).toMatchObject({ read: 0, stored: 0 })
  })

  it('sends no notice to channels, because its changes are of a past day', async () => {
    await server.db.system.query('delete from check_event; delete from debt')
    await addChannel(server, await server.somebody(company, 'ana', ['admin']), { events: ['changes'] })
    await answered(AT, 1, { outcome: 'ok', findings: [finesOf({ A1: 100 })] })
    expect(await again(false)).toMatchObject({ stored: 1 })
    const { rows } = await server.db.system.query('select kind, first from check_event')
    expect(rows).toEqual([{ kind: 'new', first: false }])
    expect(await channelNotices(server)).toEqual([])
  })

  it('counts no change for an equal result, and does not read runs before `since`', async () => {
    await answered(AT, 1, fines(1))
    expect(await again(false)).toMatchObject({ read: 1, changed: 0, stored: 0 })
    expect(await again(false, new Date('2026-11-11T00:00:00Z'))).toMatchObject({ read: 0 })
  })

  it('never replaces a newer answer with an older one', async () => {
    await answered(AT, 1, fines(0))
    await answered(new Date('2026-11-12T12:00:00Z'), 1, fines(1))
    expect(await again(false)).toMatchObject({ read: 2, changed: 1, newest: 0, stored: 0 })
    expect(await storedStatus()).toBe(1)
  })

  it('reports an answer that is no longer understood, and leaves its stored status', async () => {
    await answered(AT, 1, { outcome: 'shape-drift', why: 'Otra página.' })
    expect(await again(false)).toMatchObject({ changed: 1, newest: 0, stored: 0, changes: { 'ok → shape-drift': 1 } })
    expect(await storedStatus()).toBe(1)
  })

  it('counts an unreadable answer and continues with the others', async () => {
    const broken = await answered(AT, 1, fines(0))
    await server.db.system.query(`update check_run set raw = 'x' where run_id = $1`, [broken])
    await answered(new Date(AT.getTime() + 60_000), 1, fines(0))
    expect(await again(true)).toMatchObject({ read: 2, unreadable: 1, changed: 1 })
  })
})

describe('a stored answer', () => {
  const QUERIED_AS = { plate: 'NLA100A', vin: vinFor('NLA100A'), stateId: 9, taxIdentifier: 'RFC1' }
  const system = (text: string) => server.db.system.query(text)
  const setQuery = (change: Partial<typeof QUERIED_AS> = {}) =>
    server.db.system.query('update check_run set asked = $1', [{ ...QUERIED_AS, ...change }])
  const NOBODYS = '00000000-0000-0000-0000-000000000000'
  const NOTHING = {
    remark: null,
    registration: null,
    history: [],
    receivedFiles: [],
    unknownFields: [],
    retryAfterSeconds: 0,
  }
  const NOBODY = { read: 0, stored: 0 }

  it('is read with the subject of its query', async () => {
    await answered(AT, 1, fines(0))
    await setQuery({ stateId: 5, taxIdentifier: 'OTRO' }) // the source is queried by plate alone
    expect(await again(false)).toMatchObject({ read: 1, stored: 1, skipped: { changed: 0, unknown: 0 } })
    expect(subjects).toEqual([{ ...QUERIED_AS, stateId: 5, taxIdentifier: 'OTRO' }])
    expect(await storedStatus()).toBe(0)
  })

  it.each([{ plate: 'OTRA123' }, { vin: vinFor('OTRA123') }])('about %j is skipped', async (change) => {
    await answered(AT, 0, fines(1))
    await setQuery(change)
    expect(await again(false)).toMatchObject({ ...NOBODY, skipped: { changed: 1, unknown: 0 } })
    expect(await storedStatus()).toBe(0)
  })

  it('of another state or holder is skipped only if the source is queried by them', async () => {
    const inputs = ['plate', 'stateId', 'taxIdentifier'] as const
    const all = () => reparse(server.db, { connector: { ...connector, inputs }, since: new Date(0), dryRun: true })
    await answered(AT, 0, fines(1))
    await system(`update vehicle set tax_identifier = 'RFC1'`)
    await setQuery()
    expect(await all()).toMatchObject({ read: 1, skipped: { changed: 0, unknown: 0 } })
    await setQuery({ stateId: 5 })
    expect(await all()).toMatchObject({ read: 0, skipped: { changed: 1 } })
    await setQuery({ taxIdentifier: 'RFC2' })
    expect(await all()).toMatchObject({ read: 0, skipped: { changed: 1 } })
    await system('update check_run set asked = null')
    expect(await all()).toMatchObject({ read: 0, skipped: { changed: 0, unknown: 1 } })
  })

  it.each([
    ['taxIdentifier', `tax_identifier = 'RFC2'`],
    ['stateId', 'state_id = 5'],
  ] as const)('is not stored if the %s of its vehicle changes in the meantime', async (input, change) => {
    const by = { ...connector, inputs: ['plate', input] as const }
    await answered(AT, 0, fines(1))
    await system(`update vehicle set tax_identifier = 'RFC1', state_id = 9`)
    await setQuery()
    const [run] = await asSystem(server.db, (tx) =>
      pageOfRuns(tx, by, { at: new Date(0).toISOString(), runId: NOBODYS }),
    )
    if (!run) throw new Error('no run')
    expect(run.doubt).toBeNull()
    await system(`update vehicle set ${change}`)
    const reading = { ...fines(1), ...NOTHING } as unknown as Parameters<typeof resultOf>[2]
    expect(await storeBatch(server.db, [resultOf(run, by, reading)])).toEqual([false])
    expect(await storeBatch(server.db, [resultOf(run, connector, reading)])).toEqual([true])
    await system(`update vehicle set tax_identifier = null, state_id = 9`)
  })

  it('of an older release is skipped if the plate has changed or the resource was created again', async () => {
    await answered(AT, 0, fines(1))
    await system('delete from vehicle_resource where resource_id = 901')
    await system(
      `
        insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id)
        values (${company.tenantId}, ${vehicleId}, 901, 1)`,
    )
    expect(await again(false)).toMatchObject({ ...NOBODY, skipped: { changed: 0, unknown: 1 } })
    expect(await storedStatus()).toBe(-1)
    await system(
      `
        update vehicle_resource
        set last_run_id = (select run_id from check_run), last_at = now()
        where resource_id = 901`,
    )
    await system(`update vehicle set plate = 'NLA100B'`)
    expect(await again(false)).toMatchObject({ ...NOBODY, skipped: { changed: 1, unknown: 0 } })
    await system(`update vehicle set plate = 'NLA100A'`)
    expect(await again(false)).toMatchObject({ ...NOBODY, skipped: { changed: 1, unknown: 0 } })
  })
})

describe('differences', () => {
  const run = { outcome: 'ok', readTypes: [1], results: [{ typeId: 1, statusId: 0, result: [] }] }
  it('name outcome, type and status', () => {
    const reading = (findings: Parameters<typeof differences>[1]['findings']) =>
      differences(run, { outcome: 'ok', findings })
    expect(reading([{ type: 1, status: 0, results: [] }])).toEqual([])
    expect(reading([{ type: 0, status: 3, results: [] }])).toEqual([
      'tipo 1: 0 → sin lectura',
      'tipo 0: sin lectura → 3',
    ])
    expect(differences(run, { outcome: 'captcha', findings: [] })).toEqual(['ok → captcha'])
  })
})
