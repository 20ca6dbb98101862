// REPUVE through Nubarium: the national registry by VIN and plate → type 2, 12 where it knows another plate. Failures come with HTTP 200, and the provider has two
// generations of keys (status/estatus) for them. The same code 1 means "not found" and "down": only the sentence tells.
import { z } from 'zod/mini'
import { defineConnector, type Parsed, type RawAnswer, type Subject } from '../connector.ts'
import { drift, failed, fits, type Read, readAnswer, trouble } from '../parsing/answers.ts'
import { maybe, text } from '../parsing/fields.ts'
import { tellNewFields } from '../parsing/known-shapes.ts'
import { everyType, remark } from '../parsing/payables.ts'
import { registrationFields } from '../parsing/registration.ts'
import { fold, sameIdentifier } from '../parsing/text.ts'

const TYPES = [2] as const

const Vehicle = z.looseObject({
  vin: text,
  placa: z.nullable(z.string()),
  marca: text,
  anioModelo: text,
  nic: maybe,
  clase: maybe,
  tipo: maybe,
  linea: maybe,
  modelo: maybe,
  cilindros: maybe,
  puertas: maybe,
  numeroMotor: maybe,
  origin: maybe,
  procedencia: maybe,
})
type Vehicle = z.infer<typeof Vehicle>

/** Either generation of keys. */
const Envelope = z.looseObject({
  status: maybe,
  message: maybe,
  messageCode: maybe,
  estatus: maybe,
  mensaje: maybe,
  codigoMensaje: maybe,
  data: z.optional(z.nullable(z.looseObject({ repuveId: maybe, vehicle: z.unknown() }))),
})

// biome-ignore format: a table to be read by columns
const LABELS = [
  ['marca',       'Marca'],               ['linea',       'Modelo'],
  ['anioModelo',  'Año modelo'],          ['modelo',      'Versión'],
  ['clase',       'Clase'],               ['tipo',        'Tipo'],
  ['vin',         'NIV'],                 ['nic',         'NCI'],
  ['placa',       'Placa'],               ['puertas',     'Número de puertas'],
  ['cilindros',   'Número de cilindros'], ['numeroMotor', 'Número de motor'],
  ['origin',      'País de origen'],      ['procedencia', 'Procedencia'],
] as const satisfies readonly (readonly [keyof Vehicle, string])[]

function refused(code: string | null, message: string): Parsed {
  if (/NO SE ENCONTRO|SIN INFORMACION|NO ENCONTRAD[AO]/.test(fold(message)))
    return { outcome: 'ok', findings: everyType(TYPES, 10) }
  if (code === '401') return trouble('bad-credentials', 'La fuente rechazó las credenciales.')
  return failed(message)
}

function registered(vehicle: Vehicle, repuveId: string | null, { vin, plate }: Subject): Parsed {
  if (!sameIdentifier(vin, vehicle.vin)) return drift('La respuesta es de otro vehículo: el NIV no coincide.')
  const answered = vehicle.placa ?? ''
  const changed = plate !== '' && answered !== '' && !sameIdentifier(plate, answered)
  const missing = LABELS.filter(([key]) => !vehicle[key])
  const result = remark('Datos del registro', [
    ...LABELS.map(([key, label]) => ({ label, value: vehicle[key] })),
    { label: 'Folio de constancia de inscripción', value: repuveId },
    { label: 'Placa consultada', value: changed ? plate : null },
  ])
  const findings = [{ type: 2 as const, status: changed ? 12 : 14, results: [result] }]
  const registration = {
    foundBy: 'vin' as const,
    fields: registrationFields({
      plate: answered,
      vin: vehicle.vin,
      brandName: vehicle.marca,
      modelName: vehicle.linea,
      year: vehicle.anioModelo,
      version: vehicle.modelo,
      class: vehicle.clase,
      type: vehicle.tipo,
      doors: vehicle.puertas,
      cilinders: vehicle.cilindros,
      engineNumber: vehicle.numeroMotor,
      country: vehicle.origin,
    }),
  }
  if (!missing.length) return { outcome: 'ok', findings, registration }
  return {
    outcome: 'partial',
    findings,
    registration,
    remarks: [`El registro no dio: ${missing.map(([, label]) => label).join(', ')}.`],
  }
}

const vehicleOf = (found: unknown): Read<Vehicle> => fits(Vehicle, found)

function parse(answers: readonly RawAnswer[], subject: Subject): Parsed {
  const read = readAnswer(answers.at(-1), Envelope)
  if (read.trouble) return read.trouble
  const { value: said } = read
  const status = fold(said.status ?? said.estatus ?? '')
  if (status === 'ERROR') return refused(said.messageCode ?? said.codigoMensaje, said.message ?? said.mensaje ?? '')
  if (status !== 'OK') return drift('La fuente no dijo si la consulta fue correcta.')
  const vehicle = vehicleOf(said.data?.vehicle)
  return vehicle.trouble ?? registered(vehicle.value, said.data?.repuveId ?? null, subject)
}

export const repuve = defineConnector({
  key: 'mx-repuve',
  portal: 'nubarium',
  country: 'MX',
  types: TYPES,
  mode: 'licensed',
  provenance: 'client',
  inputs: ['vin', 'plate'],
  deadlineMs: 15_000,
  parserVersion: 1,
  delivery: 'sync',
  fetch: async ({ vin, plate }, door) => [
    await door.request({
      method: 'POST',
      path: '/mex/services/v1/validate-repuve',
      headers: { authorization: `Basic ${Buffer.from(door.credential).toString('base64')}` },
      json: { vin, placa: plate },
    }),
  ],
  parse: (answers, subject) => tellNewFields('mx-repuve', answers.at(-1), parse(answers, subject)),
})
