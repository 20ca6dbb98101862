// REPUVE through Nubarium: the national registry by VIN → type 2, with status 12 if it has another plate. Failures come
// with HTTP 200, in two generations of keys (status/estatus). Their texts and codes are unknown, so none is read as
// "the vehicle is not registered".
import { z } from 'zod/mini'
import { defineConnector, type Parsed, type RawAnswer, type Subject } from '../connector.ts'
import { drift, fits, readAnswer } from '../parsing/answers.ts'
import { failureInside } from '../parsing/failure-inside.ts'
import { maybe, text } from '../parsing/fields.ts'
import { addUnknownFields } from '../parsing/known-shapes.ts'
import { remark } from '../parsing/payables.ts'
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
  asientos: maybe,
  combustible: maybe,
  transmision: maybe,
  color: maybe,
  numeroSerie: maybe,
  numeroMotor: maybe,
  capacidadCarga: maybe,
  origin: maybe,
  procedencia: maybe,
})
type Vehicle = z.infer<typeof Vehicle>

/** The keys of both generations. */
const Envelope = z.looseObject({
  status: maybe,
  message: maybe,
  messageCode: maybe,
  estatus: maybe,
  mensaje: maybe,
  codigoMensaje: maybe,
  data: z.optional(z.nullable(z.looseObject({ repuveId: maybe, vehicle: z.unknown() }))),
})

// `modelo` is the name of the model and `linea` the body; `origin` is imported or national, `procedencia` the country.
const LABELS = [
  ['marca', 'Marca'],
  ['modelo', 'Modelo'],
  ['linea', 'Línea'],
  ['anioModelo', 'Año modelo'],
  ['clase', 'Clase'],
  ['tipo', 'Tipo'],
  ['vin', 'NIV'],
  ['nic', 'NCI'],
  ['placa', 'Placa'],
  ['color', 'Color'],
  ['puertas', 'Número de puertas'],
  ['asientos', 'Número de asientos'],
  ['cilindros', 'Número de cilindros'],
  ['combustible', 'Combustible'],
  ['transmision', 'Transmisión'],
  ['numeroMotor', 'Número de motor'],
  ['numeroSerie', 'Número de serie'],
  ['capacidadCarga', 'Capacidad de carga'],
  ['origin', 'Origen'],
  ['procedencia', 'País de procedencia'],
] as const satisfies readonly (readonly [keyof Vehicle, string])[]
/**
 * Without one of these the registry did not describe the vehicle. Other fields may be missing: a van without a number
 * of seats is still a complete answer.
 */
const ESSENTIAL: ReadonlySet<keyof Vehicle> = new Set(['placa', 'modelo'])

/** No code, or zeros: success. */
const isGood = (code: string | null): boolean => code === null || /^0+$/.test(code)

/** The source's sentences are unknown, so none decides; the remark shows the sentence. */
function refused(code: string | null, message: string | null): Parsed {
  const envelope = [message && `«${message}»`, code && `código ${code}`].filter(Boolean).join(', ')
  return drift(`La fuente dio un error que no se conoce: ${envelope || 'sin explicación'}.`)
}

function registered(vehicle: Vehicle, repuveId: string | null, { vin, plate }: Subject): Parsed {
  if (!sameIdentifier(vin, vehicle.vin)) return drift('La respuesta es de otro vehículo: el NIV no coincide.')
  const answered = vehicle.placa ?? ''
  const changed = plate !== '' && answered !== '' && !sameIdentifier(plate, answered)
  const missing = LABELS.filter(([key]) => ESSENTIAL.has(key) && !vehicle[key])
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
      modelName: vehicle.modelo,
      year: vehicle.anioModelo,
      class: vehicle.clase,
      type: vehicle.tipo,
      doors: vehicle.puertas,
      cilinders: vehicle.cilindros,
      engineNumber: vehicle.numeroMotor,
      country: vehicle.procedencia,
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

function parse(answers: readonly RawAnswer[], subject: Subject): Parsed {
  const read = readAnswer(answers.at(-1), Envelope)
  if (read.trouble) return read.trouble
  const { value: envelope } = read
  const statuses = [envelope.status, envelope.estatus].flatMap((status) => (status === null ? [] : [fold(status)]))
  const codes = [envelope.messageCode, envelope.codigoMensaje]
  const wrong = codes.find((code) => !isGood(code))
  if (statuses.includes('ERROR') || wrong !== undefined)
    return refused(wrong ?? envelope.messageCode ?? envelope.codigoMensaje, envelope.message ?? envelope.mensaje)
  if (!statuses.length || statuses.some((status) => status !== 'OK'))
    return drift('La fuente no dijo si la consulta fue correcta.')
  const vehicle = fits(Vehicle, envelope.data?.vehicle)
  return (
    failureInside(envelope) ?? vehicle.trouble ?? registered(vehicle.value, envelope.data?.repuveId ?? null, subject)
  )
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
  parserVersion: 4,
  delivery: 'sync',
  // VIN, NIC or plate can be used; whether several may be sent together is unknown.
  fetch: async ({ vin }, client) => [
    await client.request({
      method: 'POST',
      path: '/mex/services/v1/validate-repuve',
      headers: { authorization: `Basic ${Buffer.from(client.credential).toString('base64')}` },
      json: { vin },
    }),
  ],
  parse: (answers, subject) => addUnknownFields('mx-repuve', answers.at(-1), parse(answers, subject)),
})
