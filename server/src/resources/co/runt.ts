// RUNT through Verifik, by plate and the holder's NIT → SOAT (type 5) and technical inspection (type 12). A section that is
// null was not read and is left out.
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
import { drift, failed, fits, readAnswer, says, trouble } from '../parsing/answers.ts'
import { isoDate } from '../parsing/dates.ts'
import { maybe, rowsOf, text } from '../parsing/fields.ts'
import { tellNewFields } from '../parsing/known-shapes.ts'
import { everyType } from '../parsing/payables.ts'
import { registrationFields } from '../parsing/registration.ts'
import { sameIdentifier } from '../parsing/text.ts'
import { Inspection, inspection, insurance, Policy } from './runt-papers.ts'

const TYPES = [5, 12] as const

const Papers = z.looseObject({
  informacionGeneral: z.looseObject({
    noPlaca: text, noVin: maybe, marca: maybe, linea: maybe, modelo: maybe, claseVehiculo: maybe, tipoCarroceria: maybe,
    puertas: maybe, noMotor: maybe, organismoTransito: maybe, fechaMatricula: maybe,
  }), // biome-ignore format: two lines
  datosTecnicos: z.optional(z.nullable(z.looseObject({ noEjes: maybe }))),
  soat: z.nullable(rowsOf(Policy)),
  tecnoMecanica: z.nullable(rowsOf(Inspection)),
})
const Envelope = z.looseObject({ data: z.optional(z.unknown()), error: maybe })
const NoRecord = z.looseObject({
  code: z.literal('NotFound'),
  message: z.string().check(z.regex(/^record not found\.?\s*$/i)),
})

async function fetch({ plate, taxIdentifier }: Subject, door: PortalDoor): Promise<RawAnswer[]> {
  const [documentNumber = ''] = readNit(taxIdentifier ?? '').value.split('-')
  if (!documentNumber) return []
  const query = { plate, documentType: 'NIT', documentNumber }
  return [
    await door.request({
      path: '/v2/co/runt/vehicle-by-plate',
      query,
      headers: { authorization: `Bearer ${door.credential}` },
    }),
  ]
}

/** The registry's own names: `modelo` is the year, `linea` the model. `cilidraje` is displacement, which the catalogue has no field for. */
const registrationOf = ({ informacionGeneral: said, datosTecnicos }: z.infer<typeof Papers>): Registration => ({
  foundBy: 'plate',
  fields: registrationFields({
    plate: said.noPlaca,
    vin: said.noVin,
    brandName: said.marca,
    modelName: said.linea,
    year: said.modelo,
    class: said.claseVehiculo,
    type: said.tipoCarroceria,
    doors: said.puertas,
    axes: datosTecnicos?.noEjes,
    engineNumber: said.noMotor,
    plateEntity: said.organismoTransito,
    plateDate: isoDate(said.fechaMatricula ?? '')?.slice(0, 10),
  }),
})

function parse([answer]: readonly RawAnswer[], { plate }: Subject, today: string): Parsed {
  if (!answer) return trouble('needs-input', 'Falta el NIT del propietario.')
  if (says(answer, 404, NoRecord)) return { outcome: 'ok', findings: everyType(TYPES, 10) }
  const envelope = readAnswer(answer, Envelope)
  if (envelope.trouble) return envelope.trouble
  if (envelope.value.error) return failed(envelope.value.error)
  const papers = fits(Papers, envelope.value.data)
  if (papers.trouble) return papers.trouble
  const { informacionGeneral, soat, tecnoMecanica } = papers.value
  if (!sameIdentifier(plate, informacionGeneral.noPlaca)) return drift('La respuesta es de otra placa.')
  const findings = [
    ...(soat ? [insurance(soat, today)] : []),
    ...(tecnoMecanica ? inspection(tecnoMecanica, today) : []),
  ]
  if (!findings.length) return failed('no dio SOAT ni revisión técnico-mecánica')
  const registration = registrationOf(papers.value)
  if (findings.length === TYPES.length) return { outcome: 'ok', findings, registration }
  return { outcome: 'partial', findings, registration, remarks: ['La fuente no pudo leer todas sus secciones.'] }
}

export const runt = defineConnector({
  key: 'co-runt',
  portal: 'verifik-runt',
  country: 'CO',
  types: TYPES,
  mode: 'licensed',
  inputs: ['plate', 'taxIdentifier'],
  deadlineMs: 30_000,
  parserVersion: 2,
  delivery: 'sync',
  fetch,
  parse: (answers, subject, today) => tellNewFields('co-runt', answers.at(-1), parse(answers, subject, today)),
})
