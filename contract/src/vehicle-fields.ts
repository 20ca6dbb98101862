// The fields of a catalogue row, ONE table: what each is called in either country, in which group of the wire's row it
// stands, what kind of value it has. Columns, filters, sorting, forms, bulk changes and workbooks read from here.
import type { Country } from './countries.ts'

export * from './field-names.ts'

export type FieldKind = 'text' | 'number' | 'day' | 'moment'

type Field = {
  /** The group of the row it stands in. */
  group: 'vehicleAsset' | 'state' | 'rfc' | 'lessor' | 'brand' | 'model' | 'vehicleInfo' | 'assetHistoric'
  field: string
  kind: FieldKind
  title: string
  /** Where Colombia calls it otherwise. */
  co?: string
  /** The most characters it holds (text). */
  max?: number
}

export const VEHICLE_FIELDS = [
  { group: 'vehicleAsset', field: 'plate', kind: 'text', title: 'Placa', max: 10 },
  { group: 'vehicleAsset', field: 'vin', kind: 'text', title: 'VIN', max: 17 },
  { group: 'vehicleAsset', field: 'customId', kind: 'text', title: 'Identificador', max: 50 },
  { group: 'rfc', field: 'rfcName', kind: 'text', title: 'Razón social', max: 300 },
  { group: 'rfc', field: 'taxIdentifier', kind: 'text', title: 'RFC', co: 'NIT', max: 128 },
  { group: 'lessor', field: 'lessorName', kind: 'text', title: 'Arrendadora', max: 300 },
  { group: 'brand', field: 'brandName', kind: 'text', title: 'Marca', max: 150 },
  { group: 'model', field: 'modelName', kind: 'text', title: 'Modelo', co: 'Línea', max: 150 },
  { group: 'model', field: 'year', kind: 'number', title: 'Año', co: 'Modelo (año)' },
  { group: 'vehicleInfo', field: 'version', kind: 'text', title: 'Versión', max: 50 },
  { group: 'vehicleInfo', field: 'class', kind: 'text', title: 'Clase', max: 150 },
  { group: 'vehicleInfo', field: 'type', kind: 'text', title: 'Tipo', co: 'Carrocería', max: 150 },
  { group: 'vehicleInfo', field: 'engineNumber', kind: 'text', title: 'Número de motor', max: 150 },
  { group: 'vehicleInfo', field: 'ownerName', kind: 'text', title: 'Propietario', max: 300 },
  { group: 'vehicleInfo', field: 'vehicleColor', kind: 'text', title: 'Color', max: 150 },
  { group: 'vehicleInfo', field: 'doors', kind: 'number', title: 'Puertas' },
  { group: 'vehicleInfo', field: 'country', kind: 'text', title: 'País de origen', max: 150 },
  { group: 'vehicleInfo', field: 'variation', kind: 'text', title: 'Variación', max: 150 },
  { group: 'vehicleInfo', field: 'cilinders', kind: 'text', title: 'Cilindros', co: 'Cilindraje', max: 150 },
  { group: 'vehicleInfo', field: 'axes', kind: 'text', title: 'Ejes', max: 150 },
  { group: 'vehicleInfo', field: 'assemblyPlace', kind: 'text', title: 'Planta de ensamble', max: 150 },
  { group: 'vehicleInfo', field: 'observations', kind: 'text', title: 'Observaciones', max: 1000 },
  { group: 'vehicleInfo', field: 'plateDate', kind: 'day', title: 'Fecha de emplacado', co: 'Fecha de matrícula' },
  {
    group: 'vehicleInfo',
    field: 'plateEntity',
    kind: 'text',
    title: 'Entidad de emplacado',
    co: 'Organismo de tránsito',
    max: 50,
  },
  { group: 'vehicleInfo', field: 'registrationDate', kind: 'day', title: 'Fecha de registro' },
  { group: 'vehicleInfo', field: 'registrationInstitution', kind: 'text', title: 'Institución de registro', max: 150 },
  { group: 'vehicleInfo', field: 'registrationSheet', kind: 'text', title: 'Folio de registro', max: 150 },
  { group: 'vehicleInfo', field: 'supplementaryData', kind: 'text', title: 'Datos complementarios', max: 1000 },
  { group: 'vehicleAsset', field: 'creationDate', kind: 'moment', title: 'Fecha de alta' },
  { group: 'vehicleAsset', field: 'processedDate', kind: 'moment', title: 'Última consulta' },
] as const satisfies readonly Field[]

export type VehicleFieldRow = (typeof VEHICLE_FIELDS)[number]
export type VehicleFieldName = VehicleFieldRow['field']

const fields: readonly Field[] = VEHICLE_FIELDS
/** The field's name as the country's users read it. */
export const fieldTitle = (field: VehicleFieldName, country: Country): string => {
  const found = fields.find((row) => row.field === field)
  return (country === 'CO' && found?.co) || found?.title || field
}
