// Verifik, Colombia: RUNT by plate and the owner's document → SOAT (type 5) and technical inspection (type 12).
// `cilidraje` is spelt so and is displacement; "modelo" is the year. Without the right document: 409.

import { between, chance, digits } from '../chance.ts'
import { dayOf, englishTime, type Moment, slashDay } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, type Asked, commonTroubles, fail, normal, ok, other, type Portal } from '../portal.ts'
import { jsonRefusals } from '../refusals.ts'
import { registeredPlate } from '../register.ts'
import { without, withUnknownField } from '../shape.ts'
import { factsOfPlate } from '../vehicle-facts.ts'
import { good, inspection, naturalPapers, soat } from './runt-papers.ts'

export function general(plate: string, { year }: Moment) {
  const facts = factsOfPlate(plate, year)
  const known = registeredPlate(plate)
  const [y, m, d] = known?.plated?.split('-') ?? []
  return {
    noLicenciaTransito: `10000999${digits(3, 'licence', plate)}`,
    estadoDelVehiculo: 'ACTIVO',
    tipoServicio: chance('service', plate) < 0.8 ? 'Particular' : 'Público',
    claseVehiculo: facts.class,
    marca: facts.brand,
    linea: facts.model,
    modelo: String(facts.year),
    color: facts.color,
    noSerie: null,
    noMotor: facts.engine,
    noChasis: facts.vin,
    noVin: facts.vin,
    cilidraje: known?.cylinders ?? String(between(998, 2998, 'displacement', plate)),
    tipoCarroceria: facts.type,
    tipoCombustible: 'GASOLINA',
    fechaMatricula: d ? `${d}/${m}/${y}` : slashDay(dayOf(facts.year, 1, between(20, 300, 'registered', plate))),
    tieneGravamenes: 'NO',
    organismoTransito: known?.entity?.toUpperCase() ?? 'STRIA TTEyTTO FICTICIA',
    prendas: 'NO',
    clasificacion: 'AUTOMOTOR',
    noPlaca: plate,
    puertas: String(facts.doors),
  }
}

function answered(plate: string, moment: Moment, papers: object): Answer {
  const data = {
    informacionGeneral: general(plate, moment),
    datosTecnicos: { pesoBrutoVehicular: '1780', noEjes: '2', pasajerosSentados: '5' },
    tarjetaOperacion: {},
    ...papers,
    polizasResponsabilidadCivil: [],
    garantiasAFavorDe: [],
    solicitudes: [],
    limitacionPropiedad: [],
  }
  return ok({ data, signature: { dateTime: englishTime(moment), message: 'Certified by Verifik.co' } })
}

const natural = ({ plate }: Asked, moment: Moment): Answer => answered(plate, moment, naturalPapers(plate, moment))

const notFound = (): Answer => fail(404, { code: 'NotFound', message: 'Record not found.' })
const required = ['plate', 'documentType', 'documentNumber'] as const

export const verifikRunt: Portal = {
  name: 'verifik-runt',
  title: 'Verifik · RUNT',
  country: 'CO',
  method: 'GET',
  path: '/verifik/v2/co/runt/vehicle-by-plate',
  allowed: holds('verifik'),
  ask: (field) => {
    const missing = required.find((name) => !field(name))
    if (missing) return fail(409, { code: 'MissingParameter', message: `missing ${missing}\n` })
    const plate = normal(field('plate'))
    return { key: plate, plate, vin: '' }
  },
  troubles: { ...commonTroubles, conflict: 0.01, 'does-not-exist': 0.008 },
  answers: {
    ...jsonRefusals({ code: 'UnauthorizedAccess', message: 'invalid token' }),
    natural,
    clean: ({ plate }, moment) => answered(plate, moment, good(plate, moment)),
    'one-debt': ({ plate }, moment) =>
      answered(plate, moment, { ...good(plate, moment), soat: soat(plate, moment, true) }),
    'many-debts': ({ plate }, moment) =>
      answered(plate, moment, {
        soat: soat(plate, moment, true, 40),
        tecnoMecanica: inspection(plate, moment, 'NO'),
      }),
    'does-not-exist': notFound,
    'not-registered': notFound,
    conflict: () => fail(409, { code: 'Conflict', message: 'document_and_plate_do_not_match' }),
    'other-plate': ({ plate }, moment) => answered(other(plate), moment, good(plate, moment)),
    partial: ({ plate }, moment) => answered(plate, moment, { ...good(plate, moment), tecnoMecanica: null }),
    drift: ({ plate }, moment) => {
      const { soat: polizasSoat, tecnoMecanica } = good(plate, moment)
      return answered(plate, moment, { polizasSoat, tecnoMecanica })
    },
    'unknown-field': ({ plate }, moment) =>
      withUnknownField(answered(plate, moment, good(plate, moment)), 'data.soat.0'),
    'no-rows-key': ({ plate }, moment) => without(answered(plate, moment, good(plate, moment)), 'data.soat'),
    'ok-with-error': () => ok({ data: null, error: 'source_unavailable' }),
  },
}
