// Recognizes the sentences by which portals say that the vehicle is unknown or has another plate → 10, 11, 12; and
// cleans registry fields. The caller decides the meaning of any other sentence.
import { bareIdentifier } from '@padron/contract/assets'
import type { ResourceTypeId } from '@padron/contract/resources'
import type { RegistryField } from '@padron/contract/vehicles'
import { VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import type { Parsed, Registration } from '../connector.ts'
import { everyType, remark } from './payables.ts'
import { clip, fold } from './text.ts'

const NOT_FOUND = /NO SE (?:ENCUENTRA|ENCONTRO|LOCALIZO)/
/** «No se encontró el vehículo», but not «… adeudos del vehículo». */
const isNotFound = (sentence: string): boolean => {
  const about = sentence.slice(Math.max(sentence.lastIndexOf('ADEUDO'), sentence.lastIndexOf('MULTA')) + 1)
  const at = about.search(NOT_FOUND)
  return at >= 0 && /PADRON|VEHICULO|PLACA/.test(about.slice(at))
}
const NO_SUCH = /(?:PLACA|VEHICULO|SERIE)(?:(?!PLACA|VEHICULO|SERIE)[A-Z ])* NO EXISTE/

const SENTENCES: readonly (readonly [is: (sentence: string) => boolean, status: number])[] = [
  [(sentence) => sentence.includes('PLACA ANTERIOR'), 12],
  [isNotFound, 11],
  [(sentence) => /NO REGISTRAD[AO]/.test(sentence), 11],
  [(sentence) => NO_SUCH.test(sentence), 10],
]

/** `Placa anterior. La placa vigente es RKA124A.` → `RKA124A` */
const currentPlate = (sentence: string): string | null =>
  /VIGENTE(?: ES)?:? ([A-Z0-9-]{5,10})\b/.exec(fold(sentence))?.[1] ?? null

/** @returns an ok answer with the same status for every type, or undefined for any other sentence */
export function unknownVehicle(sentence: string, types: readonly ResourceTypeId[]): Parsed | undefined {
  const folded = fold(sentence)
  const [, status] = SENTENCES.find(([is]) => is(folded)) ?? []
  if (status === undefined) return undefined
  const plate = status === 12 ? currentPlate(sentence) : null
  const results = [
    remark('Respuesta de la fuente', [
      { label: 'Mensaje', value: clip(sentence) },
      { label: 'Placa vigente', value: plate },
    ]),
  ]
  return { outcome: 'ok', findings: everyType(types, status, results) }
}

const MASKED = /^[*\-.\sXx]*$|^(N\/?A|SIN INFORMACION|NO DISPONIBLE|NULL)$/i
const fits: Partial<Record<RegistryField, RegExp>> = {
  plate: /^[A-Z0-9]{3,10}$/,
  vin: /^[A-Z0-9]{17}$/,
  year: /^(19|20)\d\d$/,
  doors: /^(\d|10)$/,
  cilinders: /[1-9]/,
  plateDate: /^\d{4}-\d\d-\d\d$/,
  registrationDate: /^\d{4}-\d\d-\d\d$/,
}
const LIMITS = new Map<string, number>(VEHICLE_FIELDS.flatMap((row) => ('max' in row ? [[row.field, row.max]] : [])))

/** The source's real values, as they can be stored: blanks, masks and values that do not fit the field are left out. */
export const registrationFields = (
  sentence: Partial<Record<RegistryField, string | null | undefined>>,
): Registration['fields'] =>
  Object.fromEntries(
    (Object.entries(sentence) as [RegistryField, string | null | undefined][]).flatMap(([field, value]) => {
      const text = (value ?? '').trim()
      const stored = field === 'plate' || field === 'vin' ? bareIdentifier(text) : text
      const good =
        !MASKED.test(text) && (fits[field]?.test(stored) ?? true) && stored.length <= (LIMITS.get(field) ?? 1000)
      return good ? [[field, stored]] : []
    }),
  )
