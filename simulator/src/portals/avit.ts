// AVIT (Quipux), the fines portal of Medellín → types 1 and 13. The response to the anonymous login says whether a
// captcha is needed and sets the session cookie that the second step requires. Based on its provider file: only owed
// fines are listed, and multas have a separate list.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Moment } from '../clock.ts'
import { deliver } from '../deliver.ts'
import { type Answer, commonTroubles, fail, normal, ok, other, type Portal, type Query } from '../portal.ts'
import { readProviderWords } from '../provider-words.ts'
import { jsonRefusals } from '../refusals.ts'
import { answerOf, count, field, openPortal, type SimulatorState } from '../request-handler.ts'
import type { Scenario } from '../scenarios.ts'
import { without, withUnknownField } from '../shape.ts'
import {
  applyLedgerToFines,
  growingFine,
  isPaid,
  manyFines,
  naturalFines,
  oneFine,
  type SimitRow,
} from './simit-rows.ts'

const words = readProviderWords('avit')
const CALL = 'findInfoHomePublic'
const LISTS = 'consultaMultaOComparendoOutDTO'
const ANSWER = words.example(CALL, 'nothing owed', '')
const EMPTY = words.example(CALL, 'nothing owed', LISTS)
const TICKET = words.example(CALL, 'one comparendo', `${LISTS}.informacionComparendo.0`)
const FINE = words.example(CALL, 'a multa in its own list', `${LISTS}.informacionMulta.0`)

/** One session as long as the process runs. */
const session = `token_sd=${randomUUID()}`
export const avitSession = (): string => session
/** The credentials that the login accepts in the demonstration. */
const avitUser = { usuario: 'anonimo', password: 'demo', consumidor: 'web' } as const

const medellin = '05001000'
const isoOf = (slashed: string | null): string | null => slashed?.slice(0, 10).split('/').reverse().join('-') ?? null
const numberOf = ({ numeroComparendo }: SimitRow): string =>
  /^\d{20}$/.test(numeroComparendo) ? `D${numeroComparendo}` : numeroComparendo

const factsOf = (row: SimitRow) => ({
  numeroComparendo: numberOf(row),
  placa: row.placa,
  fechaComparendo: isoOf(row.fechaComparendo),
  valor: row.valorPagar,
})

function ticketOf(row: SimitRow) {
  const [infraction] = row.infracciones
  return {
    ...TICKET,
    ...factsOf(row),
    codigoInfraccion: infraction?.codigoInfraccion ?? null,
    descripcionInfraccion: infraction?.descripcionInfraccion ?? null,
    fechaResolucion: null,
    estadoCuenta: {
      numeroComparendo: numberOf(row),
      infraccion: row.infracciones.map(({ codigoInfraccion, descripcionInfraccion }) => ({
        codigoInfraccion,
        descripcion: descripcionInfraccion,
      })),
      secretaria: { identificador: row.idOrganismoTransito, nombreAutoridadTransito: row.organismoTransito },
    },
  }
}

function fineOf(row: SimitRow) {
  const [infraction] = row.infracciones
  return {
    ...FINE,
    ...factsOf(row),
    resolucion: row.numeroResolucion,
    fechaResolucion: isoOf(row.fechaResolucion),
    estadoCuenta: {
      codigoInfracciones: infraction?.codigoInfraccion ?? null,
      descripcionInfracciones: infraction?.descripcionInfraccion ?? null,
      direccion: 'Calle ficticia',
    },
  }
}

/** @param lists replace those of the rows */
function answered(plate: string, rows: readonly SimitRow[], lists: object = {}): Answer {
  const owed = rows.filter((row) => !isPaid(row))
  return ok({
    ...ANSWER,
    criterio: plate,
    [LISTS]: {
      ...EMPTY,
      informacionComparendo: owed.filter(({ comparendo }) => comparendo).map(ticketOf),
      informacionMulta: owed.filter(({ comparendo }) => !comparendo).map(fineOf),
      ...lists,
    },
  })
}

type Draw = (plate: string, moment: Moment) => SimitRow[]
const answerFrom =
  (draw: Draw) =>
  ({ plate }: Query, moment: Moment): Answer =>
    answered(plate, applyLedgerToFines(plate, draw(plate, moment), moment))

/** The part of a plate's fines that belongs to this city. */
const ofTheCity: Draw = (plate, moment) =>
  naturalFines(plate, moment).filter(({ idOrganismoTransito }) => idOrganismoTransito === medellin)

const noInformation = words.example(CALL, 'no information', LISTS)

export const avit: Portal = {
  name: 'avit',
  title: 'AVIT · Medellín',
  country: 'CO',
  method: 'POST',
  path: '/avit/avit/home/findInfoHomePublic',
  ledger: 'simit',
  allowed: ({ cookie = '' }) => cookie.split('; ').includes(session),
  ask: (source) => {
    const plate = normal(source('criterio'))
    return plate && source('tipoConsulta') === '0' ? { key: plate, plate, vin: '' } : fail(400, {})
  },
  troubles: { ...commonTroubles, 'ok-with-error': 0.008, conflict: 0.004 },
  answers: {
    ...jsonRefusals({ mensaje: 'La sesión expiró' }),
    natural: answerFrom(ofTheCity),
    clean: answerFrom(() => []),
    'one-debt': answerFrom(oneFine),
    'many-debts': answerFrom(manyFines),
    'other-plate': ({ plate }, moment) => answered(plate, oneFine(other(plate), moment)),
    'not-registered': ({ plate }) => answered(plate, [], noInformation),
    partial: ({ plate }, moment) => answered(plate, oneFine(plate, moment), { informacionMulta: null }),
    drift: ({ plate }, moment) => {
      const [row] = oneFine(plate, moment).map(ticketOf)
      return answered(plate, [], { informacionComparendo: [{ ...row, descripcionEstado: 'En revisión' }] })
    },
    'ok-with-error': words.error('question not resolved'),
    growing: answerFrom(growingFine),
    'unknown-field': (query, moment) =>
      withUnknownField(answerFrom(oneFine)(query, moment), `${LISTS}.informacionComparendo.0`),
    'no-rows-key': (query, moment) => without(answerFrom(oneFine)(query, moment), `${LISTS}.informacionComparendo`),
  },
}

const unfit: ReadonlySet<Scenario> = new Set(['unauthorized', 'rate-limited', 'server-error', 'hang', 'cut', 'drip'])

/** The login has no plate: it serves only a fault of the whole portal, and a captcha as its site key. */
export function openAvit(app: FastifyInstance, state: SimulatorState): void {
  const nobody = { key: '', plate: '', vin: '' }
  app.post('/avit/avit/login/', (request, reply) => {
    const isUser = Object.entries(avitUser).every(([name, value]) => field(request.body, name) === value)
    const scenario = isUser ? state.faults.get(avit.name) : 'unauthorized'
    count(state, 'avit-login', scenario ?? 'natural')
    if (scenario && unfit.has(scenario))
      return deliver(reply, answerOf(state, avit, nobody, scenario), scenario, state.settings.slowMs)
    const rcSiteKey = scenario === 'captcha' ? '6LdFICTICIO' : 'disable'
    const headers = { 'set-cookie': `${session}; Path=/; HttpOnly` }
    deliver(reply, { ...ok({ rcSiteKey }), headers }, 'natural', 0)
  })
  openPortal(app, state, avit)
}
