// The names of a vehicle's fields in lists: what can be filtered, sorted and shown. Apart from the table of fields,
// because the address of the catalogue is read before the console is loaded, and needs no more than these.
import type { StatusColumn } from './resources.ts'

/** The free texts of the group vehicleInfo: each can be filtered. */
export const INFO_TEXTS = [
  'version',
  'class',
  'type',
  'engineNumber',
  'ownerName',
  'vehicleColor',
  'country',
  'variation',
  'cilinders',
  'axes',
  'assemblyPlace',
  'observations',
  'plateEntity',
  'registrationInstitution',
  'registrationSheet',
  'supplementaryData',
] as const

/** Every column with a date: each can be filtered by after, before and between. */
export const DATE_FIELDS = ['creationDate', 'processedDate', 'plateDate', 'registrationDate'] as const
export type DateField = (typeof DATE_FIELDS)[number]

/**
 * The columns of the resource types, in their table's order; the table itself has no place in the first page's
 * bundle.
 */
export const STATUS_FIELDS = [
  'ticketStatus',
  'tenenciaStatus',
  'refrendoStatus',
  'ticketsCDMXStatus',
  'ticketsEnvStatus',
  'miscStatus',
  'violationStatus',
  'stolenStatus',
  'insuranceStatus',
  'inspectionStatus',
  'cardStatus',
  'plateStatus',
  'repuveStatus',
] as const satisfies readonly StatusColumn[]
const STATUSES: readonly StatusColumn[] = STATUS_FIELDS
/** Fields the list can be sorted by, the wire's names: every column there is. Anything else is refused. */
export const SORT_FIELDS = [
  'plate',
  'vin',
  'customId',
  'stateName',
  'rfcName',
  'taxIdentifier',
  'lessorName',
  'brandName',
  'modelName',
  'year',
  'creationDate',
  'processedDate',
  'debt',
  'assetStatusId',
  'acquisitionReasonId',
  'tags',
  'doors',
  'plateDate',
  'registrationDate',
  ...INFO_TEXTS,
  ...STATUSES,
] as const
export type SortField = (typeof SORT_FIELDS)[number]

/**
 * The columns of the catalogue, by which layouts, views and exports name them: what can be sorted by, and the
 * differences.
 */
export const COLUMN_KEYS = [...SORT_FIELDS, 'registryDifferences'] as const
export type ColumnKey = (typeof COLUMN_KEYS)[number]

/** Texts whose values repeat in a fleet: forms and filters offer those already in use. */
export const SUGGESTED_FIELDS = [
  'rfcName',
  'taxIdentifier',
  'lessorName',
  'brandName',
  'modelName',
  'version',
  'class',
  'type',
  'vehicleColor',
  'country',
  'assemblyPlace',
  'plateEntity',
  'registrationInstitution',
] as const
export type SuggestedField = (typeof SUGGESTED_FIELDS)[number]

/** Texts by which a fleet is grouped: a filter may ask for one as it stands. */
export const EXACT_FIELDS = ['rfcName', 'taxIdentifier', 'lessorName', 'brandName', 'modelName'] as const
export type ExactField = (typeof EXACT_FIELDS)[number]

/** What falls due, as a filter names it. */
export const EXPIRY_KINDS = ['policy', 'document', 'insurance', 'inspection', 'card', 'plate', 'payment'] as const
export type ExpiryKind = (typeof EXPIRY_KINDS)[number]
