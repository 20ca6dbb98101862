// The messages for invalid values: in Spanish, about the value, and not about what a library expects.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Somebody, type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
let admin: Somebody
beforeAll(async () => {
  server = await testServer()
  const company = await server.company('norte')
  admin = await server.somebody(company, 'admin', ['admin'])
  await server.vehicles(company, [{ plate: 'AAA111A' }])
})
afterAll(() => server.stop())

const refusal = async (url: string, payload: object) => {
  const { status, body } = await server.ask(admin, { method: 'POST', url, payload })
  const { errors = [] } = body as { errors?: { path: string; message: string }[] }
  return [status, ...errors.map(({ path, message }) => `${path}: ${message}`)]
}

it.each([
  ['/api/v2/vehicleAsset/bestmatch', {}, ['like: Falta este dato']],
  ['/api/v2/vehicleAsset/bestmatch', { like: null }, ['like: Falta este dato']],
  ['/api/v2/vehicleAsset/bestmatch', { like: 7 }, ['like: Debe ser un texto']],
  ['/api/v2/users', { filter_options: { page: 'dos' } }, ['filter_options.page: Debe ser un número']],
  ['/api/v2/users', { filter_options: { page: 1.5 } }, ['filter_options.page: Debe ser un número entero']],
  ['/api/v2/users', { filter_options: { page: 0 } }, ['filter_options.page: Debe ser al menos 1']],
  ['/api/v2/users', { filter_options: { pageSize: 101 } }, ['filter_options.pageSize: Debe ser a lo más 100']],
  [
    '/api/v2/users',
    { filter_options: { sortBy: 'clave' } },
    ['filter_options.sortBy: No se puede ordenar por este campo'],
  ],
  ['/api/v2/users', { filter_options: [] }, ['filter_options: Debe ser un objeto']],
  ['/api/v2/users', { filter_options: { pagina: 1 } }, ['filter_options: Dato desconocido: pagina']],
])('%s with %j is rejected in Spanish', async (url, payload, faults) => {
  expect(await refusal(url, payload)).toEqual([400, ...faults])
})

it('a filled template without a body is of the whole fleet; null is rejected', async () => {
  for (const kind of ['Edition', 'Replacement']) {
    const request = { method: 'POST', url: `/api/v2/vehicle/generate${kind}Template` } as const
    expect(await server.ask(admin, request)).toMatchObject({ status: 200, body: { totalCount: 1 } })
    const json = { headers: { 'content-type': 'application/json' }, payload: 'null' }
    expect((await server.ask(admin, { ...request, ...json })).status).toBe(400)
  }
})
