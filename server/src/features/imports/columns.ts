// The staged column of each workbook field, and its bit in `given`, which says whether the row sets it.
import { VEHICLE_COLUMNS } from '../../fleet/fields.ts'

/** Every field that is stored as it is in the vehicle table. */
export const STORED_FIELDS = Object.keys(VEHICLE_COLUMNS) as (keyof typeof VEHICLE_COLUMNS)[]
export type StoredField = (typeof STORED_FIELDS)[number]
/** What an edit and a replacement write: not the reason of acquisition. */
export const EDITABLE_FIELDS = STORED_FIELDS.filter((field) => field !== 'acquisitionReasonId')

/**
 * The bits of `given`. Staged rows outlive an upgrade, and processes of two releases read them, so a bit never changes.
 * A new field gets the next bit, whatever its place in the table of fields.
 */
const FIRST_BITS = [
  'plate',
  'vin',
  'customId',
  'stateId',
  'acquisitionReasonId',
  'rfcName',
  'taxIdentifier',
  'lessorName',
  'brandName',
  'modelName',
  'year',
  'version',
  'class',
  'type',
  'engineNumber',
  'ownerName',
  'vehicleColor',
  'doors',
  'country',
  'variation',
  'cilinders',
  'axes',
  'assemblyPlace',
  'observations',
  'plateDate',
  'plateEntity',
  'registrationDate',
  'registrationInstitution',
  'registrationSheet',
  'supplementaryData',
  'tags',
  'assetStatusId',
  'replacementReasonId',
] as const
const hasBit: readonly string[] = FIRST_BITS
export const PRESENT_FIELDS = [...FIRST_BITS, ...STORED_FIELDS.filter((field) => !hasBit.includes(field))] as const
export type PresentField = (typeof PRESENT_FIELDS)[number]

/** @returns the field's bit in `given` */
export const bitOf = (field: PresentField): number => 2 ** PRESENT_FIELDS.indexOf(field)

export const columnForField = (field: StoredField): string => VEHICLE_COLUMNS[field]
/** The staged columns of the vehicle itself, separated by commas. */
export const storedColumns = Object.values(VEHICLE_COLUMNS).join(', ')
