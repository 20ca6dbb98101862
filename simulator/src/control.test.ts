// The control routes: faults, statistics and the clock; and the life of the process.
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { at, type Simulator, startProcess, startSimulator } from './test-process.ts'

let sim: Simulator
beforeAll(async () => {
  sim = await startSimulator()
})
afterEach(async () => {
  for (const lever of ['faults', 'stats', 'clock']) await sim.call(`/__control/${lever}`, { method: 'DELETE' })
})
afterAll(() => sim.stop())

it('a fault changes the answers to one plate, or of a whole portal, until it is cleared', async () => {
  await sim.post('/__control/faults', { portal: 'placapi-mx', scenario: 'server-error', plate: 'faa-123-a' })
  expect((await sim.ask['placapi-mx']('FAA123A')).status).toBe(500)
  expect((await sim.ask['placapi-mx']('QQ01AA')).status).toBe(200)
  const written = { portal: 'verifik-simit', plate: 'FAA123', remove: 'nada' } // the plate has no fault of its own
  await sim.post('/__control/debts', written)
  await sim.post('/__control/faults', { portal: 'verifik-simit', scenario: 'server-error' })
  expect((await sim.ask['verifik-simit']('FAA123')).status).toBe(500)
  await sim.call('/__control/faults', { method: 'DELETE' })
  expect((await sim.ask['verifik-simit']('FAA123')).status).toBe(200)
})

it('rejects an unknown portal or scenario', async () => {
  expect((await sim.post('/__control/faults', { portal: 'nadie', scenario: 'clean' })).status).toBe(400)
  expect((await sim.post('/__control/faults', { portal: 'apitude', scenario: 'toString' })).status).toBe(400)
})

it('counts requests by portal and scenario', async () => {
  await sim.ask['placapi-mx']('QQ01AA')
  await sim.ask['placapi-mx']('QQ01AB')
  await sim.call('/verifik/v2/co/simit/consultar/placa?plate=QQ01AA')
  const { json } = await sim.call('/__control/stats')
  expect(json).toMatchObject({ 'placapi-mx': { clean: 2 }, 'verifik-simit': { refused: 1 } })
})

it('the clock moves dates, and interest grows by 1 % of the debt a day', async () => {
  await sim.post('/__control/clock', { now: '2026-05-04T18:00:00Z' })
  const firstFine = async (plate: string, name: string) =>
    at((await sim.ask['verifik-simit'](plate)).json, `data.multas.0.${name}`)
  const total = async () => Number(await firstFine('QQ27AA', 'valorPagar'))
  const before = await total()
  expect(await firstFine('QQ02AA', 'fechaComparendo')).toBe('28/04/2026 00:00:00')
  await sim.post('/__control/clock', { advanceDays: 10 })
  const tenth = Number(await firstFine('QQ27AA', 'valor')) / 10
  expect(Math.abs((await total()) - before - tenth)).toBeLessThanOrEqual(1) // whole pesos
  expect(await firstFine('QQ02AA', 'fechaComparendo')).toBe('08/05/2026 00:00:00')
  expect((await sim.post('/__control/clock', { now: 'mañana' })).status).toBe(400)
})

it('debts appear and disappear as the clock moves', async () => {
  const plates = Array.from({ length: 60 }, (_, n) => `SN${'ABCDEF'.charAt(n % 6)}${100 + n * 7}`)
  const owing = async () =>
    (await Promise.all(plates.map(sim.ask['verifik-simit']))).map(({ text }) => text.includes('"multas":[]'))
  await sim.post('/__control/clock', { now: '2026-05-04T18:00:00Z' })
  const before = await owing()
  await sim.post('/__control/clock', { advanceDays: 200 })
  expect(await owing()).not.toEqual(before)
})

it('prints one line, and ends with its parent, and on SIGTERM even while a request hangs', async () => {
  const { child, output, ended } = startProcess({}, ['--with-parent'])
  await once(child.stdout, 'data')
  expect(output.out).toMatch(/^simulator listening on http:\/\/127\.0\.0\.1:\d+\n$/)
  child.stdin.end()
  expect((await ended)[0]).toBe(0)

  const second = startProcess()
  await once(second.child.stdout, 'data')
  const base = second.output.out.trim().split(' ').at(-1)
  const options = { headers: { authorization: 'Bearer demo-verifik' } }
  const hanging = fetch(`${base}/verifik/v2/mx/vehiculo/placa?plate=QQ17AA`, options).catch(() => 'closed')
  await new Promise((resolve) => setTimeout(resolve, 100))
  second.child.kill('SIGTERM')
  expect((await second.ended)[0]).toBe(0)
  expect(await hanging).toBe('closed')
})

it('says in Spanish that a port is in use', async () => {
  const { output, ended } = startProcess({ SIMULATOR_PORT: new URL(sim.base).port })
  expect((await ended)[0]).toBe(1)
  expect(output.err).toContain('ya está ocupado')
})
