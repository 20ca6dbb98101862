// The first step of asynchronous providers: POST returns an id, by which GET polls. Refusals come from the POST; every
// other scenario is chosen when the request is made.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { deliver } from '../deliver.ts'
import type { Answer, Portal, Query } from '../portal.ts'
import { answerOf, count, received, type SimulatorState, scenarioFor } from '../request-handler.ts'
import type { ServedScenario } from '../scenarios.ts'

const REFUSALS: ReadonlySet<ServedScenario> = new Set(['unauthorized', 'conflict', 'rate-limited', 'server-error'])
const REQUESTS_AT_MOST = 20_000

export type PolledRequest = { query: Query; scenario: ServedScenario; readyAt: number }

/** @returns the requests by id, without the oldest above the limit */
export function acceptRequests<Request extends PolledRequest>(
  app: FastifyInstance,
  state: SimulatorState,
  portal: Portal,
  { store, accepted }: { store: (request: PolledRequest) => Request; accepted: (id: string) => Answer },
): ReadonlyMap<string, Request> {
  const requests = new Map<string, Request>()
  app.post(portal.path, (request, reply) => {
    const query = received(state, portal, request, reply)
    if (!query) return
    const scenario = scenarioFor(state, portal, query)
    count(state, portal.name, scenario)
    if (REFUSALS.has(scenario)) return deliver(reply, answerOf(state, portal, query, scenario), scenario, 0)
    const id = randomUUID()
    const [oldest] = requests.keys()
    if (oldest && requests.size >= REQUESTS_AT_MOST) requests.delete(oldest)
    requests.set(id, store({ query, scenario, readyAt: Date.now() + state.settings.asyncMs }))
    deliver(reply, accepted(id), 'natural', 0)
  })
  return requests
}
