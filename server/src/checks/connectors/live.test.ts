// Every connector against every scenario of the simulator, over real HTTP and the real client: failures end as
// failures, within their deadline, and never as a clear status.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { someCases } from '../../testing/drill.ts'
import { ask, clearIn, standsFor, startSimulator, subjectOf } from '../testing/connectors.ts'
import type { Connector, Parsed } from './connector.ts'
import { CONNECTORS } from './registry.ts'

const LATE = ['slow', 'hang', 'drip']
/**
 * Milliseconds: short only where the answer comes too late or never, so that a busy machine causes no other timeouts.
 * One source is polled for its result two seconds after the query; the slow scenario takes five.
 */
const deadlineOf = ({ key }: Connector, scenario: string): number => {
  if (![...LATE, 'pending'].includes(scenario)) return 30_000
  return key === 'mx-rapidapi-vehiculo' ? 4_000 : 900
}
const NEVER_CLEAR = [
  'other-plate',
  'drift',
  'ok-with-error',
  'unauthorized',
  'server-error',
  'slow',
  'hang',
  'drip',
  'cut',
  'captcha',
  'gzip-bomb',
  'pending',
]

let simulator: Awaited<ReturnType<typeof startSimulator>>
let scenarios: { number: number; name: string }[] = []

beforeAll(async () => {
  simulator = await startSimulator()
  const reply = await fetch(`${simulator.base}/__control/scenarios`)
  scenarios = ((await reply.json()) as { scenarios: typeof scenarios }).scenarios
  // A source that is queried by VIN alone knows the plates of registered vehicles.
  const vehicles = scenarios.map(({ number }) => subjectOf({ country: 'MX' } as Connector, markOf(number)))
  await fetch(`${simulator.base}/__control/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ vehicles: vehicles.map(({ plate, vin }) => ({ plate, vin })) }),
  })
})
afterAll(() => simulator.process.kill('SIGTERM'))

const markOf = (number: number): string => `QQ${String(number).padStart(2, '0')}`

async function answerOf(connector: Connector, { number, name }: { number: number; name: string }): Promise<Parsed> {
  const subject = subjectOf(connector, markOf(number))
  const answers = await ask(connector, subject, simulator.base, deadlineOf(connector, name))
  return Array.isArray(answers) ? connector.parse(answers, subject, new Date().toISOString().slice(0, 10)) : answers
}

describe('connectors over HTTP', () => {
  // A source with callbacks needs the engine; AVIT's cities answer alike.
  const connectors = CONNECTORS.filter((connector) => !connector.webhook && standsFor(connector) === connector.key)
  it.each(someCases(connectors, 6, 0).map((connector) => [connector.key, connector] as const))(
    '%s ends as expected under all scenarios',
    async (key, connector) => {
      const read = await Promise.all(
        scenarios.map(async (scenario) => [scenario.name, await answerOf(connector, scenario)] as const),
      )
      const parsed = new Map(read)
      for (const scenario of NEVER_CLEAR) {
        // PlacApi's fines and Apitude's RUNT name no plate: the simulator has no such scenario for them.
        if (['co-placapi', 'co-apitude-runt'].includes(key) && scenario === 'other-plate') continue
        const answer = parsed.get(scenario)
        expect(answer && clearIn(answer), `${scenario}: ${answer?.outcome}`).toEqual([])
      }
      for (const scenario of LATE) expect(parsed.get(scenario)?.outcome, scenario).toBe('timeout')
      for (const scenario of ['clean', 'one-debt', 'gzip', 'latin1', 'twice'])
        expect(parsed.get(scenario)?.outcome, scenario).toBe('ok')
      expect(parsed.get('captcha')?.outcome).toBe('captcha')
      expect(parsed.get('unauthorized')?.outcome).toBe('bad-credentials')
      expect(parsed.get('rate-limited')).toMatchObject({ outcome: 'rate-limited', retryAfterSeconds: 1 })
    },
  )
})
