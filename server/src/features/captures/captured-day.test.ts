// A policy that ends today is still valid: the day is the company's, whose evening is already the next day in UTC.
import type { Obligation } from '@padron/contract/obligations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PDF } from '../../testing/files/proof-files.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

// Half past seven in the evening of the 20th in Mexico City.
const NOW = '2026-11-21T01:30:00Z'
const [INSURED, NOT_INSURED] = [6, 8]
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

const capture = async (vehicleAssetId: number, statusId: number, facts: Record<string, string>) => {
  const seen = { vehicleAssetId, resourceId: insurance, statusId, seenAt: NOW, facts }
  const empty = { debts: [], paymentLine: null, paymentLineDueDate: null, note: '' }
  const payload = { ...seen, ...empty, fileIds: [await proofOf(vehicleAssetId)] }
  return server.ask(who, { method: 'POST', url: '/api/v2/captures', payload })
}

it.each([
  ['CAP0019', '2026-11-19', ['2026-11-19']],
  ['CAP0020', '2026-11-20', []],
  ['CAP0021', '2026-11-21', []],
])('%s, captured as not insured with a policy until %s, has the past due dates %j', async (plate, until, ended) => {
  const [vehicleAssetId = 0] = await server.vehicles(company, [{ plate }])
  const { status, body } = await capture(vehicleAssetId, NOT_INSURED, { 'Vigente hasta': until })
  expect(status, JSON.stringify(body)).toBe(200)
  const obligationsOf = async (when: string): Promise<Obligation[]> => {
    const url = `/api/v2/obligations?${when}&vehicleAssetId=${vehicleAssetId}`
    return ((await server.ask(who, { url })).body as { obligations: Obligation[] }).obligations
  }
  const dates = [...(await obligationsOf('overdue=true')), ...(await obligationsOf('from=2026-11-20&to=2026-11-30'))]
  expect(dates.map(({ dueOn }) => dueOn)).toEqual(ended)
})

it('a policy that had ended is refused as in force, with its field', async () => {
  const [vehicleAssetId = 0] = await server.vehicles(company, [{ plate: 'CAP0022' }])
  const facts = { Aseguradora: 'ACME', Póliza: '1' }
  const { status, body } = await capture(vehicleAssetId, INSURED, { ...facts, 'Vigente hasta': '2026-11-19' })
  expect([status, (body as { errors: { path: string }[] }).errors]).toEqual([
    422,
    [
      {
        path: 'facts.Vigente hasta',
        message: 'Vigente hasta: ya había pasado al consultar; corrija la fecha o elija otro resultado.',
      },
    ],
  ])
  expect((await capture(vehicleAssetId, INSURED, { ...facts, 'Vigente hasta': '2026-11-20' })).status).toBe(200)
})
