// The form's fields, ONE table: in which group each stands and what kind of control it is.
import { SUGGESTED_FIELDS } from '@padron/contract/vehicle-fields'
import type { FormField } from '@padron/contract/vehicle-rules'

export type Kind = 'text' | 'code' | 'suggested' | 'number' | 'day' | 'long' | 'state' | 'documentType'
export type FormRow = { field: FormField; kind: Kind }

const suggested: readonly string[] = SUGGESTED_FIELDS
const texts = (...fields: FormField[]): FormRow[] =>
  fields.map((field) => ({ field, kind: suggested.includes(field) ? 'suggested' : 'text' }))

export const GROUPS: readonly { title: string; rows: readonly FormRow[] }[] = [
  {
    title: 'Identificación',
    rows: [
      { field: 'plate', kind: 'code' },
      { field: 'vin', kind: 'code' },
      { field: 'customId', kind: 'text' },
      { field: 'stateId', kind: 'state' },
    ],
  },
  {
    title: 'Titular',
    rows: [
      { field: 'taxIdentifierType', kind: 'documentType' },
      ...texts('taxIdentifier', 'rfcName', 'lessorName', 'ownerName'),
    ],
  },
  {
    title: 'Vehículo',
    rows: [
      ...texts('brandName', 'modelName'),
      { field: 'year', kind: 'number' },
      ...texts('version', 'class', 'type', 'vehicleColor'),
      { field: 'doors', kind: 'number' },
      ...texts('cilinders', 'axes', 'engineNumber', 'variation', 'country', 'assemblyPlace'),
    ],
  },
  {
    title: 'Registro',
    rows: [
      { field: 'plateDate', kind: 'day' },
      ...texts('plateEntity'),
      { field: 'registrationDate', kind: 'day' },
      ...texts('registrationInstitution', 'registrationSheet'),
    ],
  },
  {
    title: 'Notas',
    rows: [
      { field: 'observations', kind: 'long' },
      { field: 'supplementaryData', kind: 'long' },
    ],
  },
]

/** Fields with a hint that comes and goes as one types. */
export const HINTED: readonly FormField[] = ['plate', 'vin', 'taxIdentifier']
/** Fields that a vehicle cannot be without. */
export const REQUIRED: readonly FormField[] = ['plate', 'vin', 'stateId']
