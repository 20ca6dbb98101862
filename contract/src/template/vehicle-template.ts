// The columns of a vehicle in a workbook, from which all three templates are built (columns.ts): the table of fields,
// and the other parts of the vehicle class (spec core §3).
import type { z } from 'zod/mini'
import { COUNTRIES, type Country } from '../places/countries.ts'
import { WRITABLE_FIELDS, type WritableField, type WritableRow } from '../vehicles/fields.ts'
import type { TagName } from '../vehicles/tag-list.ts'
import {
  dateCell,
  doorsCell,
  plateCell,
  reasonCell,
  stateCell,
  tagsCell,
  taxIdCell,
  textCell,
  vinCell,
  yearCell,
} from './cell-rules.ts'

export const TEMPLATE_VERSION = '5.2' // spec bulk §9
export const TEMPLATE_SHEET = 'Vehículos'

export type VehicleField = WritableField | 'stateId' | 'tags' | 'acquisitionReasonId'
type Value<Row extends WritableRow> = Row['field'] extends 'plate' | 'vin'
  ? string
  : (Row['kind'] extends 'number' ? number : string) | null
export type NewVehicle = { [Row in WritableRow as Row['field']]: Value<Row> } & {
  stateId: number
  tags: TagName[]
  acquisitionReasonId: number
}

type Column = {
  field: VehicleField
  heading: string
  /** Converts a cell's text to the stored value. */
  rule: z.ZodMiniType<unknown, string>
  example: string
  note: string
}

type Texts = string | Readonly<Record<Country, string>>
const textIn = (texts: Texts | undefined, country: Country): string =>
  texts === undefined || typeof texts === 'string' ? (texts ?? '') : texts[country]

const DAY = { example: '31/01/2024', note: 'Día/mes/año.' }
/** An example and a note, for fields whose name is not enough. */
const HINTS: Readonly<Partial<Record<WritableField, { example?: Texts; note?: Texts }>>> = {
  plate: {
    example: { MX: 'RKA123B', CO: 'ABC123' },
    note: 'De 3 a 10 letras y números; los guiones y espacios se quitan.',
  },
  vin: {
    example: '3N1CN8AE1RL000101',
    note: {
      MX: '17 caracteres; también llamado NIV o número de serie.',
      CO: '17 caracteres; el número de chasis o VIN.',
    },
  },
  customId: {
    example: { MX: 'ECO-0001', CO: 'INT-0001' },
    note: { MX: 'Su número económico.', CO: 'Su número interno.' },
  },
  taxIdentifier: {
    example: { MX: 'AFN160314QX2', CO: '900123456-8' },
    note: {
      MX: 'Del titular del vehículo.',
      CO:
        'Del titular del vehículo. Una cédula de 5 a 10 dígitos va sola; otro documento, con su tipo delante: CE ' +
        '123456, PA AB12345, PPT 1234567.',
    },
  },
  rfcName: {
    example: { MX: 'TRANSPORTES EJEMPLO SA DE CV', CO: 'TRANSPORTES EJEMPLO SAS' },
    note: 'Titular del vehículo.',
  },
  lessorName: { example: 'ARRENDADORA FICTICIA' },
  brandName: { example: 'NISSAN' },
  modelName: {
    example: 'VERSA',
    note: {
      MX: 'La submarca; el año va en su columna.',
      CO: 'El nombre, como está en la licencia de tránsito; el año va en «Modelo (año)».',
    },
  },
  year: {
    example: '2024',
    note: { MX: 'Año modelo, desde 1950.', CO: 'El modelo, que es el año, desde 1950.' },
  },
  version: { example: 'SENSE' },
  class: { example: 'AUTOMOVIL' },
  type: { example: 'SEDAN' },
  engineNumber: { example: 'HR16123456' },
  ownerName: { example: 'PERSONA FICTICIA' },
  vehicleColor: { example: 'BLANCO' },
  doors: { example: '4', note: 'De 0 a 10.' },
  country: { example: { MX: 'MEXICO', CO: 'COLOMBIA' } },
  cilinders: { example: { MX: '4', CO: '1600' }, note: { MX: '', CO: 'En cm³.' } },
  axes: { example: '2' },
  assemblyPlace: { example: { MX: 'AGUASCALIENTES', CO: 'ENVIGADO' } },
  plateDate: DAY,
  plateEntity: { example: { MX: 'Nuevo León', CO: 'Secretaría de Movilidad de Medellín' } },
  registrationDate: DAY,
}

/** @param thisYear the current year, from the caller's clock: the newest model year accepted follows from it */
export const vehicleColumns = (country: Country, thisYear: number): readonly Column[] => {
  const { taxId, state } = COUNTRIES[country]
  const rules: Partial<Record<WritableField, Column['rule']>> = {
    plate: plateCell,
    vin: vinCell,
    taxIdentifier: taxIdCell(country),
    year: yearCell(thisYear, country),
    doors: doorsCell,
  }
  const columnOf = (row: WritableRow): Column => ({
    field: row.field,
    heading: row.field === 'taxIdentifier' ? taxId : row.title,
    rule: rules[row.field] ?? (row.kind === 'text' ? textCell(row.max) : dateCell),
    example: textIn(HINTS[row.field]?.example, country),
    note: textIn(HINTS[row.field]?.note, country),
  })
  const some = (...fields: WritableField[]) =>
    fields.flatMap((field) => WRITABLE_FIELDS.filter((row) => row.field === field))
  const first = some('plate', 'vin', 'customId')
  const holder = some('taxIdentifier', 'rfcName')
  return [
    ...first.map(columnOf),
    {
      field: 'stateId',
      heading: state,
      rule: stateCell(country, 'elija uno de la lista de la plantilla'),
      example: country === 'MX' ? 'Nuevo León' : 'Antioquia',
      note: 'Nombre, abreviatura o clave.',
    },
    ...holder.map(columnOf),
    ...WRITABLE_FIELDS.filter((row) => ![...first, ...holder].includes(row)).map(columnOf),
    {
      field: 'tags',
      heading: 'Etiquetas',
      rule: tagsCell,
      example: 'Regiones: norte, Uso: reparto',
      note:
        'Separadas por comas; «Categoría: etiqueta», o la etiqueta sola si solo una categoría la tiene. Un nombre ' +
        'con coma va entre comillas dobles.',
    },
    {
      field: 'acquisitionReasonId',
      heading: 'Motivo de alta',
      rule: reasonCell,
      example: 'Expansión',
      note: 'En blanco es Expansión. Un reemplazo se da de alta con su propia plantilla.',
    },
  ]
}
