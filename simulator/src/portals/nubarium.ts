// Nubarium: the vehicle registry (REPUVE) by VIN or plate → vehicle data, type 2.
// Failures come with HTTP 200; "Servicio no disponible" uses an older set of keys of the same provider.
// Asked by VIN alone it invents the plate; send both and it echoes the plate, so a fleet reconciles.

import { digits, hash } from '../chance.ts'
import type { Moment } from '../clock.ts'
import { holds } from '../credentials.ts'
import { type Answer, type Asked, commonTroubles, fail, normal, ok, other, type Portal } from '../portal.ts'
import { jsonRefusals } from '../refusals.ts'
import { without, withUnknownField } from '../shape.ts'
import { type Facts, factsOfPlate, factsOfVin } from '../vehicle-facts.ts'

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

const factsFor = ({ vin, plate }: Asked, { year }: Moment): Facts =>
  vin ? factsOfVin(vin, year) : factsOfPlate(plate, year)

const inventPlate = (vin: string): string => `S${digits(2, 'plate', vin)}XX${hash('letter', vin) % 2 ? 'A' : 'B'}`

function vehicle(asked: Asked, moment: Moment) {
  const facts = factsFor(asked, moment)
  const origin = origins[facts.vin.charAt(0)] ?? 'INDIA'
  return {
    vin: facts.vin,
    placa: asked.plate || inventPlate(facts.vin),
    nic: `ZZ999${digits(3, 'nic', facts.vin)}`,
    clase: facts.class,
    tipo: facts.type,
    marca: facts.brand,
    linea: facts.model,
    modelo: facts.version,
    anioModelo: String(facts.year),
    cilindros: String(facts.cylinders),
    puertas: String(facts.doors),
    numeroMotor: facts.engine,
    origin,
    procedencia: origin === 'MEXICO' ? 'NACIONAL' : 'EXTRANJERA',
  }
}

const answered = (vehicleKey: string, found: { nic: string; [key: string]: string }): Answer =>
  ok({
    status: 'OK',
    messageCode: 0,
    message: 'Consulta exitosa',
    validationCode: `VC${digits(4, 'validation', found.nic)}`,
    data: { repuveId: found.nic, [vehicleKey]: found },
  })

const natural = (asked: Asked, moment: Moment): Answer => answered('vehicle', vehicle(asked, moment))
const notFound = (): Answer => ok({ status: 'ERROR', messageCode: 1, message: 'No se encontró información' })

export const nubarium: Portal = {
  name: 'nubarium',
  title: 'Nubarium · REPUVE',
  country: 'MX',
  method: 'POST',
  path: '/nubarium/mex/services/v1/validate-repuve',
  allowed: holds('nubarium'),
  ask: (field) => {
    const vin = normal(field('vin'))
    const plate = normal(field('placa'))
    if (!vin && !plate) return fail(400, { status: 'ERROR', messageCode: 2, message: 'Falta vin o placa' })
    return { key: vin || plate, plate, vin }
  },
  troubles: { ...commonTroubles, 'does-not-exist': 0.012, 'plate-changed': 0.006 },
  answers: {
    ...jsonRefusals({ status: 'ERROR', messageCode: 401, message: 'Credenciales inválidas' }),
    natural,
    'does-not-exist': notFound,
    'not-registered': notFound,
    'plate-changed': (asked, moment) => {
      const found = vehicle(asked, moment)
      return answered('vehicle', { ...found, placa: other(found.placa) })
    },
    'other-plate': (asked, moment) => {
      const found = vehicle(asked, moment)
      return answered('vehicle', { ...found, vin: other(found.vin), placa: other(found.placa) })
    },
    partial: (asked, moment) => {
      const { cilindros: _c, puertas: _p, numeroMotor: _n, ...rest } = vehicle(asked, moment)
      return answered('vehicle', rest)
    },
    drift: (asked, moment) => answered('vehiculo', vehicle(asked, moment)),
    'unknown-field': (asked, moment) => withUnknownField(natural(asked, moment), 'data.vehicle'),
    'no-rows-key': (asked, moment) => without(natural(asked, moment), 'data.vehicle'),
    'ok-with-error': () =>
      ok({ estatus: 'ERROR', codigoMensaje: '1', claveMensaje: '1', mensaje: 'Servicio no disponible' }),
  },
}
