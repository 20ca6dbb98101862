// RapidAPI "Informacion vehiculos de Mexico" → types 2 and 4, as public clients use it: POST returns an id, GET polls
// it, and the result is null until it is ready. Refusals come from the POST; other scenarios are chosen then. The texts
// for «no theft» are unknown, so those sections are null.
import type { FastifyInstance } from 'fastify'
import { isoDay, type Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { deliver } from '../deliver.ts'
import { type Answer, commonTroubles, fail, normal, ok, other, type Portal, type Query } from '../portal.ts'
import { readProviderWords } from '../provider-words.ts'
import { jsonRefusals } from '../refusals.ts'
import { answerOf, count, type SimulatorState } from '../request-handler.ts'
import { without, withUnknownField } from '../shape.ts'
import { isStolen, theftOf } from '../theft.ts'
import { factsOfVin } from '../vehicle-facts.ts'
import { acceptRequests } from './polled-requests.ts'

const words = readProviderWords('rapidapi-vehiculos-mx')
const NONE = words.example('result', 'no theft said', 'result')
const STOLEN = 'stolen, by the prosecutors and the insurers'
const REGISTRY = words.example('result', STOLEN, 'result.repuve')
const PROSECUTORS = words.example('result', STOLEN, 'result.pgj')

export const rapidapiHost = { 'x-rapidapi-host': 'informacion-vehiculos-de-mexico.p.rapidapi.com' }

function registry(query: Query, moment: Moment) {
  const facts = factsOfVin(query.vin, moment.year)
  return {
    ...REGISTRY,
    PLACA: query.plate,
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

const done = (query: Query, result: unknown): Answer => ok({ placas: query.plate, niv: query.vin, result })

const answered =
  (theft?: 'none' | 'reported') =>
  (query: Query, moment: Moment): Answer => {
    const repuve = registry(query, moment)
    const stolen = theft === undefined ? isStolen(repuve.VIN) : theft === 'reported'
    return done(query, { ...NONE, repuve, ...(stolen ? { pgj: prosecutors(repuve, moment) } : {}) })
  }

type Identity = { VIN: string; PLACA: string }
const changed =
  (change: (found: Identity) => Partial<Identity>) =>
  (query: Query, moment: Moment): Answer => {
    const repuve = registry(query, moment)
    return done(query, { ...NONE, repuve: { ...repuve, ...change(repuve) } })
  }

/** Its answers are the final results of the poll, which adds the id. */
export const rapidapi: Portal = {
  name: 'rapidapi',
  title: 'RapidAPI · Vehículos de México',
  country: 'MX',
  method: 'POST',
  path: '/rapidapi/consulta',
  allowed: (headers) => holds('rapidapi')(headers) && headers['x-rapidapi-host'] === rapidapiHost['x-rapidapi-host'],
  refuses: (source) => {
    const detail = words.fault('question')(source)
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
    drift: (query, moment) => {
      const { repuve, ...rest } = Object(Object(answered('none')(query, moment).body).result)
      return done(query, { ...rest, registro: repuve })
    },
    'unknown-field': (query, moment) => withUnknownField(answered('none')(query, moment), 'result.repuve'),
    'no-rows-key': (query, moment) => without(answered('none')(query, moment), 'result.repuve'),
  },
}

export function openRapidapi(app: FastifyInstance, state: SimulatorState): void {
  const waiting = acceptRequests(app, state, rapidapi, { store: (request) => request, accepted: (id) => ok({ id }) })
  const { slowMs } = state.settings

  app.get<{ Params: { id: string } }>(`${rapidapi.path}/:id`, (request, reply) => {
    const { id } = request.params
    const item = waiting.get(id)
    const refused = !rapidapi.allowed(request.headers)
    count(state, 'rapidapi-poll', refused ? 'refused' : (item?.scenario ?? 'unknown'))
    if (refused) return deliver(reply, words.error('key refused')(), 'natural', 0)
    if (!item) return deliver(reply, fail(404, { detail: 'consulta' }), 'natural', 0)
    const { query, scenario } = item
    const isReady = scenario !== 'pending' && Date.now() >= item.readyAt
    if (!isReady) return deliver(reply, ok({ id, placas: query.plate, niv: query.vin, result: null }), 'natural', 0)
    const answer = answerOf(state, rapidapi, query, scenario)
    const isResult = typeof answer.body === 'object'
    deliver(reply, isResult ? { ...answer, body: { id, ...Object(answer.body) } } : answer, scenario, slowMs)
  })
}
