// Coahuila pagafácil: tenencia and refrendo by year in JSON → types 0, 8 and 10 (only the current year's tenencia).
// Amounts are decimal numbers; a surcharge is what the total holds beyond the two. `pago` is our addition.

import { between, chance } from '../chance.ts'
import { isoDay, type Moment } from '../clock.ts'
import { open } from '../credentials.ts'
import { dailySurcharge, paymentLine, surcharge, tenenciaOf } from '../debts-mx.ts'
import { type Answer, type Asked, commonTroubles, normal, ok, other, type Portal } from '../portal.ts'
import { refrendoCents } from '../reference/money-mx.ts'
import { htmlRefusals } from '../refusals.ts'
import { without, withUnknownField } from '../shape.ts'
import { factsOfVin } from '../vehicle-facts.ts'

type Period = { periodo: number; tenencia: number; refrendo: number; total: number }

function period(year: number, tenenciaCents: number, refrendo: number, extraCents: number): Period {
  const total = tenenciaCents + refrendo + extraCents
  return { periodo: year, tenencia: tenenciaCents / 100, refrendo: refrendo / 100, total: total / 100 }
}

const late = (year: number, tenencia: number, refrendo: number, moment: Moment): Period =>
  period(year, tenencia, refrendo, surcharge(tenencia + refrendo, year, moment))

function naturalPeriods({ plate }: Asked, moment: Moment): Period[] {
  const { year } = moment
  const draw = chance('coah-tenencia', plate, year)
  const refrendo = chance('coah-refrendo', plate, year) < 0.1 ? refrendoCents.coahuila : 0
  const forced = draw >= 0.11 && draw < 0.21 // more than the field's 3 %: a demo fleet of a hundred must show some
  const past = draw < 0.11 ? between(1, 3, 'coah-years', plate) : 0
  const rows = Array.from({ length: past }, (_, n) =>
    late(year - past + n, tenenciaOf(plate, year - past + n), 0, moment),
  )
  const current = forced ? tenenciaOf(plate, year) : 0
  return current || refrendo ? [...rows, late(year, current, refrendo, moment)] : rows
}

const one = (_asked: Asked, moment: Moment): Period[] => [period(moment.year, 0, refrendoCents.coahuila, 0)]

function vehicleInfo({ vin }: Asked, { year }: Moment) {
  const facts = factsOfVin(vin, year)
  const description = `${facts.model} ${facts.version}`
  return { vin, make: facts.brand, model: facts.model, description, year: facts.year, color: facts.color }
}

function answered(asked: Asked, moment: Moment, info: readonly object[], more: object = {}, expired = false): Answer {
  const { line, expires } = paymentLine(asked.plate, moment, expired)
  const pago = { linea_captura: line, vigencia: isoDay(expires), comprobante: `/comprobante/coahuila/${asked.plate}` }
  const debts = info.length ? { pago } : {}
  return ok({ codigo: 'ok', info, vehicle_info: vehicleInfo(asked, moment), ...debts, ...more })
}

const error = (mensaje: string): Answer => ok({ codigo: 'error', info: null, error: { mensaje } })
const notFound = (): Answer => error('Verifique los datos que ingreso, no se encontró registro de este vehículo.')

export const coahuila: Portal = {
  name: 'coahuila',
  title: 'Coahuila · Pago fácil',
  country: 'MX',
  method: 'POST',
  path: '/coahuila/pagafacilV2/epago/cv/consulta',
  allowed: open,
  ask: (field) => {
    const plate = normal(field('placa'))
    const vin = normal(field('serie'))
    return plate && vin ? { key: plate, plate, vin } : error('Capture la placa y el número de serie.')
  },
  troubles: { ...commonTroubles, 'not-registered': 0.01, 'does-not-exist': 0.005, 'plate-changed': 0.005 },
  answers: {
    ...htmlRefusals,
    natural: (asked, moment) => answered(asked, moment, naturalPeriods(asked, moment)),
    clean: (asked, moment) => answered(asked, moment, []),
    'one-debt': (asked, moment) => answered(asked, moment, one(asked, moment)),
    'many-debts': (asked, moment) =>
      answered(
        asked,
        moment,
        Array.from({ length: 42 }, (_, n) => {
          const year = moment.year - 20 + Math.floor(n / 2)
          return n % 2
            ? late(year, 0, refrendoCents.coahuila, moment)
            : late(year, tenenciaOf(asked.plate, year), 0, moment)
        }),
      ),
    'expired-line': (asked, moment) => answered(asked, moment, one(asked, moment), {}, true),
    'plate-changed': ({ plate }) => error(`Placa anterior: el vehículo tiene la placa vigente ${other(plate)}.`),
    'not-registered': notFound,
    'does-not-exist': () => error('El vehículo no existe.'),
    'other-plate': (asked, moment) =>
      answered(asked, moment, one(asked, moment), {
        vehicle_info: { ...vehicleInfo(asked, moment), vin: other(asked.vin) },
      }),
    partial: (asked, moment) => answered(asked, moment, one(asked, moment), { vehicle_info: null }),
    drift: (asked, moment) =>
      answered(
        asked,
        moment,
        one(asked, moment).map(({ refrendo, ...rest }) => ({ ...rest, derecho: refrendo })),
      ),
    'unknown-field': (asked, moment) => withUnknownField(answered(asked, moment, one(asked, moment)), 'info.0'),
    'no-rows-key': (asked, moment) => without(answered(asked, moment, one(asked, moment)), 'info'),
    'ok-with-error': () => error('El servicio no está disponible. Intente más tarde.'),
    latin1: (asked, moment) => {
      const info = vehicleInfo(asked, moment)
      const vehicle_info = { ...info, description: `${info.model} EDICIÓN ESPECIAL` }
      return answered(asked, moment, one(asked, moment), { vehicle_info })
    },
    'sum-mismatch': (asked, moment) =>
      answered(
        asked,
        moment,
        one(asked, moment).map((row) => ({ ...row, total: row.total - 500 })),
      ),
    growing: (asked, moment) =>
      answered(asked, moment, [
        period(moment.year, 0, refrendoCents.coahuila, dailySurcharge(refrendoCents.coahuila, moment)),
      ]),
  },
}
