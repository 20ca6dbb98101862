// A policy that ends today is still valid: the day is the company's, whose evening is already the next day in UTC.
import type { Obligation } from '@padron/contract/obligations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PDF } from '../../testing/files/proof-files.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

// Half past seven in the evening of the 20th in Mexico City.
const NOW = '2026-11-21T01:30:00Z'
const NOT_INSURED = 8
let server: TestServer
let company: Company
let who: Somebody
let insurance: number
beforeAll(async () => {
  server = await testServer(() => new Date(NOW))
  company = await server.company('norte')
  who = await server.somebody(company, 'captura', ['processing_admin', 'vehicles_read'])
  const { rows } = await server.db.system.query<{ id: number }>(
    `update resource set connector_key = null where resource_id =
       (select min(resource_id) from resource where resource_type_id = 5 and country = 'MX' and not retired)
     returning resource_id as id`,
  )
  insurance = rows[0]?.id ?? 0
})
afterAll(() => server.stop())

const proofOf = async (vehicleAssetId: number): Promise<string> => {
  const form = new URLSearchParams({
    vehicleAssetId: `${vehicleAssetId}`,
    resourceId: `${insurance}`,
    fileName: 'a.pdf',
  })
  const url = `/api/v2/captures/files?${form}`
  const headers = { 'content-type': 'application/pdf' }
  return ((await server.ask(who, { method: 'POST', url, payload: PDF, headers })).body as { fileId: string }).fileId
}

it.each([
  ['CAP0019', '2026-11-19', ['2026-11-19']],
  ['CAP0020', '2026-11-20', []],
  ['CAP0021', '2026-11-21', []],
])('%s, captured as not insured with a policy until %s, has the past due dates %j', async (plate, until, ended) => {
  const [vehicleAssetId = 0] = await server.vehicles(company, [{ plate }])
  const seen = {
    vehicleAssetId,
    resourceId: insurance,
    statusId: NOT_INSURED,
    seenAt: NOW,
    facts: { 'Vigente hasta': until },
  }
  const empty = { debts: [], paymentLine: null, paymentLineDueDate: null, note: '' }
  const payload = { ...seen, ...empty, fileIds: [await proofOf(vehicleAssetId)] }
  const { status, body } = await server.ask(who, { method: 'POST', url: '/api/v2/captures', payload })
  expect(status, JSON.stringify(body)).toBe(200)
  const obligationsOf = async (when: string): Promise<Obligation[]> => {
    const url = `/api/v2/obligations?${when}&vehicleAssetId=${vehicleAssetId}`
    return ((await server.ask(who, { url })).body as { obligations: Obligation[] }).obligations
  }
  const dates = [...(await obligationsOf('overdue=true')), ...(await obligationsOf('from=2026-11-20&to=2026-11-30'))]
  expect(dates.map(({ dueOn }) => dueOn)).toEqual(ended)
})
