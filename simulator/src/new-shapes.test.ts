// What is special to a portal: holders, pages of open data, the two steps of AVIT, and one theft report per VIN at
// every portal.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, type Simulator, startSimulator } from './test-process.ts'

let sim: Simulator
beforeAll(async () => {
  sim = await startSimulator({ SIMULATOR_ASYNC_MS: '20' })
})
afterAll(() => sim.stop())

const rows = (json: unknown, path = ''): unknown[] => {
  const list = path ? at(json, path) : json
  return Array.isArray(list) ? list : []
}
const numbers = async (scenario: string): Promise<string> => {
  const { json } = await sim.call('/__control/scenarios')
  const found = rows(json, 'scenarios').find((row) => at(row, 'name') === scenario)
  return String(at(found, 'number')).padStart(2, '0')
}

const key = { 'x-api-key': 'demo-placapi' }
const multas = (placa: string, docNumber = '900123456') =>
  sim.post('/placapi/multas', { placa, docType: 'NIT', docNumber }, key)

it('PlacApi lists the same fines of a plate as SIMIT, without plate or resolution', async () => {
  const vehicles = Array.from({ length: 60 }, (_, n) => ({
    plate: `KLM${100 + n}`,
    vin: `9FB4SREB4RM00${1000 + n}`,
    taxIdentifier: '900.123.456-8',
  }))
  await sim.lever('register', { vehicles })
  const all = await Promise.all(vehicles.map(async ({ plate }) => [plate, (await multas(plate)).json] as const))
  const [plate = '', json] = all.find(([, one]) => rows(one, 'data.multas').length > 0) ?? []
  const answerFrom = rows(json, 'data.multas')
  expect(Object.keys(Object(answerFrom[0])).sort()).toEqual([
    'codigo',
    'comparendoId',
    'estado',
    'fecha',
    'infraccion',
    'organismo',
    'valor',
  ])
  expect(at(json, 'data.totalDeuda')).toBe(answerFrom.reduce<number>((sum, row) => sum + Number(at(row, 'valor')), 0))
  await sim.lever('debts', { portal: 'verifik-simit', plate, add: 'JUNTOS' })
  const simit = await sim.ask['verifik-simit'](plate)
  const folios = (list: unknown[], name: string) => list.map((row) => String(at(row, name))).sort()
  expect(folios(rows(simit.json, 'data.multas'), 'numeroComparendo')).toEqual(
    folios(rows((await multas(plate)).json, 'data.multas'), 'comparendoId'),
  )
  await sim.call('/__control/debts', { method: 'DELETE' })
})

it('PlacApi rejects what its document rejects, with its codes', async () => {
  await sim.lever('register', { vehicles: [{ plate: 'KLM107', vin: '9FB4SREB4RM001007', taxIdentifier: '900123456' }] })
  const of = async (path: string, body: object, headers: Record<string, string> = key) => {
    const { status, json } = await sim.post(`/placapi${path}`, body, headers)
    return [status, at(json, 'code')]
  }
  const owner = { docType: 'NIT', docNumber: '900123456' }
  const bad = [400, 'bad_request']
  expect(await of('/multas', { placa: 'KLM107', ...owner }, {})).toEqual([401, 'unauthorized'])
  expect(await of('/multas', owner)).toEqual(bad)
  expect(await of('/multas', { plate: 'KLM107', ...owner })).toEqual(bad)
  expect(await of('/multas', { placa: 'KL10', ...owner })).toEqual(bad)
  expect(await of('/multas', { placa: 'KLM12345', ...owner })).toEqual(bad)
  expect(await of('/multas', { placa: 'KLM107', docType: 'NIT' })).toEqual(bad)
  expect(await of('/multas', { placa: 'KLM107', docType: 'RUC', docNumber: '1' })).toEqual(bad)
  expect(await of('/consulta-por-vin', { vin: 'IOQ4SREB4RM001000' })).toEqual(bad)
  expect(await of('/consulta-por-vin', { vin: '9FB4SREB4R' })).toEqual(bad)
  expect(await of('/vehiculo-mx', {})).toEqual(bad)
  expect(await of('/multas', { placa: 'klm-107', docType: 'PAS', doc: '900123456' })).toEqual([200, undefined])
  expect(await of('/consulta-por-vin', { chasis: '9FB4SREB4RM001007' })).toEqual([200, undefined])
  for (const path of ['/multas', '/consulta'])
    expect(await of(path, { placa: 'KLM107', docType: 'CC', docNumber: '1020304050' })).toEqual([
      404,
      'propietario_no_coincide',
    ])
})

it('RUNT answers about a plate only for the document of its owner, by type and number', async () => {
  const vehicles = [
    { plate: 'KLM201', vin: '9FB4SREB4RM002001', taxIdentifier: 'CE 123456' },
    { plate: 'KLM202', vin: '9FB4SREB4RM002002', taxIdentifier: '123456' },
    { plate: 'KLM203', vin: '9FB4SREB4RM002003', taxIdentifier: 'PA AB12345' },
  ]
  await sim.lever('register', { vehicles })
  const verifik = async (plate: string, documentType: string, documentNumber: string) => {
    const query = new URLSearchParams({ plate, documentType, documentNumber })
    const headers = { authorization: 'Bearer demo-verifik' }
    const { status, json } = await sim.call(`/verifik/v2/co/runt/vehicle-by-plate?${query}`, { headers })
    return `${status} ${at(json, 'message') ?? ''}`.trim()
  }
  const placapi = async (placa: string, docType: string, docNumber: string) => {
    const { status, json } = await sim.post('/placapi/consulta', { placa, docType, docNumber }, key)
    return `${status} ${at(json, 'code') ?? ''}`.trim()
  }
  for (const [ask, refused] of [
    [verifik, '404 current_owners_dont_match'],
    [placapi, '404 propietario_no_coincide'],
  ] as const) {
    expect(await ask('KLM201', 'CE', '123456')).toBe('200')
    expect(await ask('KLM201', 'CC', '123456')).toBe(refused)
    expect(await ask('KLM201', 'CE', '123457')).toBe(refused)
    expect(await ask('KLM202', 'CC', '123456')).toBe('200')
    expect(await ask('KLM203', 'PA', 'AB12345')).toBe('200')
  }
  await sim.lever('faults', { portal: 'verifik-runt', scenario: 'empty-pair' })
  expect(await verifik('KLM201', 'CE', '123456')).toBe('200')
  await sim.call('/__control/faults', { method: 'DELETE' })
})

it('open data comes in pages, rejects an unknown column, and reads a doubled quote', async () => {
  const many = `QQ${await numbers('many-debts')}AA`
  const page = async (offset: number) =>
    rows((await sim.openData('72nf-y4v3', many, { $limit: '100', $offset: String(offset) })).json)
  expect([(await page(0)).length, (await page(100)).length, (await page(200)).length]).toEqual([100, 100, 50])
  expect((await page(0))[0]).not.toEqual((await page(100))[0])
  const wrong = await sim.call("/socrata/resource/g7i9-xkxz.json?$where=upper(matricula)='ABC123'")
  expect([wrong.status, at(wrong.json, 'code')]).toEqual([400, 'query.soql.no-such-column'])
  const unreadable = await sim.call('/socrata/resource/72nf-y4v3.json?$where=drop table')
  expect([unreadable.status, at(unreadable.json, 'code')]).toEqual([400, 'query.compiler.malformed'])
  expect((await sim.openData('72nf-y4v3', "A''B")).status).toBe(200)
  const known = await sim.openData('g7i9-xkxz', 'QQ01AA')
  expect(rows(known.json)[0]).toMatchObject({
    placa: 'QQ01AA',
    marca: expect.any(String),
    servicio: expect.any(String),
  })
})

it('AVIT requires its user and its session, and shows by its site key that there is a captcha', async () => {
  expect((await sim.avitQuestion('QQ01AA')).status).toBe(401)
  expect((await sim.post('/avit/avit/login/', {})).status).toBe(401)
  expect(at((await sim.avitLogin()).json, 'rcSiteKey')).toBe('disable')
  await sim.lever('faults', { portal: 'avit', scenario: 'captcha' })
  expect(at((await sim.avitLogin()).json, 'rcSiteKey')).not.toBe('disable')
  await sim.call('/__control/faults', { method: 'DELETE' })
})

it('every portal reports the same theft for a VIN', async () => {
  const vehicles = Array.from({ length: 400 }, (_, n) => ({ plate: `RBO${100 + n}A`, vin: `3N1CN8AE1RL${100000 + n}` }))
  await sim.lever('register', { vehicles })
  const answerFrom = await Promise.all(
    vehicles.map(async ({ plate, vin }) => {
      const { json } = await sim.rapidapi(plate, vin)
      const reported = at((await sim.ask['placapi-mx'](plate)).json, 'data.reporteRobo.reportado')
      const isAnswered = at(json, 'result.repuve') !== undefined && reported !== undefined
      return isAnswered ? [at(json, 'result.pgj') !== null, reported] : undefined // the plate's own fault
    }),
  )
  const both = answerFrom.filter((pair) => pair !== undefined)
  expect(both.length).toBeGreaterThan(350)
  for (const [stolen, reported] of both) expect(reported).toBe(stolen)
  expect(both.some(([stolen]) => stolen)).toBe(true)
})
