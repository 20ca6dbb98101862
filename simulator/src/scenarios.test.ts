// Each scenario does what the table says, for at least one portal; numbers are read from the table.
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, type Simulator, startSimulator } from './test-process.ts'

let sim: Simulator
let numbers: Map<string, string>
beforeAll(async () => {
  sim = await startSimulator()
  const { json } = await sim.call('/__control/scenarios')
  const scenarios = at(json, 'scenarios')
  if (!Array.isArray(scenarios)) throw new Error('no scenarios')
  numbers = new Map(scenarios.map(({ name, number }) => [String(name), String(number).padStart(2, '0')]))
})
afterAll(() => sim.stop())

const marked = (scenario: string) => `QQ${numbers.get(scenario)}AA`
const rows = (json: unknown, path: string): unknown[] => {
  const list = at(json, path)
  return Array.isArray(list) ? list : []
}
const simit = 'data'
const result = 'result.data'

describe('content', () => {
  it('clean has no debt and no report', async () => {
    expect((await sim.ask['verifik-simit'](marked('clean'))).json).toMatchObject({
      data: { multas: [], totalMultas: '0' },
    })
    expect(at((await sim.ask.apitude(marked('clean'))).json, `${result}.clean`)).toBe(true)
    expect(at((await sim.ask['verifik-mx'](marked('clean'))).json, 'data.status')).toBe('active')
    expect(at((await sim.ask['verifik-runt'](marked('clean'))).json, 'data.soat.0.estado')).toBe('VIGENTE')
    expect(at((await sim.ask['placapi-mx'](marked('clean'))).json, 'data.reporteRobo.reportado')).toBe(false)
  })

  it('one-debt has one row and many-debts at least forty', async () => {
    expect(rows((await sim.ask['verifik-simit'](marked('one-debt'))).json, `${simit}.multas`)).toHaveLength(1)
    const apitude = await sim.ask.apitude(marked('many-debts'))
    expect(rows(apitude.json, `${result}.unpaid_traffic_violations`).length).toBeGreaterThanOrEqual(40)
    const multas = rows((await sim.ask['verifik-simit'](marked('many-debts'))).json, `${simit}.multas`)
    expect(multas.filter((row) => at(row, 'comparendo') === false).length).toBeGreaterThan(0)
    expect(multas.length).toBeGreaterThanOrEqual(40)
  })

  it('totals add up, except under sum-mismatch', async () => {
    const sums = async (scenario: string) => {
      const { json } = await sim.ask['verifik-simit'](marked(scenario))
      const owed = rows(json, `${simit}.multas`).reduce<number>((sum, row) => sum + Number(at(row, 'valorPagar')), 0)
      return owed - Number(at(json, `${simit}.totalMultas`))
    }
    expect(await sums('many-debts')).toBe(0)
    expect(await sums('growing')).toBe(0)
    expect(await sums('sum-mismatch')).not.toBe(0)
  })

  it('plate-changed, not-registered and does-not-exist have the texts of their providers', async () => {
    expect((await sim.ask.apitude(marked('plate-changed'))).text).toContain('Placa anterior')
    expect((await sim.ask.apitude(marked('not-registered'))).text).toContain('no se encuentra en el padrón')
    expect((await sim.ask['verifik-mx'](marked('does-not-exist'))).json).toMatchObject({ code: 'VEHICLE_NOT_FOUND' })
  })

  it('other-plate, partial, drift and ok-with-error change the answer', async () => {
    const runt = (scenario: string) => sim.ask['verifik-runt'](marked(scenario))
    expect(at((await runt('other-plate')).json, 'data.informacionGeneral.noPlaca')).not.toBe(marked('other-plate'))
    expect(at((await runt('partial')).json, 'data.tecnoMecanica')).toBeNull()
    expect(at((await runt('drift')).json, 'data.informacionGeneral')).toBeUndefined()
    const failed = await sim.ask.apitude(marked('ok-with-error'))
    expect([failed.status, at(failed.json, 'result.status')]).toEqual([200, 503])
    expect((await sim.ask.nubarium(marked('ok-with-error'))).json).toMatchObject({ estatus: 'ERROR' })
  })

  it('theft reports a theft', async () => {
    expect(at((await sim.ask['placapi-mx'](marked('theft'))).json, 'data.reporteRobo.reportado')).toBe(true)
  })
})

describe('errors', () => {
  it.each([
    ['unauthorized', 401],
    ['conflict', 409],
    ['rate-limited', 429],
    ['server-error', 500],
  ])('%s has the HTTP status %i', async (scenario, status) => {
    for (const portal of ['verifik-mx', 'verifik-runt', 'verifik-simit', 'apitude', 'nubarium'] as const) {
      const reply = await sim.ask[portal](marked(scenario))
      expect(reply.status).toBe(status)
      if (status === 429) expect(reply.headers.get('retry-after')).toBe('1')
    }
  })

  it('captcha is a page with status 200, pending an answer without a result', async () => {
    for (const portal of ['verifik-simit', 'placapi-mx', 'apitude'] as const) {
      const captcha = await sim.ask[portal](marked('captcha'))
      expect([captcha.status, captcha.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(captcha.text).toContain('captcha')
    }
    expect((await sim.ask['verifik-simit'](marked('pending'))).status).toBe(202)
    expect(at((await sim.ask.apitude(marked('pending'))).json, 'result')).toBeUndefined()
  })

  it('twice gives the same data again with a later end', async () => {
    const ordered = await sim.order(marked('twice'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    const [first, second] = [await sim.poll(ordered), await sim.poll(ordered)]
    expect(at(second.json, 'result.data')).toEqual(at(first.json, 'result.data'))
    expect(at(second.json, 'result.end_at')).not.toBe(at(first.json, 'result.end_at'))
  })
})

/** A bare request, for what fetch hides: bytes, encodings and broken connections. Ends by itself after `ms`. */
function bare(scenario: string, ms = 5000) {
  return new Promise<{ bytes: Buffer; headers: Record<string, unknown>; end: string }>((resolve) => {
    const parts: Buffer[] = []
    let headers: Record<string, unknown> = {}
    const finish = (end: string) => {
      clearTimeout(timer)
      resolve({ bytes: Buffer.concat(parts), headers, end })
      outgoing.destroy()
    }
    const options = { headers: { authorization: 'Bearer demo-verifik' } }
    const address = `${sim.base}/verifik/v2/co/simit/consultar/placa?plate=${marked(scenario)}`
    const outgoing = request(address, options, (incoming) => {
      headers = incoming.headers
      incoming.on('data', (part: Buffer) => parts.push(part))
      incoming.on('end', () => finish('end')).on('error', () => finish('error'))
    })
    const timer = setTimeout(() => finish('timeout'), ms)
    outgoing.on('error', () => finish('error'))
    outgoing.end()
  })
}

describe('delivery', () => {
  it('slow answers late, hang never answers, drip sends byte by byte', async () => {
    const began = Date.now()
    expect((await bare('slow')).end).toBe('end')
    expect(Date.now() - began).toBeGreaterThanOrEqual(290)
    expect(await bare('hang', 400)).toMatchObject({ end: 'timeout', headers: {} })
    const dripped = await bare('drip', 600)
    expect(dripped.end).toBe('timeout')
    expect(dripped.bytes.length).toBeGreaterThan(0)
    expect(dripped.bytes.length).toBeLessThan(4)
  })

  it('cut breaks off half-way', async () => {
    const { bytes, headers, end } = await bare('cut')
    expect(end).toBe('error')
    expect(bytes.length).toBe(Math.floor(Number(headers['content-length']) / 2))
  })

  it('latin1, gzip and gzip-bomb have their encodings and sizes', async () => {
    const latin1 = await bare('latin1')
    expect(latin1.headers['content-type']).toBe('application/json; charset=iso-8859-1')
    expect(latin1.bytes.toString('latin1')).toContain('Cédula')
    expect((await bare('gzip')).headers['content-encoding']).toBe('gzip')
    expect(rows((await sim.ask['verifik-simit'](marked('gzip'))).json, `${simit}.multas`)).toHaveLength(1)
    const bomb = await bare('gzip-bomb')
    expect(bomb.bytes.length).toBeLessThan(400_000)
    const response = await fetch(`${sim.base}/verifik/v2/co/simit/consultar/placa?plate=${marked('gzip-bomb')}`, {
      headers: { authorization: 'Bearer demo-verifik' },
    })
    let inflated = 0
    for await (const part of response.body ?? []) inflated += part.length
    expect(inflated).toBe(200_000_000)
  })
})
