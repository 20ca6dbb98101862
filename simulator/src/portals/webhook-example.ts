// An example source that answers by callback, without a real provider → types 2 and 4: the query is accepted with 202,
// and the answer is sent later to the callback address, signed, with a PDF in base64. Refusals come from the query;
// other scenarios are chosen then.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isoDay, type Moment } from '../clock.ts'
import { credentials, holds } from '../credentials.ts'
import { deliver } from '../deliver.ts'
import { pdfOf } from '../pdf.ts'
import { type Answer, commonTroubles, fail, normal, ok, other, type Portal, type Query } from '../portal.ts'
import { jsonRefusals } from '../refusals.ts'
import { answerOf, count, field, received, type SimulatorState, scenarioFor } from '../request-handler.ts'
import type { ServedScenario } from '../scenarios.ts'
import { without, withUnknownField } from '../shape.ts'
import { isStolen, theftOf } from '../theft.ts'
import { type Facts, factsOfPlate, factsOfVin } from '../vehicle-facts.ts'
import { isOurs, openCaller, signatureOf } from '../webhook.ts'

const factsFor = ({ vin, plate }: Query, { year }: Moment): Facts =>
  vin ? factsOfVin(vin, year) : factsOfPlate(plate, year)

type Found = { plate: string; vin: string; brand: string; model: string; year: number }
type Theft = { status: 'SIN REPORTE' | 'CON REPORTE'; entity: string | null; date: string | null }

const vehicleOf = (query: Query, moment: Moment): Found => {
  const { vin, brand, model, year } = factsFor(query, moment)
  return { plate: query.plate, vin, brand, model, year }
}

function report(vin: string, moment: Moment): Theft {
  const { entity, date } = theftOf(vin, moment)
  return { status: 'CON REPORTE', entity, date }
}
const noReport: Theft = { status: 'SIN REPORTE', entity: null, date: null }

const certificateOf = (
  { plate, vin, brand, model, year }: Found,
  { status, entity, date }: Theft,
  { day }: Moment,
): string =>
  pdfOf([
    'CONSULTA VEHICULAR · DOCUMENTO SIMULADO, SIN VALIDEZ OFICIAL',
    '',
    `Placa: ${plate || 'no indicada'}`,
    `NIV: ${vin}`,
    `Vehículo: ${brand} ${model} ${year}`,
    `Reporte de robo: ${status}${entity ? ` (${entity}, ${date})` : ''}`,
    `Fecha de consulta: ${isoDay(day)}`,
  ]).toString('base64')

const done = (vehicle: Found, theft: Theft, moment: Moment): Answer =>
  ok({ status: 'DONE', vehicle, theft, pdfBase64: certificateOf(vehicle, theft, moment) })

const answerFrom =
  (theft?: 'none' | 'reported') =>
  (query: Query, moment: Moment): Answer => {
    const vehicle = vehicleOf(query, moment)
    const stolen = theft === undefined ? isStolen(vehicle.vin) : theft === 'reported'
    return done(vehicle, stolen ? report(vehicle.vin, moment) : noReport, moment)
  }

/** Its answers are the bodies of the callback, which adds `requestId`. */
export const webhookExample: Portal = {
  name: 'webhook-example',
  title: 'Ejemplo · Responde por webhook',
  country: 'MX',
  method: 'POST',
  path: '/webhook-example/vehicle',
  allowed: holds('webhook-example'),
  ask: (field) => {
    const vin = normal(field('vin'))
    const plate = normal(field('plate'))
    if (!vin && !plate) return fail(400, { message: 'vin or plate is required' })
    if (!isOurs(field('callbackUrl')))
      return fail(400, { message: 'callbackUrl must be an http(s) address on loopback' })
    return { key: vin || plate, plate, vin }
  },
  troubles: { ...commonTroubles, 'webhook-error': 0.006, 'webhook-never': 0.004 },
  answers: {
    ...jsonRefusals({ message: 'Invalid API key' }),
    natural: answerFrom(),
    clean: answerFrom('none'),
    'one-debt': answerFrom('none'),
    theft: answerFrom('reported'),
    'theft-recovered': answerFrom('none'),
    'webhook-twice': answerFrom('none'),
    'webhook-other': answerFrom('none'),
    'webhook-never': answerFrom('none'),
    'webhook-unsigned': answerFrom('none'),
    'webhook-error': () => ok({ status: 'ERROR', message: 'La fuente no respondió' }),
    'ok-with-error': () => ok({ status: 'ERROR', message: 'Source unavailable' }),
    'does-not-exist': () => ok({ status: 'DONE', vehicle: null, theft: null, pdfBase64: null }),
    'not-registered': () => ok({ status: 'DONE', vehicle: null, theft: null, pdfBase64: null }),
    'other-plate': (query, moment) => {
      const vehicle = vehicleOf(query, moment)
      return done({ ...vehicle, plate: other(vehicle.plate), vin: other(vehicle.vin) }, noReport, moment)
    },
    partial: (query, moment) => {
      const answer = answerFrom('none')(query, moment)
      return ok({ ...Object(answer.body), theft: null, pdfBase64: null })
    },
    drift: (query, moment) => {
      const { vehicle, ...rest } = Object(answerFrom('none')(query, moment).body)
      return ok({ ...rest, vehiculo: vehicle })
    },
    'unknown-field': (query, moment) => withUnknownField(answerFrom('none')(query, moment), 'vehicle'),
    'no-rows-key': (query, moment) => without(answerFrom('none')(query, moment), 'theft'),
  },
}

/** Scenarios of the query itself, which then has no callback. */
const atOnce: ReadonlySet<ServedScenario> = new Set([
  'unauthorized',
  'conflict',
  'rate-limited',
  'server-error',
  'captcha',
  'hang',
  'drip',
  'cut',
  'gzip-bomb',
])
const silent: ReadonlySet<ServedScenario> = new Set(['webhook-never', 'pending'])
const key = credentials['webhook-example'].value

/** The bodies to send, in order: some scenarios send two. */
function bodiesOf(state: SimulatorState, query: Query, scenario: ServedScenario, requestId: string): string[] {
  const say = (shown: ServedScenario) =>
    JSON.stringify({ requestId, ...Object(answerOf(state, webhookExample, query, shown).body) })
  if (silent.has(scenario)) return []
  if (scenario === 'webhook-twice' || scenario === 'twice') return [say('clean'), say('clean')]
  if (scenario === 'webhook-other') return [say('clean'), say('theft')]
  return [say(scenario)]
}

export function openWebhookExample(app: FastifyInstance, state: SimulatorState): void {
  const caller = openCaller(app, state, webhookExample.name)
  const { asyncMs, slowMs } = state.settings
  app.post(webhookExample.path, (request, reply) => {
    const query = received(state, webhookExample, request, reply)
    if (!query) return
    const scenario = scenarioFor(state, webhookExample, query)
    count(state, webhookExample.name, scenario)
    if (atOnce.has(scenario)) return deliver(reply, answerOf(state, webhookExample, query, scenario), scenario, slowMs)
    const requestId = randomUUID()
    const to = field(request.body, 'callbackUrl')
    bodiesOf(state, query, scenario, requestId).forEach((body, index) => {
      const signature = signatureOf(body, scenario === 'webhook-unsigned' ? 'somebody-else' : key)
      const delayed = scenario === 'webhook-other' ? index * asyncMs : 0
      caller.send({ to, body, signature }, (scenario === 'slow' ? slowMs : asyncMs) + delayed)
    })
    deliver(
      reply,
      { status: 202, body: { requestId, status: 'PROCESSING' } },
      scenario === 'slow' ? 'natural' : scenario,
      slowMs,
    )
  })
}
