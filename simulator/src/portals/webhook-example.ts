// A source that answers by webhook; no provider's. → types 2 and 4: the question is accepted with 202, the answer is
// sent later to the callback address, signed, with a PDF in base64. Refusals come at the question; the other faces
// are fixed when it is asked. The theft story is the VIN's own (theft.ts).

import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isoDay, type Moment } from '../clock.ts'
import { credentials, holds } from '../credentials.ts'
import { deliver } from '../deliver.ts'
import { answerOf, count, type Desk, faceFor, field, received } from '../desk.ts'
import { pdfOf } from '../pdf.ts'
import { type Answer, type Asked, commonTroubles, fail, normal, ok, other, type Portal } from '../portal.ts'
import { jsonRefusals } from '../refusals.ts'
import type { Shown } from '../scenarios.ts'
import { without, withUnknownField } from '../shape.ts'
import { isStolen, theftOf } from '../theft.ts'
import { type Facts, factsOfPlate, factsOfVin } from '../vehicle-facts.ts'
import { isOurs, openCaller, signatureOf } from '../webhook.ts'

const factsFor = ({ vin, plate }: Asked, { year }: Moment): Facts =>
  vin ? factsOfVin(vin, year) : factsOfPlate(plate, year)

type Found = { plate: string; vin: string; brand: string; model: string; year: number }
type Theft = { status: 'SIN REPORTE' | 'CON REPORTE'; entity: string | null; date: string | null }

const vehicleOf = (asked: Asked, moment: Moment): Found => {
  const { vin, brand, model, year } = factsFor(asked, moment)
  return { plate: asked.plate, vin, brand, model, year }
}

function report(vin: string, moment: Moment): Theft {
  const { entity, date } = theftOf(vin, moment)
  return { status: 'CON REPORTE', entity, date }
}
const noReport: Theft = { status: 'SIN REPORTE', entity: null, date: null }

const paperOf = ({ plate, vin, brand, model, year }: Found, { status, entity, date }: Theft, { day }: Moment): string =>
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
  ok({ status: 'DONE', vehicle, theft, pdfBase64: paperOf(vehicle, theft, moment) })

const told =
  (theft?: 'none' | 'reported') =>
  (asked: Asked, moment: Moment): Answer => {
    const vehicle = vehicleOf(asked, moment)
    const stolen = theft === undefined ? isStolen(vehicle.vin) : theft === 'reported'
    return done(vehicle, stolen ? report(vehicle.vin, moment) : noReport, moment)
  }

/** What is sent back in the end; `requestId` is added where it is sent. */
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
    natural: told(),
    clean: told('none'),
    'one-debt': told('none'),
    theft: told('reported'),
    'theft-recovered': told('none'),
    'webhook-twice': told('none'),
    'webhook-other': told('none'),
    'webhook-never': told('none'),
    'webhook-unsigned': told('none'),
    'webhook-error': () => ok({ status: 'ERROR', message: 'La fuente no respondió' }),
    'ok-with-error': () => ok({ status: 'ERROR', message: 'Source unavailable' }),
    'does-not-exist': () => ok({ status: 'DONE', vehicle: null, theft: null, pdfBase64: null }),
    'not-registered': () => ok({ status: 'DONE', vehicle: null, theft: null, pdfBase64: null }),
    'other-plate': (asked, moment) => {
      const vehicle = vehicleOf(asked, moment)
      return done({ ...vehicle, plate: other(vehicle.plate), vin: other(vehicle.vin) }, noReport, moment)
    },
    partial: (asked, moment) => {
      const answer = told('none')(asked, moment)
      return ok({ ...Object(answer.body), theft: null, pdfBase64: null })
    },
    drift: (asked, moment) => {
      const { vehicle, ...rest } = Object(told('none')(asked, moment).body)
      return ok({ ...rest, vehiculo: vehicle })
    },
    'unknown-field': (asked, moment) => withUnknownField(told('none')(asked, moment), 'vehicle'),
    'no-rows-key': (asked, moment) => without(told('none')(asked, moment), 'theft'),
  },
}

/** Shown at the question itself: what spoils the question never comes to an answer. */
const atOnce: ReadonlySet<Shown> = new Set([
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
const silent: ReadonlySet<Shown> = new Set(['webhook-never', 'pending'])
const key = credentials['webhook-example'].value

/** The bodies to be sent, in order: some faces send two. */
function bodiesOf(desk: Desk, asked: Asked, face: Shown, requestId: string): string[] {
  const say = (shown: Shown) =>
    JSON.stringify({ requestId, ...Object(answerOf(desk, webhookExample, asked, shown).body) })
  if (silent.has(face)) return []
  if (face === 'webhook-twice' || face === 'twice') return [say('clean'), say('clean')]
  if (face === 'webhook-other') return [say('clean'), say('theft')]
  return [say(face)]
}

export function openWebhookExample(app: FastifyInstance, desk: Desk): void {
  const caller = openCaller(app, desk, webhookExample.name)
  const { asyncMs, slowMs } = desk.settings
  app.post(webhookExample.path, (request, reply) => {
    const asked = received(desk, webhookExample, request, reply)
    if (!asked) return
    const face = faceFor(desk, webhookExample, asked)
    count(desk, webhookExample.name, face)
    if (atOnce.has(face)) return deliver(reply, answerOf(desk, webhookExample, asked, face), face, slowMs)
    const requestId = randomUUID()
    const to = field(request.body, 'callbackUrl')
    bodiesOf(desk, asked, face, requestId).forEach((body, index) => {
      const signature = signatureOf(body, face === 'webhook-unsigned' ? 'somebody-else' : key)
      const later = face === 'webhook-other' ? index * asyncMs : 0
      caller.send({ to, body, signature }, (face === 'slow' ? slowMs : asyncMs) + later)
    })
    deliver(
      reply,
      { status: 202, body: { requestId, status: 'PROCESSING' } },
      face === 'slow' ? 'natural' : face,
      slowMs,
    )
  })
}
