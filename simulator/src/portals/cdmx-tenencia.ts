// Mexico City's calculation of tenencia for one year, as it was in 2016 → types 0, 8 and 10. Strings and numbers mixed, keys
// misspelt (depresiacion, actuliza_derecho), a null among the amounts, and a total in whole pesos: all as it was.
// Which years are owed is what Apitude tells of; a year that is paid is all zeros, without a payment line.

import { digits, hash } from '../chance.ts'
import { dayOf, isoDay, type Moment, monthEnd } from '../clock.ts'
import { open } from '../credentials.ts'
import { dailySurcharge, tenenciaOf } from '../debts-mx.ts'
import { page } from '../html.ts'
import { type Answer, type Asked, commonTroubles, fail, normal, ok, other, type Portal } from '../portal.ts'
import { htmlRefusals } from '../refusals.ts'
import { without, withUnknownField } from '../shape.ts'
import { factsOfPlate } from '../vehicle-facts.ts'
import { owed } from './cdmx-rows.ts'

const title = 'Secretaría de Finanzas · Tenencia'
const refrendoCents = 71400

const pesos = (cents: number): string => (cents / 100).toFixed(cents % 100 ? 2 : 0)
const yearOf = ({ year }: Asked, moment: Moment): number => year ?? moment.year

/** Months since 1 April of the year owed: updating (0.4 %) and surcharge (1.47 %) of the amount for each. */
function late(cents: number, year: number, moment: Moment) {
  const months = Math.max(0, (moment.year - year) * 12 + moment.month - 3)
  return { update: Math.round(cents * 0.004 * months), surcharge: Math.round(cents * 0.0147 * months) }
}

/** 20 characters with the plate inside, and the bar code's 12 more: whole pesos on nine digits, three of check. */
function lineOf(plate: string, year: number, wholePesos: number) {
  const line = `84122${plate.slice(0, 8).padStart(8, 'X')}59${digits(3, 'cdmx-line', plate, year)}K0`
  return { line, code: `${line}${String(wholePesos).padStart(9, '0')}${digits(3, 'check', line, wholePesos)}` }
}

type Duty = { tenencia: number; derecho: number; extra?: number; expired?: boolean }

function amounts(asked: Asked, moment: Moment, { tenencia, derecho, extra = 0, expired }: Duty) {
  const year = yearOf(asked, moment)
  const one = late(tenencia, year, moment)
  const two = late(derecho, year, moment)
  const surcharge = one.surcharge + extra
  const first = tenencia + one.update + surcharge
  const second = derecho + two.update + two.surcharge
  const whole = Math.floor((first + second) / 100)
  const { line, code } = lineOf(asked.plate, year, whole)
  return {
    tenencia: pesos(tenencia),
    subsidio: '0',
    subsidio_boolean: 'no',
    actualiza_ten: pesos(one.update),
    recargo_ten: pesos(surcharge),
    condonacion_recargo_ten: null,
    total_tenencia: first / 100,
    derecho: pesos(derecho),
    actuliza_derecho: pesos(two.update),
    recargo_derecho: pesos(two.surcharge),
    total_derechos: pesos(second),
    total_impuesto: pesos(tenencia),
    total_derecho: pesos(derecho),
    total_actualiza: (one.update + two.update) / 100,
    total_recargo: (surcharge + two.surcharge) / 100,
    total: String(whole),
    lineacaptura: whole ? line : '',
    vigencia: whole ? isoDay(monthEnd(moment, expired ? -1 : 0)) : '',
    dagid: `9${digits(7, 'dag', asked.plate, year)}`,
    lineacapturaCB: whole ? code : '',
  }
}

function sheet(asked: Asked, moment: Moment, duty: Duty): Answer {
  const facts = factsOfPlate(asked.plate, moment.year)
  const value = 180000 + (hash('invoice', asked.plate) % 500) * 1000
  return ok({
    placa: asked.plate,
    modelo: String(facts.year),
    ejercicio: String(yearOf(asked, moment)),
    ambito: '2',
    ambito_aux: '1',
    num_cilindros: String(facts.cylinders),
    procedencia: facts.vin.startsWith('3') ? 'N' : 'I',
    valor_fact: String(value),
    cve_vehi: `00${digits(5, 'cve', facts.model)}`,
    fech_factura: isoDay(dayOf(facts.year, 1, 20 + (hash('invoice-day', asked.plate) % 300))),
    rfc: 'Persona Moral',
    depresiacion: String(Math.round(value * 0.6)),
    ...amounts(asked, moment, duty),
  })
}

const nothing: Duty = { tenencia: 0, derecho: 0 }
const dutyOf = (asked: Asked, moment: Moment): Duty => ({
  tenencia: tenenciaOf(asked.plate, yearOf(asked, moment)),
  derecho: refrendoCents,
})
const one = (asked: Asked, moment: Moment): Answer => sheet(asked, moment, dutyOf(asked, moment))

/** A debt of the current year alone: every other year that is asked for is paid. */
const thisYear =
  (more: (asked: Asked, moment: Moment) => Partial<Duty> = () => ({})) =>
  (asked: Asked, moment: Moment): Answer =>
    yearOf(asked, moment) === moment.year
      ? sheet(asked, moment, { ...dutyOf(asked, moment), ...more(asked, moment) })
      : sheet(asked, moment, nothing)

function natural(asked: Asked, moment: Moment): Answer {
  const years = owed(asked.plate, moment.year).map(({ year }) => Number(year))
  return sheet(asked, moment, years.includes(yearOf(asked, moment)) ? dutyOf(asked, moment) : nothing)
}

/** The answer with some of its fields said otherwise. */
const but = (answer: Answer, change: object): Answer => ({ ...answer, body: { ...Object(answer.body), ...change } })
const saying = (text: string): Answer => ok(page(title, `<p>${text}</p>`))

export const cdmxTenencia: Portal = {
  name: 'cdmx-tenencia',
  title: 'CDMX · Tenencia (portal)',
  country: 'MX',
  method: 'POST',
  path: '/cdmx/formato_lc/lc_new/tenencia/calculo/validaPlaca',
  allowed: open,
  ask: (field, moment) => {
    const plate = normal(field('placa'))
    const year = Number(field('ejercicio') || moment.year)
    if (!plate || !(year > 1990 && year <= moment.year + 1))
      return fail(400, page(title, '<p>Capture placa y ejercicio.</p>'))
    return { key: plate, plate, vin: '', year }
  },
  troubles: { ...commonTroubles, 'not-registered': 0.008, 'plate-changed': 0.006 },
  answers: {
    ...htmlRefusals,
    natural,
    clean: (asked, moment) => sheet(asked, moment, nothing),
    'one-debt': thisYear(),
    'many-debts': one,
    'expired-line': thisYear(() => ({ expired: true })),
    'plate-changed': ({ plate }) => saying(`Placa anterior. La placa vigente es ${other(plate)}.`),
    'not-registered': () => saying('La placa no se encuentra en el padrón.'),
    'does-not-exist': () => saying('La placa no existe en el padrón.'),
    'other-plate': (asked, moment) => but(one(asked, moment), { placa: other(asked.plate) }),
    partial: (asked, moment) => but(one(asked, moment), { tenencia: null, total_tenencia: null }),
    drift: (asked, moment) => {
      const { actuliza_derecho, ...rest } = Object(one(asked, moment).body)
      return ok({ ...rest, actualiza_derecho: actuliza_derecho })
    },
    'ok-with-error': () => ok({ error: 'El servicio no está disponible. Intente más tarde.' }),
    latin1: (asked, moment) => but(one(asked, moment), { rfc: 'Persona Moral · régimen general' }),
    'sum-mismatch': (asked, moment) => but(one(asked, moment), { total: '1' }),
    growing: thisYear(({ plate }, moment) => ({ extra: dailySurcharge(tenenciaOf(plate, moment.year), moment) })),
    'unknown-field': (asked, moment) => withUnknownField(one(asked, moment), ''),
    'no-rows-key': (asked, moment) => without(without(one(asked, moment), 'tenencia'), 'derecho'),
  },
}
