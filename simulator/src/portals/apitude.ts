// Apitude: debts in Mexico City, asynchronous → types 0, 3, 7 and 9. POST gives an id, GET polls it. Fines are stated in
// units of account, tenencias without amounts. HTTP 200 can carry a failure: result.status tells.
// Refusals come at the POST; every other face waits for the poll, and is fixed when the request is made.

import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { hash } from '../chance.ts'
import type { Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { deliver } from '../deliver.ts'
import { answerOf, count, type Desk, faceFor, received } from '../desk.ts'
import type { Shown } from '../faces.ts'
import { type Answer, type Asked, commonTroubles, fail, normal, ok, other, type Portal } from '../portal.ts'
import { jsonRefusals } from '../refusals.ts'
import {
  card,
  type Debt,
  environmental,
  fine,
  fines,
  lateVerification,
  owed,
  speeding,
  type Violation,
} from './cdmx-rows.ts'

type Folder = {
  debts: Debt[]
  violations: Violation[]
  sanctions: Violation[]
  late?: boolean
}

function data({ plate }: Asked, moment: Moment, { debts, violations, sanctions, late }: Folder) {
  return {
    clean: !debts.length && !violations.length && !sanctions.length,
    found: true,
    license_plate: plate,
    debts,
    fotocivicas_score: 10 - (hash('score', plate) % 4),
    environmental_sanctions: sanctions,
    vehicle_circulation_card: card(plate, moment, late),
    unpaid_traffic_violations: violations,
  }
}

const answered = (
  moment: Moment,
  body: unknown,
  { message = 'ok', status = 200, error = null as string | null } = {},
) =>
  ok({
    message: 'Servicio consultado',
    result: {
      data: body,
      error,
      end_at: moment.now.toISOString(),
      status,
      message,
      queried_by: 'license_plate',
      service_name: 'adeudos-mx',
    },
  })

const none = (asked: Asked, moment: Moment) =>
  data(asked, moment, { debts: [], violations: [], sanctions: [], late: false })
const one = (asked: Asked, moment: Moment) => ({
  ...none(asked, moment),
  clean: false,
  unpaid_traffic_violations: [speeding(moment.day - 12, asked.plate)],
})
const absent = (asked: Asked, moment: Moment) => ({
  ...none(asked, moment),
  found: false,
  fotocivicas_score: null,
  vehicle_circulation_card: null,
})

export const apitude: Portal = {
  name: 'apitude',
  title: 'Apitude · Adeudos CDMX',
  country: 'MX',
  method: 'POST',
  path: '/apitude/api/v1.0/requests/adeudos-mx/',
  allowed: holds('apitude'),
  ask: (field) => {
    const plate = normal(field('license_plate'))
    return plate ? { key: plate, plate, vin: '' } : fail(400, { message: 'license_plate es obligatorio', result: null })
  },
  troubles: { ...commonTroubles, 'not-registered': 0.008, 'does-not-exist': 0.005, 'plate-changed': 0.005 },
  answers: {
    ...jsonRefusals({ message: 'Credenciales inválidas', result: null }),
    natural: (asked, moment) =>
      answered(
        moment,
        data(asked, moment, {
          debts: owed(asked.plate, moment.year),
          violations: fines(asked.plate, moment),
          sanctions: environmental(asked.plate, moment),
        }),
      ),
    clean: (asked, moment) => answered(moment, none(asked, moment)),
    'one-debt': (asked, moment) => answered(moment, one(asked, moment)),
    'many-debts': (asked, moment) =>
      answered(
        moment,
        data(asked, moment, {
          debts: [0, 1, 2].map((n) => ({ year: String(moment.year - n), status: 'NO PAGADA' as const })),
          violations: Array.from({ length: 45 }, (_, n) => fine(moment.day - 8 - n * 17, asked.plate, 'many', n)),
          sanctions: [lateVerification(moment.day - 30, asked.plate)],
          late: true,
        }),
      ),
    'plate-changed': (asked, moment) =>
      answered(moment, absent(asked, moment), { message: `Placa anterior. Placa vigente: ${other(asked.plate)}` }),
    'not-registered': (asked, moment) =>
      answered(moment, absent(asked, moment), { message: 'La placa no se encuentra en el padrón' }),
    'does-not-exist': (_asked, moment) =>
      answered(moment, null, { message: 'La placa no existe', status: 404, error: 'license_plate_not_found' }),
    'other-plate': (asked, moment) => answered(moment, { ...one(asked, moment), license_plate: other(asked.plate) }),
    partial: (asked, moment) => answered(moment, { ...one(asked, moment), environmental_sanctions: null }),
    drift: (asked, moment) => {
      const { unpaid_traffic_violations, ...rest } = one(asked, moment)
      return answered(moment, { ...rest, traffic_violations: unpaid_traffic_violations })
    },
    'ok-with-error': () =>
      ok({ message: 'Servicio no disponible', result: { data: null, error: 'source_unavailable', status: 503 } }),
    'sum-mismatch': (asked, moment) => answered(moment, { ...one(asked, moment), clean: true }),
  },
}

const processing: Answer = ok({ message: 'Petición en proceso', result: null })
const atOnce: ReadonlySet<Shown> = new Set(['unauthorized', 'conflict', 'rate-limited', 'server-error'])
const kept = 20_000

const nobody: Asked = { key: '', plate: '', vin: '' }

type Waiting = { asked: Asked; face: Shown; readyAt: number; endAt: number; deliveries: number }

/** A finished request keeps its end time, but the twice face moves it with each delivery. */
function finished(desk: Desk, item: Waiting): Answer {
  const late = item.face === 'twice' ? item.deliveries++ * 1000 : 0
  return answerOf(desk, apitude, item.asked, item.face, new Date(item.endAt + late))
}

export function openApitude(app: FastifyInstance, desk: Desk): void {
  const waiting = new Map<string, Waiting>()
  const { asyncMs, slowMs } = desk.settings

  app.post(apitude.path, (request, reply) => {
    const asked = received(desk, apitude, request, reply)
    if (!asked) return
    const face = faceFor(desk, apitude, asked)
    count(desk, apitude.name, face)
    if (atOnce.has(face)) return deliver(reply, answerOf(desk, apitude, asked, face), face, 0)
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
    const url = `/api/v1.0/requests/adeudos-mx/${id}`
    deliver(reply, ok({ message: 'Petición aceptada', url, request_id: id }), 'natural', 0)
  })

  app.get<{ Params: { id: string } }>(`${apitude.path}:id`, (request, reply) => {
    const item = waiting.get(request.params.id)
    const refused = !apitude.allowed(request.headers)
    const shown = refused ? 'refused' : (item?.face ?? 'unknown')
    count(desk, 'apitude-poll', shown)
    if (refused) return deliver(reply, answerOf(desk, apitude, nobody, 'unauthorized'), 'natural', 0)
    if (!item) return deliver(reply, fail(404, { message: 'Petición no encontrada', result: null }), 'natural', 0)
    if (item.face === 'pending' || Date.now() < item.readyAt) return deliver(reply, processing, 'natural', 0)
    deliver(reply, finished(desk, item), item.face, slowMs)
  })
}
