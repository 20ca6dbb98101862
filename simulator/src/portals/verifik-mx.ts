// Verifik, Mexico: vehicle by plate → types 2 and 14, as the country page has it. The newest document contradicts that page and
// gives no state of the plate; EXPIRED and CANCELLED stand in neither and are our guess for plates overdue and given back.

import { between, chance, pick, share } from '../chance.ts'
import { dayOf, isoDay, type Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, type Asked, commonTroubles, fail, normal, ok, other, type Portal } from '../portal.ts'
import { registeredPlate } from '../register.ts'
import { without, withUnknownField } from '../shape.ts'
import { factsOfPlate } from '../vehicle-facts.ts'
import { verifikRefusals } from './verifik.ts'

type PlateState = 'ACTIVE' | 'EXPIRED' | 'CANCELLED'

const places = [
  ['JALISCO', 'ZAPOPAN'],
  ['NUEVO LEON', 'MONTERREY'],
  ['COAHUILA', 'SALTILLO'],
  ['QUERÉTARO', 'EL MARQUÉS'],
  ['CIUDAD DE MEXICO', 'IZTAPALAPA'],
] as const
const fuels = ['GASOLINA', 'GASOLINA', 'DIESEL'] as const

function vehicle({ plate }: Asked, moment: Moment, status: PlateState) {
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
    registrationDate: known?.registered ?? isoDay(dayOf(facts.year, 1, between(20, 300, 'registered', plate))),
    status,
    owner: '***',
    state,
    city,
  }
}

const answered = (data: unknown): Answer => ok({ success: true, data })
const as = (status: PlateState) => (asked: Asked, moment: Moment) => answered(vehicle(asked, moment, status))

const natural = (asked: Asked, moment: Moment): Answer =>
  as(share({ EXPIRED: 0.05, CANCELLED: 0.01 }, 'ACTIVE', chance('plate-state', asked.plate, moment.year)))(
    asked,
    moment,
  )

const notFound = (): Answer => fail(404, { success: false, error: 'Vehicle not found', code: 'VEHICLE_NOT_FOUND' })

export const verifikMx: Portal = {
  name: 'verifik-mx',
  title: 'Verifik · Estado de placa',
  country: 'MX',
  method: 'GET',
  path: '/verifik/v2/mx/vehiculo/placa',
  allowed: holds('verifik'),
  ask: (field) => {
    const plate = normal(field('plate'))
    if (!plate) return fail(409, { code: 'MissingParameter', message: 'missing plate' })
    return { key: plate, plate, vin: '' }
  },
  troubles: { ...commonTroubles, 'does-not-exist': 0.014, conflict: 0.004 },
  answers: {
    ...verifikRefusals,
    natural,
    clean: as('ACTIVE'),
    'one-debt': as('EXPIRED'),
    'many-debts': as('CANCELLED'),
    'does-not-exist': notFound,
    'not-registered': notFound,
    'other-plate': (asked, moment) => answered({ ...vehicle(asked, moment, 'ACTIVE'), plate: other(asked.plate) }),
    drift: (asked, moment) => {
      const { plate, ...rest } = vehicle(asked, moment, 'ACTIVE')
      return answered({ ...rest, licensePlate: plate })
    },
    'unknown-field': (asked, moment) => withUnknownField(as('ACTIVE')(asked, moment), 'data'),
    'no-rows-key': (asked, moment) => without(as('ACTIVE')(asked, moment), 'data'),
    partial: (asked, moment) => answered({ ...vehicle(asked, moment, 'ACTIVE'), status: null }),
    'ok-with-error': () => ok({ success: false, error: 'Service unavailable', code: 'SERVICE_UNAVAILABLE' }),
  },
}
