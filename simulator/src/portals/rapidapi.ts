// RapidAPI "Informacion vehiculos de Mexico" → types 2 and 4, as public clients ask it: POST gives an id, GET polls
// it, and the result is empty until it is there. Refusals come at the POST; every other face is fixed when it is
// asked. The theft story is the VIN's own (theft.ts). How the sections with words say «no theft» is not known: they
// are null then.

import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isoDay, type Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { deliver } from '../deliver.ts'
import { answerOf, count, type Desk, faceFor, received } from '../desk.ts'
import { type Answer, type Asked, commonTroubles, fail, normal, ok, other, type Portal } from '../portal.ts'
import { wordsOf } from '../provider-words.ts'
import { jsonRefusals } from '../refusals.ts'
import type { Shown } from '../scenarios.ts'
import { without, withUnknownField } from '../shape.ts'
import { isStolen, theftOf } from '../theft.ts'
import { factsOfVin } from '../vehicle-facts.ts'

const words = wordsOf('rapidapi-vehiculos-mx')
const NONE = words.example('result', 'no theft said', 'result')
const STOLEN = 'stolen, by the prosecutors and the insurers'
const REGISTRY = words.example('result', STOLEN, 'result.repuve')
const PROSECUTORS = words.example('result', STOLEN, 'result.pgj')

export const rapidapiHost = { 'x-rapidapi-host': 'informacion-vehiculos-de-mexico.p.rapidapi.com' }

function registry(asked: Asked, moment: Moment) {
  const facts = factsOfVin(asked.vin, moment.year)
  return {
    ...REGISTRY,
    PLACA: asked.plate,
    VIN: facts.vin,
    MARCA: facts.brand,
    MODELO: facts.model,
    LINEA: facts.model,
    ANIO_MODELO: String(facts.year),
    CLASE: facts.class,
    TIPO: facts.type,
    NUM_PUERTAS: String(facts.doors),
    NUM_CILINDROS: String(facts.cylinders),
    NUM_EJES: String(facts.axles),
  }
}

function prosecutors({ VIN, PLACA }: ReturnType<typeof registry>, moment: Moment) {
  const { stolen, entity } = theftOf(VIN, moment)
  return {
    ...PROSECUTORS,
    VIN,
    PLACA,
    FTE_VHI_ROBO: entity,
    FECHA_ROBO: isoDay(stolen),
    FECHA_AVERIGUA: isoDay(stolen + 1),
  }
}

const done = (asked: Asked, result: unknown): Answer => ok({ placas: asked.plate, niv: asked.vin, result })

const answered =
  (theft?: 'none' | 'reported') =>
  (asked: Asked, moment: Moment): Answer => {
    const repuve = registry(asked, moment)
    const stolen = theft === undefined ? isStolen(repuve.VIN) : theft === 'reported'
    return done(asked, { ...NONE, repuve, ...(stolen ? { pgj: prosecutors(repuve, moment) } : {}) })
  }

type Identity = { VIN: string; PLACA: string }
const changed =
  (change: (found: Identity) => Partial<Identity>) =>
  (asked: Asked, moment: Moment): Answer => {
    const repuve = registry(asked, moment)
    return done(asked, { ...NONE, repuve: { ...repuve, ...change(repuve) } })
  }

/** What the poll gives in the end; the id is added there. */
export const rapidapi: Portal = {
  name: 'rapidapi',
  title: 'RapidAPI · Vehículos de México',
  country: 'MX',
  method: 'POST',
  path: '/rapidapi/consulta',
  allowed: (headers) => holds('rapidapi')(headers) && headers['x-rapidapi-host'] === rapidapiHost['x-rapidapi-host'],
  refuses: (given) => {
    const detail = words.fault('question')(given)
    return detail === undefined ? undefined : fail(400, { detail })
  },
  ask: (field) => {
    const vin = normal(field('niv'))
    return { key: vin, plate: normal(field('placas')), vin }
  },
  troubles: { ...commonTroubles, 'plate-changed': 0.005 },
  answers: {
    ...jsonRefusals({}),
    unauthorized: words.error('key refused'),
    natural: answered(),
    clean: answered('none'),
    theft: answered('reported'),
    'plate-changed': changed(({ PLACA }) => ({ PLACA: other(PLACA) })),
    'other-plate': changed(({ VIN, PLACA }) => ({ VIN: other(VIN), PLACA: other(PLACA) })),
    'ok-with-error': () => ok(words.example('result', 'a text in place of the result', '')),
    drift: (asked, moment) => {
      const { repuve, ...rest } = Object(Object(answered('none')(asked, moment).body).result)
      return done(asked, { ...rest, registro: repuve })
    },
    'unknown-field': (asked, moment) => withUnknownField(answered('none')(asked, moment), 'result.repuve'),
    'no-rows-key': (asked, moment) => without(answered('none')(asked, moment), 'result.repuve'),
  },
}

const atOnce: ReadonlySet<Shown> = new Set(['unauthorized', 'conflict', 'rate-limited', 'server-error'])
const LIMIT = 20_000

type Waiting = { asked: Asked; face: Shown; readyAt: number }

export function openRapidapi(app: FastifyInstance, desk: Desk): void {
  const waiting = new Map<string, Waiting>()
  const { asyncMs, slowMs } = desk.settings

  app.post(rapidapi.path, (request, reply) => {
    const asked = received(desk, rapidapi, request, reply)
    if (!asked) return
    const face = faceFor(desk, rapidapi, asked)
    count(desk, rapidapi.name, face)
    if (atOnce.has(face)) return deliver(reply, answerOf(desk, rapidapi, asked, face), face, 0)
    const id = randomUUID()
    const [oldest] = waiting.keys()
    if (oldest && waiting.size >= LIMIT) waiting.delete(oldest)
    waiting.set(id, { asked, face, readyAt: Date.now() + asyncMs })
    deliver(reply, ok({ id }), 'natural', 0)
  })

  app.get<{ Params: { id: string } }>(`${rapidapi.path}/:id`, (request, reply) => {
    const { id } = request.params
    const item = waiting.get(id)
    const refused = !rapidapi.allowed(request.headers)
    count(desk, 'rapidapi-poll', refused ? 'refused' : (item?.face ?? 'unknown'))
    if (refused) return deliver(reply, words.error('key refused')(), 'natural', 0)
    if (!item) return deliver(reply, fail(404, { detail: 'consulta' }), 'natural', 0)
    const { asked, face } = item
    const isReady = face !== 'pending' && Date.now() >= item.readyAt
    if (!isReady) return deliver(reply, ok({ id, placas: asked.plate, niv: asked.vin, result: null }), 'natural', 0)
    const answer = answerOf(desk, rapidapi, asked, face)
    const isResult = typeof answer.body === 'object'
    deliver(reply, isResult ? { ...answer, body: { id, ...Object(answer.body) } } : answer, face, slowMs)
  })
}
