// Every portal under every scenario it claims, over HTTP: its own form of an error, and an answer that differs from a
// clean one.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, type Reply, type Simulator, startSimulator } from './test-process.ts'

let sim: Simulator
let claims: Record<string, string[]>
beforeAll(async () => {
  sim = await startSimulator({ SIMULATOR_ASYNC_MS: '20' })
  claims = Object(at((await sim.call('/__control/scenarios')).json, 'claims'))
})
afterAll(() => sim.stop())

const httpStatus: Readonly<Record<string, number>> = {
  unauthorized: 401,
  conflict: 409,
  'rate-limited': 429,
  'server-error': 500,
  pending: 202,
  'no-credit': 403,
  'out-of-service': 409,
  'wrong-owner': 404,
}
/** Portals with errors of their own form: Apitude and RapidAPI while they work, PlacApi with its codes. */
const ownWay: Readonly<Record<string, Record<string, number>>> = {
  placapi: { conflict: 400, pending: 502, 'no-credit': 402 },
  'placapi-runt': { conflict: 400, pending: 502, 'no-credit': 402 },
  'placapi-mx': { conflict: 400, pending: 502, 'no-credit': 402 },
  apitude: { pending: 200 },
  'apitude-runt': { pending: 200 },
  'datos-gov-co': { 'out-of-service': 404 },
  rapidapi: { pending: 200 },
}
/** Scenarios whose answer equals the clean one. */
const likeClean: Readonly<Record<string, string[]>> = {
  'datos-gov-co': ['does-not-exist', 'not-registered'],
  'placapi-mx': ['one-debt'],
}

const VARYING = /"(id|traceId|timestamp|dateTime|end_at|fetchedAt)":"[^"]*"|value='[^']*'/g
const timeless = ({ status, text }: Reply): string => `${status} ${text.replace(VARYING, '')}`

it.each([
  'nubarium',
  'verifik-mx',
  'apitude',
  'apitude-runt',
  'rapidapi',
  'verifik-simit',
  'verifik-runt',
  'placapi',
  'placapi-runt',
  'placapi-mx',
  'avit',
  'datos-gov-co',
] as const)('%s shows each scenario that it claims', async (portal) => {
  const plate = 'ABX123'
  const under = async (scenario: string) => {
    await sim.lever('faults', { portal, scenario, plate })
    const reply = await sim.ask[portal](plate)
    await sim.call('/__control/faults', { method: 'DELETE' })
    return reply
  }
  const clean = timeless(await under('clean'))
  expect(clean.slice(0, 3)).toBe('200')
  for (const scenario of claims[portal] ?? []) {
    if (scenario === 'natural' || scenario === 'clean') continue
    const reply = await under(scenario)
    const status = ownWay[portal]?.[scenario] ?? httpStatus[scenario]
    if (status) expect(reply.status, scenario).toBe(status)
    if (scenario === 'captcha') expect(reply.text).toContain('captcha')
    if (!likeClean[portal]?.includes(scenario)) expect(timeless(reply), scenario).not.toBe(clean)
  }
})

it('every portal claims the scenarios of a failure, and those with payments claim paid', () => {
  for (const portal of Object.keys(claims)) {
    expect(claims[portal], portal).toEqual(
      expect.arrayContaining(['captcha', 'unauthorized', 'drift', 'ok-with-error']),
    )
    expect(claims[portal], portal).toContain(portal === 'webhook-example' ? 'webhook-error' : 'no-rows-key')
    expect(claims[portal], portal).not.toContain('natural')
  }
  for (const portal of ['verifik-simit', 'apitude', 'placapi', 'datos-gov-co'])
    expect(claims[portal], portal).toContain('paid')
})
