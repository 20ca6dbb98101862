// The staged column of each workbook field, and its bit in `given`, which tells whether the row sets it.
import { VEHICLE_COLUMNS } from '../../fleet/fields.ts'

/** Every field that is stored as it is in the vehicle table. */
export const STORED_FIELDS = Object.keys(VEHICLE_COLUMNS) as (keyof typeof VEHICLE_COLUMNS)[]
export type StoredField = (typeof STORED_FIELDS)[number]

/** In the order of their bits, which staged rows keep over an upgrade: places never change, new fields come last. */
const FIRST_STORED = STORED_FIELDS.indexOf('supplementaryData') + 1
export const GIVEN_FIELDS = [
  ...STORED_FIELDS.slice(0, FIRST_STORED),
  'tags',
  'assetStatusId',
  'replacementReasonId',
  ...STORED_FIELDS.slice(FIRST_STORED),
] as const
export type GivenField = (typeof GIVEN_FIELDS)[number]

/** @returns the field's bit in `given` */
export const bitOf = (field: GivenField): number => 2 ** GIVEN_FIELDS.indexOf(field)

export const columnOf = (field: StoredField): string => VEHICLE_COLUMNS[field]
/** The staged columns of the vehicle itself, comma between. */
export const storedColumns = Object.values(VEHICLE_COLUMNS).join(', ')
