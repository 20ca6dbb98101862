// After another source takes over a resource, answers of the former one keep its name and time everywhere.
import type { Obligation } from '@padron/contract/obligations'
import type { ScrapedResource } from '@padron/contract/resource-status'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pastRuns } from '../../checks/testing/past-runs.ts'
import { type Somebody, type TestServer, testServer } from '../../testing/server.ts'

const FINES = 901
const REGISTRY = 5002
const HOUR = 3_600_000
const OLD = 'Adeudos CDMX (Apitude)'
const NEW = 'REPUVE y robo (PlacApi)'

let server: TestServer
let main: Somebody
let vehicleId = 0
let runId = ''
/** Milliseconds without a final zero, which the database would drop. */
const answeredAt = new Date(Math.floor((Date.now() - 2 * HOUR) / 1000) * 1000 + 123)
const query = (text: string, ...values: unknown[]) => server.db.system.query(text, values)

beforeAll(async () => {
  server = await testServer()
  const company = await server.company('norte')
  const { tenantId } = company
  main = await server.somebody(company, 'admin', ['admin'])
  ;[vehicleId = 0] = await server.vehicles(company, [{ plate: 'RUN1001', stateId: 9 }])
  const results = [[FINES, 0]] as const
  ;[runId = ''] = await pastRuns(server.db, tenantId, vehicleId, [{ at: answeredAt, types: [1], results }])
  const at = answeredAt.toISOString()
  await query(
    `
      update vehicle_resource
      set status_id = 0, debt_total = 10, good_at = $1, last_at = $1, good_run_id = $2, last_run_id = $2,
        last_outcome = 'ok', fresh_until = now() + interval '1 day' where vehicle_id = $3 and resource_id = $4`,
    at,
    runId,
    vehicleId,
    FINES,
  )
  await query(
    `
    insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, amount, resource_id,
      resource_type_id, told_at, told_by)
    values ($1, $2, 'p:901:L1', 'payment', current_date + 2, 'Línea de pago L1', 10, $3, 1, $4,
      'Multas · Ciudad de México')`,
    tenantId,
    vehicleId,
    FINES,
    at,
  )
  await query(
    `
      insert into debt (tenant_id, vehicle_id, resource_id, debt_key, resource_type_id, description, total,
        first_total, first_seen_at, last_seen_at, marked_paid_at)
        values ($1, $2, $3, 'f:1', 1, 'Luz roja', 10, 10, $4, $4, $4::timestamptz - interval '1 hour')`,
    tenantId,
    vehicleId,
    FINES,
    at,
  )
  await query(`update vehicle set debt_total = 10, ticket_status = 0 where vehicle_id = $1`, vehicleId)
  const [registered = ''] = await pastRuns(server.db, tenantId, vehicleId, [
    { at: answeredAt, connector: 'mx-repuve', portal: 'nubarium' },
  ])
  await query(
    `insert into vehicle_registry (tenant_id, vehicle_id, found_by, resource_id, run_id, at, fields)
    values ($1, $2, 'vin', $3, $4, $5, '{"brandName": "NISSAN"}')`,
    tenantId,
    vehicleId,
    REGISTRY,
    registered,
    at,
  )
  // Like «padron resource serve».
  await query(
    `update resource set portal_key = 'placapi-mx', connector_key = 'mx-placapi-vehiculo' where resource_id = any($1)`,
    [FINES, REGISTRY],
  )
})
afterAll(() => server.stop())

const get = async <T>(url: string): Promise<T> => (await server.ask(main, { url })).body as T

it('the drawer names the run of the answer besides the current source', async () => {
  const { scrapedResources } = await get<{ scrapedResources: ScrapedResource[] }>(`/sapy/v2/${vehicleId}`)
  const one = scrapedResources.find(({ resource }) => resource.resourceId === FINES)
  expect(one?.resource.portal).toBe(NEW)
  expect(one?.scraped.answer).toMatchObject({ runId, portal: OLD, dateTime: answeredAt.toISOString() })
  const unanswered = scrapedResources.find(({ scraped }) => scraped.status.statusId === -1)
  expect(unanswered?.scraped.answer).toBeNull()
})

it('a payment line, a debt and the registry have the name of their own source', async () => {
  const { obligations } = await get<{ obligations: Obligation[] }>('/api/v2/obligations')
  expect(obligations.map(({ source }) => source)).toEqual([`Multas · Ciudad de México · ${OLD}`])
  const actions = await get<{
    payments: { first: { source: string }[] }
    stillListed: { first: { source: string }[] }
  }>('/api/v2/dashboard/actions')
  expect(actions.payments.first.map(({ source }) => source)).toEqual([`Multas · Ciudad de México · ${OLD}`])
  expect(actions.stillListed.first.map(({ source }) => source)).toEqual([`Multas · Ciudad de México · ${OLD}`])
  const match = await get<{ vin: { source: { portal: string } } }>(`/api/v2/repuvematch/${vehicleId}`)
  expect(match.vin.source.portal).toBe('REPUVE (Nubarium)')
})
