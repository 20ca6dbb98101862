// Reads RUNT answers of Verifik's three calls: SOAT (type 5) and technical inspection (type 12). A section that is
// null was not read and is left out.
import { holderDocument } from '@padron/contract/rules/tax-ids'
import { z } from 'zod/mini'
import type { Finding, Parsed, RawAnswer, Registration, Subject } from '../connector.ts'
import { drift, failed, fits, trouble } from '../parsing/answers.ts'
import { isoDate } from '../parsing/dates.ts'
import { maybe, rowsSchema, text } from '../parsing/fields.ts'
import { everyType, remark } from '../parsing/payables.ts'
import { registrationFields } from '../parsing/registration.ts'
import { sameIdentifier } from '../parsing/text.ts'
import { hasNoRecord, notOfAnOwner, readVerifik } from '../parsing/verifik.ts'
import { Inspection, inspection, insurance, noInspection, Policy, unknownState } from './runt-documents.ts'

export const TYPES = [5, 12] as const
/** The data by which the vehicle was queried. */
export type QueriedBy = 'owner' | 'plate' | 'vin'

const General = z.looseObject({
  noPlaca: text,
  noVin: maybe,
  marca: maybe,
  linea: maybe,
  modelo: maybe,
  claseVehiculo: maybe,
  tipoCarroceria: maybe,
  tipoServicio: maybe,
  estadoDelVehiculo: maybe,
  puertas: maybe,
  noMotor: maybe,
  organismoTransito: maybe,
  fechaMatricula: maybe,
})
const Technical = z.looseObject({ noEjes: maybe })
const Answer = z.looseObject({
  /** Next to `informacionGeneral`, whose own `noVin` may be null. */
  vin: maybe,
  plate: maybe,
  informacionGeneral: General,
  datosTecnicos: z.optional(z.nullable(Technical)),
  soat: z.nullable(rowsSchema(Policy)),
  tecnoMecanica: z.nullable(rowsSchema(Inspection)),
})
type Answer = z.infer<typeof Answer>

const Sections = z.looseObject({ informacionGeneral: z.nullable(z.record(z.string(), z.unknown())) })
/** Success by HTTP and empty except for the plate: seen for a plate with a document of somebody else than the owner. */
const isBlank = (data: unknown): boolean => {
  const sections = fits(Sections, data)
  if (sections.trouble) return data === null
  const general = Object.entries(sections.value.informacionGeneral ?? {})
  return general.every(([name, value]) => name === 'noPlaca' || value === null || value === '')
}

/** The registry's own field names: `modelo` is the year, `linea` the model. The catalogue has no displacement. */
const registrationOf = (answer: Answer, foundBy: Registration['foundBy']): Registration => {
  const { informacionGeneral: general, datosTecnicos, vin } = answer
  return {
    foundBy,
    fields: registrationFields({
      plate: general.noPlaca,
      vin: general.noVin ?? vin,
      brandName: general.marca,
      modelName: general.linea,
      year: general.modelo,
      class: general.claseVehiculo,
      type: general.tipoCarroceria,
      doors: general.puertas,
      axes: datosTecnicos?.noEjes,
      engineNumber: general.noMotor,
      plateEntity: general.organismoTransito,
      plateDate: isoDate(general.fechaMatricula ?? '')?.slice(0, 10),
    }),
  }
}

function findingsIn({ soat, tecnoMecanica, informacionGeneral }: Answer, today: string) {
  const word = soat && unknownState(soat, today)
  const policies = soat && !word ? [insurance(soat, today)] : []
  const inspections =
    tecnoMecanica?.length === 0 ? [noInspection(informacionGeneral, today)] : inspection(tecnoMecanica ?? [], today)
  const remarks = word ? [`La fuente da al seguro el estado «${word}», que no se conoce.`] : []
  return { findings: [...policies, ...inspections] satisfies Finding[], remarks }
}

/** The registry has another plate for the vehicle, so the answer is not about the queried plate. */
const plateChanged = (answer: Answer): Parsed => ({
  outcome: 'ok',
  findings: everyType(TYPES, 12, [
    remark('Respuesta de la fuente', [{ label: 'Placa vigente', value: answer.informacionGeneral.noPlaca }]),
  ]),
  registration: registrationOf(answer, 'vin'),
})

/** Fields in which a row may contain its plate. */
const PLATES_OF_ROWS = ['numeroPlaca', 'placa'] as const
const hasRowOfOther = ({ soat, tecnoMecanica }: Answer, plate: string): boolean =>
  [...(soat ?? []), ...(tecnoMecanica ?? [])].some((row: Record<string, unknown>) =>
    PLATES_OF_ROWS.some((name) => {
      const named = row[name] ?? ''
      return named !== '' && !sameIdentifier(plate, String(named))
    }),
  )

function read(answer: Answer, queriedBy: QueriedBy, subject: Subject, today: string): Parsed {
  const { noPlaca, noVin } = answer.informacionGeneral
  if (answer.plate && !sameIdentifier(answer.plate, noPlaca)) return drift('La respuesta nombra dos placas.')
  if (queriedBy !== 'vin' && !sameIdentifier(subject.plate, noPlaca)) return drift('La respuesta es de otra placa.')
  if (queriedBy === 'vin') {
    if (!sameIdentifier(subject.vin, noVin ?? answer.vin ?? '')) return drift('La respuesta es de otro VIN.')
    if (!sameIdentifier(subject.plate, noPlaca)) return plateChanged(answer)
  }
  if (hasRowOfOther(answer, noPlaca)) return drift('La respuesta trae documentos de otra placa.')
  const { findings, remarks } = findingsIn(answer, today)
  if (!findings.length) return remarks[0] ? drift(remarks[0]) : failed('no dio SOAT ni revisión técnico-mecánica')
  const registration = registrationOf(answer, queriedBy === 'vin' ? 'vin' : 'plate')
  if (findings.length === TYPES.length) return { outcome: 'ok', findings, registration }
  const why = remarks.length ? remarks : ['La fuente no pudo leer todas sus secciones.']
  return { outcome: 'partial', findings, registration, remarks: why }
}

const missingDocument = ({ taxIdentifier, holderDocumentType }: Subject): Parsed => {
  const { type } = holderDocument(taxIdentifier ?? '', holderDocumentType) ?? {}
  return trouble(
    'needs-input',
    type === 'PPT'
      ? 'La fuente no pregunta por permiso de protección temporal (PPT); use la consulta por placa.'
      : 'Falta el documento del propietario.',
  )
}

export function parseRunt(
  queriedBy: QueriedBy,
  [answer]: readonly RawAnswer[],
  subject: Subject,
  today: string,
): Parsed {
  if (!answer && queriedBy === 'owner') return missingDocument(subject)
  if (answer && hasNoRecord(answer)) return { outcome: 'ok', findings: everyType(TYPES, 10) }
  const data = readVerifik(answer)
  if (data.trouble) return data.trouble
  if (isBlank(data.value)) return queriedBy === 'owner' ? notOfAnOwner() : failed('no dio datos del vehículo')
  const found = fits(Answer, data.value)
  return found.trouble ?? read(found.value, queriedBy, subject, today)
}
