// AVIT (Quipux), the fines portal of a city, here Medellín → types 1 and 13. Two steps: the login says whether a captcha stands
// in the way and gives a token; the second step wants it back. The names of the lists are real, those inside partly ours.

import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Moment } from '../clock.ts'
import { deliver } from '../deliver.ts'
import { answerOf, count, type Desk, openPortal } from '../desk.ts'
import type { Face } from '../faces.ts'
import { type Answer, type Asked, commonTroubles, fail, normal, ok, other, type Portal } from '../portal.ts'
import { jsonRefusals } from '../refusals.ts'
import { without, withUnknownField } from '../shape.ts'
import {
  growingFine,
  isPaid,
  manyFines,
  naturalFines,
  oneFine,
  partlyPaid,
  type SimitRow,
  settledFines,
} from './simit-rows.ts'

/** One token for the life of the process: a real one lasts an hour. */
const token = randomUUID()
export const avitToken = (): string => token

const medellin = '05001000'
const isoOf = (slashed: string | null): string | null => slashed?.slice(0, 10).split('/').reverse().join('-') ?? null

/** Any other code: the question was not resolved, whatever the lists say. */
const answeredWell = { codigoEstado: 1, descripcion: 'EXITOSO' }

const rowOf = (row: SimitRow) => ({
  numeroComparendo: row.numeroComparendo,
  fechaComparendo: isoOf(row.fechaComparendo),
  placa: row.placa,
  codigoInfraccion: row.infracciones[0]?.codigoInfraccion ?? null,
  valor: row.valorPagar,
  estado: isPaid(row) ? 'PAGADO' : 'PENDIENTE',
})

function answered(rows: readonly SimitRow[]): Answer {
  const multas = rows.filter(({ comparendo }) => !comparendo)
  return ok({
    consultaMultaOComparendoOutDTO: {
      estado: answeredWell,
      informacionComparendo: rows.filter(({ comparendo }) => comparendo).map(rowOf),
      informacionMulta: multas.map((row) => ({
        ...rowOf(row),
        numeroResolucion: row.numeroResolucion,
        fechaResolucion: isoOf(row.fechaResolucion),
      })),
      informacionMoroso: [],
    },
  })
}

type Draw = (plate: string, moment: Moment) => SimitRow[]
const told =
  (draw: Draw) =>
  ({ plate }: Asked, moment: Moment): Answer =>
    answered(settledFines(plate, draw(plate, moment), moment))

/** Of what a plate owes in the country, the part that this city is owed. */
const ofTheCity: Draw = (plate, moment) =>
  naturalFines(plate, moment).filter(({ idOrganismoTransito }) => idOrganismoTransito === medellin)

const lists = 'consultaMultaOComparendoOutDTO'

export const avit: Portal = {
  name: 'avit',
  title: 'AVIT · Medellín',
  country: 'CO',
  method: 'POST',
  path: '/avit/home/findInfoHomePublic',
  ledger: 'simit',
  allowed: (headers) => Object.values(headers).some((value) => String(value).includes(token)),
  ask: (field) => {
    const plate = normal(field('placa'))
    return plate ? { key: plate, plate, vin: '' } : fail(400, { error: true, mensaje: 'Ingrese la placa.' })
  },
  troubles: { ...commonTroubles, 'ok-with-error': 0.008, conflict: 0.004 },
  answers: {
    ...jsonRefusals({ error: true, mensaje: 'La sesión expiró' }),
    natural: told(ofTheCity),
    clean: told(() => []),
    'one-debt': told(oneFine),
    'many-debts': told(manyFines),
    'other-plate': ({ plate }, moment) => answered(oneFine(other(plate), moment)),
    partial: (asked, moment) => {
      const body = { [lists]: { ...Object(told(oneFine)(asked, moment).body)[lists], informacionMulta: null } }
      return ok(body)
    },
    drift: ({ plate }, moment) =>
      ok({
        [lists]: { estado: answeredWell, comparendos: oneFine(plate, moment).map(rowOf), multas: [], morosos: [] },
      }),
    'ok-with-error': () =>
      ok({
        [lists]: { estado: { codigoEstado: 2, descripcion: 'ERROR' }, informacionComparendo: [], informacionMulta: [] },
      }),
    growing: told(growingFine),
    paid: told(partlyPaid),
    'not-registered': () =>
      ok({
        [lists]: {
          estado: { codigoEstado: 4, descripcion: 'SIN INFORMACION' },
          informacionComparendo: [],
          informacionMulta: [],
        },
      }),
    'unknown-field': (asked, moment) =>
      withUnknownField(told(oneFine)(asked, moment), `${lists}.informacionComparendo.0`),
    'no-rows-key': (asked, moment) => without(told(oneFine)(asked, moment), `${lists}.informacionComparendo`),
  },
}

const unfit: ReadonlySet<Face> = new Set(['unauthorized', 'rate-limited', 'server-error', 'hang', 'cut', 'drip'])

/** The login knows no plate: it shows a fault of the whole portal only, and a captcha as the site key it is. */
export function openAvit(app: FastifyInstance, desk: Desk): void {
  const nobody = { key: '', plate: '', vin: '' }
  const login = '/avit/login'
  app.post(login, (_request, reply) => {
    const face = desk.faults.get(avit.name)
    count(desk, 'avit-login', face ?? 'natural')
    if (face && unfit.has(face)) return deliver(reply, answerOf(desk, avit, nobody, face), face, desk.settings.slowMs)
    deliver(reply, ok({ token, rcSiteKey: face === 'captcha' ? '6LdFICTICIO' : 'disable' }), 'natural', 0)
  })
  openPortal(app, desk, avit)
}
