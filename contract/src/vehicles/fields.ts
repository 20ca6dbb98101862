// The fields of a vehicle, ONE table. The reply's row, filters, sorting, columns, forms, bulk changes, workbooks,
// exports, the activity log and the server's columns derive from it. A new text of `vehicleInfo` needs a row here and a
// migration that calls `add_vehicle_text_column`; vehicles.ts lists the fields that registries know.
import type { Country } from '../places/countries.ts'
import type { StatusColumn } from '../resources.ts'

export type FieldKind = 'text' | 'number' | 'day' | 'moment'
/** The heading in forms, filters and the vehicle's details. */
export type FieldSection = 'identity' | 'holder' | 'vehicle' | 'registration' | 'notes'

type Field = {
  /** The group of the row that contains it. */
  group: 'vehicleAsset' | 'state' | 'rfc' | 'lessor' | 'brand' | 'model' | 'vehicleInfo' | 'assetHistoric'
  field: string
  title: string
  /** Colombia's name, if it differs. */
  co?: string
  section: FieldSection
  /** Its values repeat in a fleet: forms and filters suggest existing ones. */
  suggested?: true
  /** The value identifies one vehicle: not for bulk changes. */
  individual?: true
} & (
  | { kind: 'number' | 'day' | 'moment' }
  | {
      kind: 'text'
      /** Maximum length in characters. */
      max: number
    }
)

export const VEHICLE_FIELDS = [
  {
    group: 'vehicleAsset',
    field: 'plate',
    kind: 'text',
    title: 'Placa',
    max: 10,
    section: 'identity',
    individual: true,
  },
  { group: 'vehicleAsset', field: 'vin', kind: 'text', title: 'VIN', max: 17, section: 'identity', individual: true },
  {
    group: 'vehicleAsset',
    field: 'customId',
    kind: 'text',
    title: 'Identificador',
    max: 50,
    section: 'identity',
    individual: true,
  },
  { group: 'rfc', field: 'rfcName', kind: 'text', title: 'Razón social', max: 300, section: 'holder', suggested: true },
  {
    group: 'rfc',
    field: 'taxIdentifier',
    kind: 'text',
    title: 'RFC',
    co: 'NIT',
    max: 128,
    section: 'holder',
    suggested: true,
  },
  {
    group: 'lessor',
    field: 'lessorName',
    kind: 'text',
    title: 'Arrendadora',
    max: 300,
    section: 'holder',
    suggested: true,
  },
  { group: 'brand', field: 'brandName', kind: 'text', title: 'Marca', max: 150, section: 'vehicle', suggested: true },
  {
    group: 'model',
    field: 'modelName',
    kind: 'text',
    title: 'Modelo',
    co: 'Línea',
    max: 150,
    section: 'vehicle',
    suggested: true,
  },
  { group: 'model', field: 'year', kind: 'number', title: 'Año', co: 'Modelo (año)', section: 'vehicle' },
  {
    group: 'vehicleInfo',
    field: 'version',
    kind: 'text',
    title: 'Versión',
    max: 50,
    section: 'vehicle',
    suggested: true,
  },
  { group: 'vehicleInfo', field: 'class', kind: 'text', title: 'Clase', max: 150, section: 'vehicle', suggested: true },
  {
    group: 'vehicleInfo',
    field: 'type',
    kind: 'text',
    title: 'Tipo',
    co: 'Carrocería',
    max: 150,
    section: 'vehicle',
    suggested: true,
  },
  {
    group: 'vehicleInfo',
    field: 'engineNumber',
    kind: 'text',
    title: 'Número de motor',
    max: 150,
    section: 'vehicle',
    individual: true,
  },
  { group: 'vehicleInfo', field: 'ownerName', kind: 'text', title: 'Propietario', max: 300, section: 'holder' },
  {
    group: 'vehicleInfo',
    field: 'vehicleColor',
    kind: 'text',
    title: 'Color',
    max: 150,
    section: 'vehicle',
    suggested: true,
  },
  { group: 'vehicleInfo', field: 'doors', kind: 'number', title: 'Puertas', section: 'vehicle' },
  {
    group: 'vehicleInfo',
    field: 'country',
    kind: 'text',
    title: 'País de origen',
    max: 150,
    section: 'vehicle',
    suggested: true,
  },
  { group: 'vehicleInfo', field: 'variation', kind: 'text', title: 'Variación', max: 150, section: 'vehicle' },
  {
    group: 'vehicleInfo',
    field: 'cilinders',
    kind: 'text',
    title: 'Cilindros',
    co: 'Cilindraje',
    max: 150,
    section: 'vehicle',
  },
  { group: 'vehicleInfo', field: 'axes', kind: 'text', title: 'Ejes', max: 150, section: 'vehicle' },
  {
    group: 'vehicleInfo',
    field: 'assemblyPlace',
    kind: 'text',
    title: 'Planta de ensamble',
    max: 150,
    section: 'vehicle',
    suggested: true,
  },
  { group: 'vehicleInfo', field: 'observations', kind: 'text', title: 'Observaciones', max: 1000, section: 'notes' },
  {
    group: 'vehicleInfo',
    field: 'plateDate',
    kind: 'day',
    title: 'Fecha de emplacado',
    co: 'Fecha de matrícula',
    section: 'registration',
  },
  {
    group: 'vehicleInfo',
    field: 'plateEntity',
    kind: 'text',
    title: 'Entidad de emplacado',
    co: 'Organismo de tránsito',
    max: 50,
    section: 'registration',
    suggested: true,
  },
  { group: 'vehicleInfo', field: 'registrationDate', kind: 'day', title: 'Fecha de registro', section: 'registration' },
  {
    group: 'vehicleInfo',
    field: 'registrationInstitution',
    kind: 'text',
    title: 'Institución de registro',
    max: 150,
    section: 'registration',
    suggested: true,
  },
  {
    group: 'vehicleInfo',
    field: 'registrationSheet',
    kind: 'text',
    title: 'Folio de registro',
    max: 150,
    section: 'registration',
    individual: true,
  },
  {
    group: 'vehicleInfo',
    field: 'supplementaryData',
    kind: 'text',
    title: 'Datos complementarios',
    max: 1000,
    section: 'notes',
  },
  {
    group: 'vehicleAsset',
    field: 'creationDate',
    kind: 'moment',
    title: 'Fecha de alta',
    section: 'identity',
    individual: true,
  },
  {
    group: 'vehicleAsset',
    field: 'processedDate',
    kind: 'moment',
    title: 'Última consulta',
    section: 'identity',
    individual: true,
  },
] as const satisfies readonly Field[]

export type VehicleFieldRow = (typeof VEHICLE_FIELDS)[number]
export type VehicleFieldName = VehicleFieldRow['field']

/** The fields that forms and workbooks write, without the timestamps that the server sets. */
export type WritableRow = Exclude<VehicleFieldRow, { kind: 'moment' }>
export type WritableField = WritableRow['field']
export const WRITABLE_FIELDS = VEHICLE_FIELDS.filter((row): row is WritableRow => row.kind !== 'moment')

const fields: readonly Field[] = VEHICLE_FIELDS
/** The field's name in the country. */
export const fieldTitle = (field: VehicleFieldName, country: Country): string => {
  const found = fields.find((row) => row.field === field)
  return (country === 'CO' && found?.co) || found?.title || field
}

/** The free texts of the group vehicleInfo: all can be filtered. */
export type InfoText = Extract<VehicleFieldRow, { group: 'vehicleInfo'; kind: 'text' }>['field']
export const INFO_TEXTS = VEHICLE_FIELDS.flatMap(({ group, kind, field }) =>
  group === 'vehicleInfo' && kind === 'text' ? [field] : [],
) as readonly InfoText[]

/** Every column with a date: all can be filtered by after, before and between. */
export const DATE_FIELDS = ['creationDate', 'processedDate', 'plateDate', 'registrationDate'] as const
export type DateField = (typeof DATE_FIELDS)[number]

/** The columns of the resource types, in the order of their table, which is not part of the first page's bundle. */
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
/** The fields by which the list can be sorted, by their names in the API: every column. Others are refused. */
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

/** The columns of the catalogue in layouts, views and exports: the fields of the sort, and the differences. */
export const COLUMN_KEYS = [...SORT_FIELDS, 'registryDifferences'] as const
export type ColumnKey = (typeof COLUMN_KEYS)[number]

/** Texts whose values repeat in a fleet: forms and filters suggest existing ones. */
export type SuggestedField = Extract<VehicleFieldRow, { suggested: true }>['field']
export const SUGGESTED_FIELDS = VEHICLE_FIELDS.flatMap((row) =>
  'suggested' in row ? [row.field] : [],
) as readonly SuggestedField[]

/** Texts by which a fleet is grouped: a filter may require an exact value. */
export const EXACT_FIELDS = ['rfcName', 'taxIdentifier', 'lessorName', 'brandName', 'modelName'] as const
export type ExactField = (typeof EXACT_FIELDS)[number]

/** The kinds of due dates in a filter. */
export const EXPIRY_KINDS = ['policy', 'document', 'insurance', 'inspection', 'card', 'plate', 'payment'] as const
export type ExpiryKind = (typeof EXPIRY_KINDS)[number]
