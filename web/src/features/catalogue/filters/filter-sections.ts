// The sections of the dialog of all filters, in one table, in reading order.
import { type DateField, type FieldSection, VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import type { NumberKey, TextKey } from '../search.ts'

export type SectionKey = 'vehicle' | 'holder' | 'checks' | 'owed' | 'dates' | 'registry' | 'tags'

/** Dates have their own section. */
const fieldsOf = (wanted: FieldSection) =>
  VEHICLE_FIELDS.flatMap(({ section, kind, field }) =>
    section === wanted && (kind === 'text' || kind === 'number') ? [field] : [],
  ) as (TextKey | NumberKey)[]

export const SECTIONS: readonly { key: SectionKey; title: string; fields: readonly (TextKey | NumberKey)[] }[] = [
  { key: 'vehicle', title: 'Vehículo', fields: [...fieldsOf('identity'), ...fieldsOf('vehicle')] },
  { key: 'holder', title: 'Titular', fields: fieldsOf('holder') },
  { key: 'checks', title: 'Estados de consulta', fields: [] },
  { key: 'owed', title: 'Adeudos y vencimientos', fields: [] },
  { key: 'dates', title: 'Fechas', fields: [] },
  { key: 'registry', title: 'Registro', fields: [...fieldsOf('registration'), ...fieldsOf('notes')] },
  { key: 'tags', title: 'Etiquetas', fields: [] },
]

export const DATES_IN_ORDER = [
  'creationDate',
  'processedDate',
  'plateDate',
  'registrationDate',
] as const satisfies readonly DateField[]
