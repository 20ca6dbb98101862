// The dialog of all filters, ONE table: in which section each field stands, in reading order.
import type { DateField } from '@padron/contract/vehicle-fields'
import type { NumberKey, TextKey } from './search.ts'

export type SectionKey = 'vehicle' | 'holder' | 'checks' | 'owed' | 'dates' | 'registry' | 'tags'

export const SECTIONS = [
  {
    key: 'vehicle',
    title: 'Vehículo',
    fields: [
      'plate',
      'vin',
      'customId',
      'brandName',
      'modelName',
      'year',
      'version',
      'class',
      'type',
      'engineNumber',
      'vehicleColor',
      'doors',
      'country',
      'variation',
      'cilinders',
      'axes',
      'assemblyPlace',
      'observations',
    ],
  },
  { key: 'holder', title: 'Titular', fields: ['rfcName', 'taxIdentifier', 'lessorName', 'ownerName'] },
  { key: 'checks', title: 'Estados de consulta', fields: [] },
  { key: 'owed', title: 'Adeudos y vencimientos', fields: [] },
  { key: 'dates', title: 'Fechas', fields: [] },
  {
    key: 'registry',
    title: 'Registro',
    fields: ['plateEntity', 'registrationInstitution', 'registrationSheet', 'supplementaryData'],
  },
  { key: 'tags', title: 'Etiquetas', fields: [] },
] as const satisfies readonly { key: SectionKey; title: string; fields: readonly (TextKey | NumberKey)[] }[]

export const DATES_IN_ORDER = [
  'creationDate',
  'processedDate',
  'plateDate',
  'registrationDate',
] as const satisfies readonly DateField[]
