// Responds for every portal: credentials, scenario, content, delivery, statistics. Order of scenarios: a fault for this
// plate, the mark QQnn, a fault for a share of the plates, one for the whole portal, the plate's own failure.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chance, share } from './chance.ts'
import { type Clock, momentAt } from './clock.ts'
import { deliver } from './deliver.ts'
import { type Answer, normal, type Portal, type Query } from './portal.ts'
import { isWritten } from './recorded-debts.ts'
import { type Scenario, type ServedScenario, scenarioOfMark } from './scenarios.ts'

export type Settings = { asyncMs: number; slowMs: number }

export type SimulatorState = {
  clock: Clock
  settings: Settings
  /** Scenarios by portal name, or by portal name and plate: `apitude`, `apitude/RKA123A`. */
  faults: Map<string, Scenario>
  /** Scenarios for a share of a portal's plates, 0 to 1, by portal name. */
  shares: Map<string, Partial<Record<Scenario, number>>>
  /** Number of requests by portal, then by the scenario served. */
  stats: Map<string, Map<string, number>>
}

export const createState = (clock: Clock, settings: Settings): SimulatorState => ({
  clock,
  settings,
  faults: new Map(),
  shares: new Map(),
  stats: new Map(),
})

export const faultKey = (portal: string, plate = ''): string => (plate ? `${portal}/${normal(plate)}` : portal)

export function count(state: SimulatorState, portal: string, served: string): void {
  const counts = state.stats.get(portal) ?? new Map<string, number>()
  counts.set(served, (counts.get(served) ?? 0) + 1)
  state.stats.set(portal, counts)
}

export function scenarioFor(state: SimulatorState, portal: Portal, query: Query): ServedScenario {
  const marks = [query.plate, query.vin, query.holder ?? '']
  return (
    faultOf(state, portal, marks) ||
    scenarioOfMark(...marks) ||
    sharedScenario(state, portal, query) ||
    state.faults.get(portal.name) ||
    ownTrouble(portal, query)
  )
}

const faultOf = (state: SimulatorState, { name }: Portal, marks: readonly string[]): Scenario | undefined =>
  state.faults.size === 0
    ? undefined
    : marks.map((mark) => mark && state.faults.get(faultKey(name, mark))).find((scenario) => scenario) || undefined

/** Deterministic by plate: the same plates are affected each time, also by a larger share. */
function sharedScenario(state: SimulatorState, { name }: Portal, { key }: Query): Scenario | undefined {
  const shares = state.shares.get(name)
  return shares && share(shares, undefined, chance('share', name, key))
}

/** A plate with recorded debts has no failure of its own. */
const ownTrouble = (portal: Portal, { key, plate }: Query): ServedScenario =>
  isWritten(portal.ledger, plate) ? 'natural' : share(portal.troubles, 'natural', chance('trouble', portal.name, key))

/** Scenarios that damage the transport: every portal has them. */
export const delivery: ReadonlySet<ServedScenario> = new Set([
  'slow',
  'hang',
  'drip',
  'cut',
  'latin1',
  'gzip',
  'gzip-bomb',
])

/** The portal's answer in a scenario. Delivery scenarios send the one-debt answer, so that a test has a row to read. */
export function answerOf(
  state: SimulatorState,
  portal: Portal,
  query: Query,
  scenario: ServedScenario,
  now = state.clock.now(),
): Answer {
  const { answers } = portal
  const content = answers[scenario] ?? (delivery.has(scenario) ? answers['one-debt'] : undefined) ?? answers.natural
  return content(query, momentAt(now, portal.country))
}

/** A text field of a query or body, trimmed; '' if it is missing or no text. */
export function field(source: unknown, name: string): string {
  if (typeof source !== 'object' || source === null) return ''
  const value: unknown = Reflect.get(source, name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Checks credentials and input. If it refuses one, it sends the response and returns undefined. */
export function received(
  state: SimulatorState,
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
): Query | undefined {
  const refuse = (served: string, answer: Answer): undefined => {
    count(state, portal.name, served)
    deliver(reply, answer, 'natural', 0)
  }
  if (!portal.allowed(request.headers)) {
    return refuse('refused', answerOf(state, portal, { key: '', plate: '', vin: '' }, 'unauthorized'))
  }
  const source = portal.method === 'GET' ? request.query : request.body
  const refused = portal.refuses?.(source)
  if (refused) return refuse('bad-request', refused)
  const query = portal.ask((name) => field(source, name), momentAt(state.clock.now(), portal.country))
  return 'status' in query ? refuse('bad-request', query) : query
}

function respond(state: SimulatorState, portal: Portal, query: Query, reply: FastifyReply): void {
  const scenario = scenarioFor(state, portal, query)
  count(state, portal.name, scenario)
  deliver(reply, answerOf(state, portal, query, scenario), scenario, state.settings.slowMs)
}

/** Adds the route of a portal that responds in one step. */
export function openPortal(app: FastifyInstance, state: SimulatorState, portal: Portal): void {
  app.route({
    method: portal.method,
    url: portal.path,
    handler: (request, reply) => {
      const query = received(state, portal, request, reply)
      if (query) respond(state, portal, query, reply)
    },
  })
}
