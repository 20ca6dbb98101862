// Verifik, Mexico: vehicle by plate → type 2, as on the country page, which the newest document contradicts. Only the
// page has `status`, with one word («active»), and the product ignores it.
import { between, chance, pick } from '../chance.ts'
import { isoDay, type Moment, toDayNumber } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, commonTroubles, fail, normal, ok, other, type Portal, type Query } from '../portal.ts'
import { registeredPlate } from '../register.ts'
import { without, withUnknownField } from '../shape.ts'
import { factsOfPlate } from '../vehicle-facts.ts'
import { verifik, verifikRefusals } from './verifik.ts'

const places = [
  ['JALISCO', 'ZAPOPAN'],
  ['NUEVO LEON', 'MONTERREY'],
  ['COAHUILA', 'SALTILLO'],
  ['QUERÉTARO', 'EL MARQUÉS'],
  ['CIUDAD DE MEXICO', 'IZTAPALAPA'],
] as const
const fuels = ['GASOLINA', 'GASOLINA', 'DIESEL'] as const

function vehicle({ plate }: Query, moment: Moment) {
  const facts = factsOfPlate(plate, moment.year)
  const [drawnState, city] = pick(places, 'place', plate)
  const known = registeredPlate(plate)
  const state = known?.entity?.toUpperCase() ?? drawnState
  return {
    plate,
    make: facts.brand,
    model: facts.model,
    year: facts.year,
    engine: `${facts.cylinders > 4 ? 3 : 1}.${between(2, 8, 'engine', plate)}`,
    transmission: chance('gear', plate) < 0.6 ? 'MANUAL' : 'AUTOMATICA',
    fuelType: pick(fuels, 'fuel', plate),
    vin: facts.vin,
    registrationDate: known?.registered ?? isoDay(toDayNumber(facts.year, 1, between(20, 300, 'registered', plate))),
    status: 'active',
    owner: '***',
    state,
    city,
  }
}

const answered = (data: unknown): Answer => ok({ success: true, data })
const natural = (query: Query, moment: Moment): Answer => answered(vehicle(query, moment))

const notFound = (): Answer => fail(404, { success: false, error: 'Vehicle not found', code: 'VEHICLE_NOT_FOUND' })

export const verifikMx: Portal = {
  name: 'verifik-mx',
  title: 'Verifik · Registro vehicular',
  country: 'MX',
  method: 'GET',
  path: '/verifik/v2/mx/vehiculo/placa',
  allowed: holds('verifik'),
  refuses: verifik.refuses('MX vehicle by plate', 'missing parameter'),
  ask: (field) => {
    const plate = normal(field('plate'))
    return { key: plate, plate, vin: '' }
  },
  troubles: { ...commonTroubles, 'does-not-exist': 0.014, conflict: 0.004 },
  answers: {
    ...verifikRefusals,
    natural,
    clean: natural,
    'does-not-exist': notFound,
    'not-registered': notFound,
    'other-plate': (query, moment) => answered({ ...vehicle(query, moment), plate: other(query.plate) }),
    drift: (query, moment) => {
      const { plate, ...rest } = vehicle(query, moment)
      return answered({ ...rest, licensePlate: plate })
    },
    'unknown-field': (query, moment) => withUnknownField(natural(query, moment), 'data'),
    'no-rows-key': (query, moment) => without(natural(query, moment), 'data'),
    partial: (query, moment) => answered({ ...vehicle(query, moment), status: null }),
    'ok-with-error': () => ok({ success: false, error: 'Service unavailable', code: 'SERVICE_UNAVAILABLE' }),
  },
}
