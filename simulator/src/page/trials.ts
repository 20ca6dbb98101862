// «Probar»: queries a portal as a connector would and shows its answer as plain text; and an inbox for the source that
// answers by callback.
import type { FastifyInstance } from 'fastify'
import { guarded } from '../guard.ts'
import { normal, type Portal } from '../portal.ts'
import { holderOf, registeredPlate } from '../register.ts'
import { field } from '../request-handler.ts'
import { type Question, type Sample, samples } from './samples.ts'

const timeoutMs = 3_000
const inboxSize = 20
const someVin = '3N1CN8AE1RL000101'

function questionOf(query: unknown, host: string): Question {
  const plate = normal(field(query, 'plate')) || 'ABC123'
  const known = registeredPlate(plate)
  const mark = plate.startsWith('QQ') ? plate.slice(0, 4) : ''
  return {
    plate,
    vin: known?.vin ?? mark + someVin.slice(mark.length),
    nit: mark ? `0000${mark.slice(2)}999` : holderOf(known?.taxIdentifier ?? '900123456'),
    base: `http://${host}`,
  }
}

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** The answer as text: first line, headers, body. */
async function answerTo(app: FastifyInstance, { method, url, headers = {}, payload }: Sample): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs)
  const body = typeof payload === 'object' ? JSON.stringify(payload) : payload
  const typed = typeof payload === 'object' ? { ...headers, 'content-type': 'application/json' } : headers
  try {
    const address = app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const init = { method, headers: typed, signal, ...(body === undefined ? {} : { body }) }
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, init)
    const headerLines = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    const text = pretty((await answer.text()).slice(0, 200_000))
    return `${method} ${url}\n\nHTTP ${answer.status}\n${headerLines}\n\n${text}\n`
  } catch (error) {
    const why = signal.aborted ? `No terminó de responder en ${timeoutMs / 1000} s.` : `La conexión falló: ${error}`
    return `${method} ${url}\n\n${why}\n`
  }
}

export function openTrials(app: FastifyInstance, portals: readonly Portal[]): void {
  const inbox: unknown[] = []
  guarded(app, (levers) => {
    levers.get('/__control/try', async ({ query, headers }, reply) => {
      const name = field(query, 'portal')
      const sample = portals.some((portal) => portal.name === name) ? samples[name] : undefined
      if (!sample) return reply.code(400).send({ error: `No existe el portal «${name}».` })
      const text = await answerTo(app, sample(questionOf(query, headers.host ?? '')))
      return reply
        .headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
        .type('text/plain; charset=utf-8')
        .send(text)
    })
    levers.get('/__control/inbox', () => ({ received: inbox }))
    levers.post('/__control/inbox', ({ body, headers }) => {
      inbox.unshift({ signature: headers['x-signature'] ?? null, body })
      inbox.length = Math.min(inbox.length, inboxSize)
      return { received: true }
    })
  })
}
