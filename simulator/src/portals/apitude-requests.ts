// Apitude's requests: POST gives an id, GET polls it. Refusals come at the POST; every other face waits for the poll,
// and is fixed when the request is made.

import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { deliver } from '../deliver.ts'
import { answerOf, count, type Desk, faceFor, received } from '../desk.ts'
import { type Answer, type Asked, fail, ok, type Portal } from '../portal.ts'
import type { Shown } from '../scenarios.ts'

/** Until it is finished there is no result. */
const processing: Answer = ok({ message: 'Request in process' })
const atOnce: ReadonlySet<Shown> = new Set(['unauthorized', 'conflict', 'rate-limited', 'server-error'])
const kept = 20_000

/** Below the provider's own address. */
const PREFIX = '/apitude'
const nobody: Asked = { key: '', plate: '', vin: '' }

type Waiting = { asked: Asked; face: Shown; readyAt: number; endAt: number; deliveries: number }

/** A finished request keeps its end time, but the twice face moves it with each delivery. */
function finished(desk: Desk, portal: Portal, item: Waiting): Answer {
  const late = item.face === 'twice' ? item.deliveries++ * 1000 : 0
  return answerOf(desk, portal, item.asked, item.face, new Date(item.endAt + late))
}

/** Opens one of its services: they share the two steps and the envelope. */
export function openApitude(app: FastifyInstance, desk: Desk, portal: Portal): void {
  const waiting = new Map<string, Waiting>()
  const { asyncMs, slowMs } = desk.settings

  app.post(portal.path, (request, reply) => {
    const asked = received(desk, portal, request, reply)
    if (!asked) return
    const face = faceFor(desk, portal, asked)
    count(desk, portal.name, face)
    if (atOnce.has(face)) return deliver(reply, answerOf(desk, portal, asked, face), face, 0)
    const id = randomUUID()
    const [oldest] = waiting.keys()
    if (oldest && waiting.size >= kept) waiting.delete(oldest)
    waiting.set(id, {
      asked,
      face,
      readyAt: Date.now() + asyncMs,
      endAt: desk.clock.now().getTime() + asyncMs,
      deliveries: 0,
    })
    const url = `${portal.path.slice(PREFIX.length)}${id}/`
    deliver(reply, ok({ message: 'Request processed successfully', url, request_id: id }), 'natural', 0)
  })

  // Only the address with its final slash answers: the server redirects to it.
  app.get(`${portal.path}:id`, (request, reply) => reply.redirect(`${request.url}/`, 301))
  app.get<{ Params: { id: string } }>(`${portal.path}:id/`, (request, reply) => {
    const item = waiting.get(request.params.id)
    const refused = !portal.allowed(request.headers)
    const shown = refused ? 'refused' : (item?.face ?? 'unknown')
    count(desk, `${portal.name}-poll`, shown)
    if (refused) return deliver(reply, answerOf(desk, portal, nobody, 'unauthorized'), 'natural', 0)
    if (!item) return deliver(reply, fail(404, { message: 'Petición no encontrada', result: null }), 'natural', 0)
    if (item.face === 'pending' || Date.now() < item.readyAt) return deliver(reply, processing, 'natural', 0)
    deliver(reply, finished(desk, portal, item), item.face, slowMs)
  })
}
