// The control routes of debts and of a share of the plates, which tests of new, paid and vanished debts and of mixed
// faults use.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { at, type Simulator, startSimulator } from './test-process.ts'

let sim: Simulator
beforeAll(async () => {
  sim = await startSimulator()
})
afterEach(async () => {
  for (const lever of ['debts', 'faults', 'stats']) await sim.call(`/__control/${lever}`, { method: 'DELETE' })
})
afterAll(() => sim.stop())

const rows = (json: unknown, path: string): unknown[] => {
  const list = at(json, path)
  return Array.isArray(list) ? list : []
}
const simit = async (plate: string) => rows((await sim.ask['verifik-simit'](plate)).json, 'data.multas')

it('SIMIT: a debt appears, is listed as paid, and vanishes', async () => {
  const plate = 'QQ01AA' // clean
  const write = (what: object) => sim.lever('debts', { portal: 'verifik-simit', plate, ...what })
  expect(await simit(plate)).toEqual([])
  expect((await write({ add: '05001000000099900777', amount: 633200 })).json).toMatchObject({ plate, book: 'simit' })
  const [added, ...none] = await simit(plate)
  expect(none).toEqual([])
  expect(added).toMatchObject({ numeroComparendo: '05001000000099900777', valor: '633200', estadoPago: null })
  await write({ pay: '05001000000099900777' })
  const paid = await sim.ask['verifik-simit'](plate)
  expect(at(paid.json, 'data.multas.0')).toMatchObject({ estadoPago: 'PAGADO', valorPagar: '0' })
  expect(at(paid.json, 'data')).toMatchObject({ totalMultas: '0', totalMultasPagar: '0' })
  await write({ remove: '05001000000099900777' })
  expect(await simit(plate)).toEqual([])
})

it('Mexico City: a debt appears and grows, is paid, and everything vanishes', async () => {
  const plate = 'QQ02AA' // one fine of ten units
  const write = (what: object) => sim.lever('debts', { portal: 'apitude', plate, ...what })
  const account = async () => at((await sim.ask.apitude(plate)).json, 'result.data')
  const fines = async () =>
    rows(await account(), 'unpaid_traffic_violations').map((row) => [
      at(row, 'invoice'),
      at(row, 'amount'),
      at(row, 'status'),
    ])
  const [own] = await fines()
  await write({ add: '03099900001', amount: 12 })
  expect(await fines()).toEqual([own, ['03099900001', '12 UNIDADES DE CUENTA', 'NO PAGADA']])
  await write({ add: '03099900001', amount: 20 })
  expect(await fines()).toEqual([own, ['03099900001', '20 UNIDADES DE CUENTA', 'NO PAGADA']])
  await write({ pay: '03099900001' })
  expect(await fines()).toEqual([own, ['03099900001', '20 UNIDADES DE CUENTA', 'PAGADA']])
  expect(at(await account(), 'clean')).toBe(false)
  await write({ pay: '*' })
  expect(at(await account(), 'clean')).toBe(true)
  await write({ remove: '03099900001' })
  await write({ remove: '*' })
  expect(await fines()).toEqual([])
})

it('a plate with written debts has no fault of its own', async () => {
  const plates = Array.from({ length: 120 }, (_, n) => `RT${'ABCDEF'.charAt(n % 6)}${100 + n}`)
  for (const plate of plates) await sim.lever('debts', { portal: 'verifik-simit', plate, remove: 'nada' })
  await Promise.all(plates.map(simit))
  const { json } = await sim.call('/__control/stats')
  expect(at(json, 'verifik-simit')).toEqual({ natural: 120 })
})

it.each([
  [{ portal: 'placapi-mx', plate: 'ABC123', add: 'x' }, 'no se pueden anotar adeudos'],
  [{ portal: 'apitude', add: 'x' }, 'la placa'],
  [{ portal: 'apitude', plate: 'ABC123' }, 'add'],
  [{ portal: 'apitude', plate: 'ABC123', add: '*' }, 'su propio folio'],
  [{ portal: 'apitude', plate: 'ABC123', add: '<b>' }, 'folio'],
  [{ portal: 'apitude', plate: 'ABC123', add: 'x', amount: -1 }, 'amount'],
])('rejects %j', async (body, why) => {
  const { status, json } = await sim.lever('debts', body)
  expect(status).toBe(400)
  expect(at(json, 'error')).toContain(why)
})

it('a fault for a share of the plates hits the same ones each time, and more when the share grows', async () => {
  const plates = Array.from({ length: 150 }, (_, n) => `SH${'ABCDEF'.charAt(n % 6)}${100 + n}`)
  const struck = async () => {
    const replies = await Promise.all(plates.map(sim.ask['placapi-mx']))
    return plates.filter((_, n) => replies[n]?.status === 500)
  }
  const natural = new Set(await struck())
  await sim.lever('faults', { portal: 'placapi-mx', scenario: 'server-error', percent: 20 })
  const some = (await struck()).filter((plate) => !natural.has(plate))
  expect((await struck()).filter((plate) => !natural.has(plate))).toEqual(some)
  expect(some.length).toBeGreaterThan(15)
  expect(some.length).toBeLessThan(45)
  const grown = await sim.lever('faults', { portal: 'placapi-mx', scenario: 'server-error', percent: '50' })
  expect(at(grown.json, 'shares.0')).toEqual({ portal: 'placapi-mx', scenario: 'server-error', percent: 50 })
  expect(await struck()).toEqual(expect.arrayContaining(some))
  await sim.lever('faults', { portal: 'placapi-mx', scenario: 'server-error', percent: 0 })
  expect(new Set(await struck())).toEqual(natural)
})

it('rejects an invalid share, and shares of more than all plates', async () => {
  const share = (scenario: string, percent: unknown) => sim.lever('faults', { portal: 'avit', scenario, percent })
  for (const percent of [-1, 101, 'mucho']) expect((await share('hang', percent)).status).toBe(400)
  expect((await share('hang', 60)).status).toBe(200)
  expect((await share('cut', 60)).status).toBe(400)
  expect((await share('cut', 40)).status).toBe(200)
})

it('clears the faults of one portal, of one plate, or of all', async () => {
  await sim.lever('faults', { portal: 'avit', scenario: 'hang' })
  await sim.lever('faults', { portal: 'avit', scenario: 'cut', plate: 'ABC123' })
  await sim.lever('faults', { portal: 'verifik-runt', scenario: 'cut', percent: 5 })
  const after = async (query: string) => (await sim.call(`/__control/faults${query}`, { method: 'DELETE' })).json
  expect(at(await after('?portal=avit'), 'faults')).toEqual([{ target: 'avit/ABC123', scenario: 'cut' }])
  expect(at(await after('?portal=avit&plate=abc-123'), 'faults')).toEqual([])
  expect(await after('')).toEqual({ faults: [], shares: [] })
  expect((await sim.call('/__control/faults?portal=nadie', { method: 'DELETE' })).status).toBe(400)
})
