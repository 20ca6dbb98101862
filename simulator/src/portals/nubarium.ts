// Nubarium: the vehicle registry (REPUVE) by VIN or plate → type 2. Failures come with HTTP 200. The answer is the
// provider file's example with the vehicle's data; the answer for an unregistered vehicle is unknown.
import { chance, digits, hash } from '../chance.ts'
import type { Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, commonTroubles, normal, ok, other, type Portal, type Query } from '../portal.ts'
import { readProviderWords } from '../provider-words.ts'
import { jsonRefusals } from '../refusals.ts'
import { registeredVin } from '../register.ts'
import { without, withUnknownField } from '../shape.ts'
import { type Facts, factsOfPlate, factsOfVin } from '../vehicle-facts.ts'

const words = readProviderWords('nubarium')
const CALL = 'validate-repuve'
const EXAMPLE = words.example(CALL, 'registered', '')
/** The form of a refused request is unknown, so it is that of any other error. */
const refused = words.error('an error inside 200')
const VEHICLE = words.example(CALL, 'registered', 'data.vehicle')

const origins: Readonly<Record<string, string>> = {
  '3': 'MEXICO',
  '1': 'ESTADOS UNIDOS',
  '4': 'ESTADOS UNIDOS',
  '5': 'ESTADOS UNIDOS',
  '7': 'ESTADOS UNIDOS',
  '2': 'CANADA',
  '8': 'ARGENTINA',
  '9': 'BRASIL',
  J: 'JAPON',
  K: 'COREA',
  L: 'CHINA',
  W: 'ALEMANIA',
}

const factsFor = ({ vin, plate }: Query, { year }: Moment): Facts =>
  vin ? factsOfVin(vin, year) : factsOfPlate(plate, year)

const inventPlate = (vin: string): string => `S${digits(2, 'plate', vin)}XX${hash('letter', vin) % 2 ? 'A' : 'B'}`

/** The plate of an unregistered VIN is unknown: an invented one would look like a change of plate. */
const plateOf = ({ plate, vin }: Query): string | null => plate || registeredVin(vin)?.plate || null

function vehicle(query: Query, moment: Moment) {
  const facts = factsFor(query, moment)
  const country = origins[facts.vin.charAt(0)] ?? 'INDIA'
  return {
    ...VEHICLE,
    vin: facts.vin,
    placa: plateOf(query),
    nic: `ZZ999${digits(3, 'nic', facts.vin)}`,
    clase: facts.class,
    tipo: facts.type,
    marca: facts.brand,
    linea: facts.type,
    modelo: facts.model,
    anioModelo: String(facts.year),
    cilindros: String(facts.cylinders),
    puertas: String(facts.doors),
    transmision: chance('gear', facts.vin) < 0.6 ? 'MANUAL' : 'AUTOMATICA',
    color: facts.color,
    numeroSerie: facts.vin,
    numeroMotor: facts.engine,
    origin: country === 'MEXICO' ? 'NACIONAL' : 'IMPORTADO',
    procedencia: country,
  }
}

const answered = (vehicleKey: string, found: ReturnType<typeof vehicle>): Answer =>
  ok({ ...EXAMPLE, data: { repuveId: digits(8, 'repuve', found.vin), [vehicleKey]: found } })

const natural = (query: Query, moment: Moment): Answer => answered('vehicle', vehicle(query, moment))

type Identity = { vin: string; placa: string }
const changed = (query: Query, moment: Moment, change: (found: Identity) => Partial<Identity>): Answer => {
  const found = vehicle(query, moment)
  const placa = found.placa ?? inventPlate(found.vin)
  return answered('vehicle', { ...found, ...change({ vin: found.vin, placa }) })
}

export const nubarium: Portal = {
  name: 'nubarium',
  title: 'Nubarium · REPUVE',
  country: 'MX',
  method: 'POST',
  path: '/nubarium/mex/services/v1/validate-repuve',
  allowed: holds('nubarium'),
  refuses: (source) => (words.fault(CALL)(source) === undefined ? undefined : refused()),
  ask: (field) => {
    const vin = normal(field('vin'))
    const plate = normal(field('placa'))
    if (!vin && !plate) return refused()
    return { key: vin || plate, plate, vin }
  },
  troubles: { ...commonTroubles, 'plate-changed': 0.006 },
  answers: {
    ...jsonRefusals({}),
    unauthorized: words.error('user or password refused'),
    natural,
    'plate-changed': (query, moment) => changed(query, moment, ({ placa }) => ({ placa: other(placa) })),
    'other-plate': (query, moment) =>
      changed(query, moment, ({ vin, placa }) => ({ vin: other(vin), placa: other(placa) })),
    partial: (query, moment) => without(natural(query, moment), 'data.vehicle.modelo'),
    drift: (query, moment) => answered('vehiculo', vehicle(query, moment)),
    'unknown-field': (query, moment) => withUnknownField(natural(query, moment), 'data.vehicle'),
    'no-rows-key': (query, moment) => without(natural(query, moment), 'data.vehicle'),
    'ok-with-error': words.error('an error inside 200, older keys'),
  },
}
