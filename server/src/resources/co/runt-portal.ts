// RUNT's own consultation, by plate and the holder's NIT → SOAT (type 5) and technical inspection (type 12). A wall and a
// captcha stand before it: only for installations with an agreement, never assigned by default. Refusals come with HTTP 200.
import { readNit } from '@padron/contract/tax-ids'
import { z } from 'zod/mini'
import {
  defineConnector,
  type Parsed,
  type PortalDoor,
  type RawAnswer,
  type Registration,
  type Subject,
} from '../connector.ts'
import { drift, failed, fits, readAnswer, trouble } from '../parsing/answers.ts'
import { isoDate } from '../parsing/dates.ts'
import { maybe, rowsOf, text } from '../parsing/fields.ts'
import { everyType } from '../parsing/payables.ts'
import { registrationFields } from '../parsing/registration.ts'
import { fold, sameIdentifier } from '../parsing/text.ts'
import { Inspection, inspection, insurance, Policy } from './runt-papers.ts'

const TYPES = [5, 12] as const
const Envelope = z.looseObject({ error: z.boolean(), descripcionRespuesta: maybe })
const Papers = z.looseObject({
  infoVehiculo: z.looseObject({
    placa: text, vin: maybe, marca: maybe, linea: maybe, modelo: maybe, clase: maybe, tipoCarroceria: maybe, puertas: maybe, numMotor: maybe,
    numeroEjes: maybe, organismoTransito: maybe, fechaMatricula: maybe,
  }), // biome-ignore format: two lines
  soat: z.nullable(rowsOf(Policy)),
  rtm: z.nullable(rowsOf(Inspection)),
})

// biome-ignore format: a table to be read by columns
const SENTENCES: readonly (readonly [RegExp, (said: string) => Parsed])[] = [
  [/NO CORRESPONDEN/,                                  (said) => trouble('needs-input', said)],
  [/^INGRESE |DOCUMENTO (?:(?!DOCUMENTO ).)*OBLIGATORIO/,                (said) => trouble('needs-input', said)],
  [/NO SE ENCONTRO INFORMACION REGISTRADA/,            () => ({ outcome: 'ok', findings: everyType(TYPES, 10) })],
  [/NO ESTA DISPONIBLE|INTENTE MAS TARDE|NO AUTORIZADO/, failed],
]

async function fetch({ plate, taxIdentifier }: Subject, door: PortalDoor): Promise<RawAnswer[]> {
  const [numeroDocumento = ''] = readNit(taxIdentifier ?? '').value.split('-')
  if (!numeroDocumento) return []
  const json = { placa: plate, tipoDocumento: 'NIT', numeroDocumento }
  return [await door.request({ method: 'POST', path: '/consulta', json })]
}

const registrationOf = ({ infoVehiculo: said }: z.infer<typeof Papers>): Registration => ({
  foundBy: 'plate',
  fields: registrationFields({
    plate: said.placa,
    vin: said.vin,
    brandName: said.marca,
    modelName: said.linea,
    year: said.modelo,
    class: said.clase,
    type: said.tipoCarroceria,
    doors: said.puertas,
    axes: said.numeroEjes,
    engineNumber: said.numMotor,
    plateEntity: said.organismoTransito,
    plateDate: isoDate(said.fechaMatricula ?? '')?.slice(0, 10),
  }),
})

function parse([answer]: readonly RawAnswer[], { plate }: Subject, today: string): Parsed {
  if (!answer) return trouble('needs-input', 'Falta el NIT del propietario.')
  const envelope = readAnswer(answer, Envelope)
  if (envelope.trouble) return envelope.trouble
  if (envelope.value.error) {
    const said = envelope.value.descripcionRespuesta ?? ''
    const [, meaning] = SENTENCES.find(([sentence]) => sentence.test(fold(said))) ?? []
    return meaning?.(said) ?? drift(`La fuente dice «${said}», que no se reconoce.`)
  }
  const papers = fits(Papers, envelope.value)
  if (papers.trouble) return papers.trouble
  const { infoVehiculo, soat, rtm } = papers.value
  if (!sameIdentifier(plate, infoVehiculo.placa)) return drift('La respuesta es de otra placa.')
  const findings = [...(soat ? [insurance(soat, today)] : []), ...(rtm ? inspection(rtm, today) : [])]
  if (!findings.length) return failed('no dio SOAT ni revisión técnico-mecánica')
  const registration = registrationOf(papers.value)
  if (findings.length === TYPES.length) return { outcome: 'ok', findings, registration }
  return { outcome: 'partial', findings, registration, remarks: ['La fuente no pudo leer todas sus secciones.'] }
}

export const runtPortal = defineConnector({
  key: 'co-runt-portal',
  portal: 'runt-portal',
  country: 'CO',
  types: TYPES,
  mode: 'form',
  inputs: ['plate', 'taxIdentifier'],
  deadlineMs: 60_000,
  parserVersion: 1,
  delivery: 'sync',
  fetch,
  parse,
})
