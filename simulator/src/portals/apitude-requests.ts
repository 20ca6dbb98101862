// Apitude's requests: POST returns an id, GET polls it. Refusals come from the POST; every other scenario is chosen
// when the request is made and served by the poll.
import type { FastifyInstance } from 'fastify'
import { deliver } from '../deliver.ts'
import { type Answer, fail, ok, type Portal, type Query } from '../portal.ts'
import { answerOf, count, type SimulatorState } from '../request-handler.ts'
import { acceptRequests, type PolledRequest } from './polled-requests.ts'

/** An unfinished request has no result. */
const processing: Answer = ok({ message: 'Request in process' })
/** Prefix of the provider in the simulator. */
const PREFIX = '/apitude'
const nobody: Query = { key: '', plate: '', vin: '' }

type Waiting = PolledRequest & { endAt: number; deliveries: number }

/** A finished request keeps its end time, except in the scenario `twice`, which moves it with each delivery. */
function finished(state: SimulatorState, portal: Portal, item: Waiting): Answer {
  const late = item.scenario === 'twice' ? item.deliveries++ * 1000 : 0
  return answerOf(state, portal, item.query, item.scenario, new Date(item.endAt + late))
}

/** Opens one of Apitude's services, which share the two steps and the envelope. */
export function openApitude(app: FastifyInstance, state: SimulatorState, portal: Portal): void {
  const { asyncMs, slowMs } = state.settings
  const waiting = acceptRequests<Waiting>(app, state, portal, {
    store: (request) => ({ ...request, endAt: state.clock.now().getTime() + asyncMs, deliveries: 0 }),
    accepted: (id) => {
      const url = `${portal.path.slice(PREFIX.length)}${id}/`
      return ok({ message: 'Request processed successfully', url, request_id: id })
    },
  })

  // Only the address with a final slash responds, as the server redirects to it.
  app.get(`${portal.path}:id`, (request, reply) => reply.redirect(`${request.url}/`, 301))
  app.get<{ Params: { id: string } }>(`${portal.path}:id/`, (request, reply) => {
    const item = waiting.get(request.params.id)
    const refused = !portal.allowed(request.headers)
    const outcome = refused ? 'refused' : (item?.scenario ?? 'unknown')
    count(state, `${portal.name}-poll`, outcome)
    if (refused) return deliver(reply, answerOf(state, portal, nobody, 'unauthorized'), 'natural', 0)
    if (!item) return deliver(reply, fail(404, { message: 'Petición no encontrada', result: null }), 'natural', 0)
    if (item.scenario === 'pending' || Date.now() < item.readyAt) return deliver(reply, processing, 'natural', 0)
    deliver(reply, finished(state, portal, item), item.scenario, slowMs)
  })
}
