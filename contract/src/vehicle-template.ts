// The registration template: ONE table of columns that the workbook, its import and the add form share. Headings are found
// in any order, without case or accents. Every field of the vehicle class (spec core §3) has its column; a status does
// not: what is registered is active.
import { z } from 'zod/mini'
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
import { COUNTRIES, type Country } from './countries.ts'
import { plateWarnings } from './plates.ts'
import { bareWords } from './state-names.ts'
import { readTaxId } from './tax-ids.ts'
import { vinWarnings } from './vin.ts'

export const TEMPLATE_VERSION = '5.2' // spec bulk §9
export const TEMPLATE_SHEET = 'Vehículos'

/** @param thisYear the current year, from the caller's clock: the newest model year accepted follows from it */
// biome-ignore format: a table to be read by columns
export const vehicleColumns = (country: Country, thisYear: number) => {
  const { taxId, state } = COUNTRIES[country]
  const mx = country === 'MX'
  return [
    { field: 'plate',                   required: true,  heading: 'Placa',                     rule: plateCell,            example: mx ? 'RKA123B' : 'ABC123',             note: 'De 3 a 10 letras y números; los guiones y espacios se quitan.' },
    { field: 'vin',                     required: true,  heading: 'VIN',                       rule: vinCell,              example: '3N1CN8AE1RL000101',                   note: '17 caracteres; también llamado NIV o número de serie.' },
    { field: 'customId',                required: false, heading: 'Identificador',             rule: textCell(50),         example: 'ECO-0001',                            note: 'Su número económico.' },
    { field: 'stateId',                 required: true,  heading: state,                       rule: stateCell(country),   example: mx ? 'Nuevo León' : 'Antioquia',       note: 'Nombre, abreviatura o clave.' },
    { field: 'taxIdentifier',           required: false, heading: taxId,                       rule: taxIdCell(country),   example: mx ? 'AFN160314QX2' : '900123456-8',   note: 'Del titular del vehículo.' },
    { field: 'rfcName',                 required: false, heading: 'Razón social',              rule: textCell(300),        example: mx ? 'TRANSPORTES EJEMPLO SA DE CV' : 'TRANSPORTES EJEMPLO SAS', note: 'Titular del vehículo.' },
    { field: 'lessorName',              required: false, heading: 'Arrendadora',               rule: textCell(300),        example: 'ARRENDADORA FICTICIA',                note: '' },
    { field: 'brandName',               required: false, heading: 'Marca',                     rule: textCell(150),        example: 'NISSAN',                              note: '' },
    { field: 'modelName',               required: false, heading: 'Modelo',                    rule: textCell(150),        example: 'VERSA',                               note: mx ? 'La submarca; el año va en su columna.' : 'La línea; el año va en su columna.' },
    { field: 'year',                    required: false, heading: 'Año',                       rule: yearCell(thisYear),   example: '2024',                                note: 'Año modelo, desde 1950.' },
    { field: 'version',                 required: false, heading: 'Versión',                   rule: textCell(50),         example: 'SENSE',                               note: '' },
    { field: 'class',                   required: false, heading: 'Clase',                     rule: textCell(150),        example: 'AUTOMOVIL',                           note: '' },
    { field: 'type',                    required: false, heading: 'Tipo',                      rule: textCell(150),        example: 'SEDAN',                               note: '' },
    { field: 'engineNumber',            required: false, heading: 'Número de motor',           rule: textCell(150),        example: 'HR16123456',                          note: '' },
    { field: 'ownerName',               required: false, heading: 'Propietario',               rule: textCell(300),        example: 'PERSONA FICTICIA',                    note: '' },
    { field: 'vehicleColor',            required: false, heading: 'Color',                     rule: textCell(150),        example: 'BLANCO',                              note: '' },
    { field: 'doors',                   required: false, heading: 'Puertas',                   rule: doorsCell,            example: '4',                                   note: 'De 0 a 10.' },
    { field: 'country',                 required: false, heading: 'País de origen',            rule: textCell(150),        example: 'MEXICO',                              note: '' },
    { field: 'variation',               required: false, heading: 'Variación',                 rule: textCell(150),        example: '',                                    note: '' },
    { field: 'cilinders',               required: false, heading: 'Cilindros',                 rule: textCell(150),        example: '4',                                   note: '' },
    { field: 'axes',                    required: false, heading: 'Ejes',                      rule: textCell(150),        example: '2',                                   note: '' },
    { field: 'assemblyPlace',           required: false, heading: 'Planta de ensamble',        rule: textCell(150),        example: 'AGUASCALIENTES',                      note: '' },
    { field: 'observations',            required: false, heading: 'Observaciones',             rule: textCell(1000),       example: '',                                    note: '' },
    { field: 'plateDate',               required: false, heading: 'Fecha de emplacado',        rule: dateCell,             example: '31/01/2024',                          note: 'Día/mes/año.' },
    { field: 'plateEntity',             required: false, heading: 'Entidad de emplacado',      rule: textCell(50),         example: mx ? 'Nuevo León' : 'Antioquia',       note: '' },
    { field: 'registrationDate',        required: false, heading: 'Fecha de registro',         rule: dateCell,             example: '31/01/2024',                          note: 'Día/mes/año.' },
    { field: 'registrationInstitution', required: false, heading: 'Institución de registro',   rule: textCell(150),        example: '',                                    note: '' },
    { field: 'registrationSheet',       required: false, heading: 'Folio de registro',         rule: textCell(150),        example: '',                                    note: '' },
    { field: 'supplementaryData',       required: false, heading: 'Datos complementarios',     rule: textCell(1000),       example: '',                                    note: '' },
    { field: 'tags',                    required: false, heading: 'Etiquetas',                 rule: tagsCell,             example: 'Regiones: norte, Uso: reparto',       note: 'Separadas por comas; «Categoría: etiqueta», o la etiqueta sola.' },
    { field: 'acquisitionReasonId',     required: true,  heading: 'Motivo de alta',            rule: reasonCell,           example: 'Expansión',                           note: 'Un reemplazo se da de alta con su propia plantilla.' },
  ] as const
}

type Column = ReturnType<typeof vehicleColumns>[number]
export type VehicleField = Column['field']
export type VehicleCells = ReadonlyMap<VehicleField, string>
type Rules = { [C in Column as C['field']]: C['rule'] }
export type NewVehicle = { [F in VehicleField]: z.output<Rules[F]> }
/** What is said of one cell, by its column's heading. */
export type CellNote = { column: string; message: string }

// Words that mean a column whatever the country.
const OTHER_HEADINGS: Readonly<Record<string, VehicleField>> = {
  estado: 'stateId', departamento: 'stateId', entidad: 'stateId', rfc: 'taxIdentifier', nit: 'taxIdentifier', rfcnit: 'taxIdentifier',
  niv: 'vin', numerodeserie: 'vin', numeroeconomico: 'customId', economico: 'customId', submarca: 'modelName', linea: 'modelName',
} // biome-ignore format: two lines

export type Headings = { fields: readonly (VehicleField | undefined)[]; errors: CellNote[]; warnings: CellNote[] }

/** Finds the columns of a workbook's first row. */
export const matchHeadings = (cells: readonly string[], country: Country): Headings => {
  const columns = vehicleColumns(country, 2000)
  const known = new Map<string, VehicleField>([
    ...Object.entries(OTHER_HEADINGS),
    ...columns.map(({ heading, field }) => [bareWords(heading), field] as const),
  ])
  const fields = cells.map((cell) => known.get(bareWords(cell)))
  const named = (column: string, message: string): CellNote => ({ column, message })
  const missing = columns.filter(({ field, required }) => required && !fields.includes(field))
  const twice = columns.filter(({ field }) => fields.indexOf(field) !== fields.lastIndexOf(field))
  return {
    fields,
    errors: [
      ...missing.map(({ heading }) => named(heading, `Falta la columna «${heading}».`)),
      ...twice.map(({ heading }) => named(heading, `La columna «${heading}» está más de una vez.`)),
    ],
    warnings: cells.flatMap((cell, i) =>
      cell.trim() && !fields[i] ? [named(cell, 'La columna no se reconoce y no se leyó.')] : [],
    ),
  }
}

type Reader = { schema: z.ZodMiniType<NewVehicle>; columns: readonly Column[]; headings: ReadonlyMap<string, string> }
const readers = new Map<string, Reader>() // building the rules costs more than reading a row

const makeReader = (country: Country, thisYear: number): Reader => {
  const columns = vehicleColumns(country, thisYear)
  const rules = Object.fromEntries(columns.map(({ field, rule }) => [field, rule])) as Rules
  return {
    schema: z.object(rules),
    columns,
    headings: new Map(columns.map(({ field, heading }) => [field, heading])),
  }
}

const readerOf = (country: Country, thisYear: number): Reader => {
  const key = `${country}${thisYear}`
  const made = readers.get(key) ?? makeReader(country, thisYear)
  readers.set(key, made)
  return made
}

/** No control characters but tab and line feed, no half characters, no space around. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
const FORMULA_ERROR =
  /^#(N\/[AD]|REF!|VALUE!|¡VALOR!|¡REF!|DIV\/0!|¡DIV\/0!|NAME\?|¿NOMBRE\?|NULL!|NUM!|¡NUM!|CALC!|SPILL!)$/

export type RowReading =
  | { vehicle: NewVehicle; errors: []; warnings: CellNote[] }
  | { vehicle: null; errors: CellNote[]; warnings: CellNote[] }

/** One row of the template, or one form. @param cells texts by field; an absent field counts as blank */
export const readVehicleRow = (cells: VehicleCells, country: Country, thisYear: number): RowReading => {
  const { schema, columns, headings } = readerOf(country, thisYear)
  const texts = Object.fromEntries(columns.map(({ field }) => [field, clean(cells.get(field) ?? '')]))
  const note = (field: string, message: string): CellNote => ({ column: headings.get(field) ?? field, message })
  const broken = Object.keys(texts).filter((field) => FORMULA_ERROR.test(texts[field] ?? ''))
  const errors = broken.map((field) => note(field, `La celda tiene una fórmula con error (${texts[field]}).`))
  const { data, error } = schema.safeParse(texts)
  for (const { path, message } of error?.issues ?? []) {
    const field = String(path[0])
    if (!broken.includes(field)) errors.push(note(field, message))
  }
  if (!data || errors.length > 0) return { vehicle: null, errors, warnings: [] }
  return {
    vehicle: data,
    errors: [],
    warnings: vehicleWarnings(data, country).map(({ column, message }) => note(column, message)),
  }
}

/** What deserves a second look in a vehicle that may be registered; `column` is the field. */
const vehicleWarnings = (
  { plate, vin, stateId, year, taxIdentifier, modelName }: NewVehicle,
  country: Country,
): CellNote[] => {
  const of =
    (column: VehicleField) =>
    (message: string): CellNote => ({ column, message })
  const tax = taxIdentifier === null ? null : readTaxId(taxIdentifier, country).message
  return [
    ...plateWarnings(plate, country, stateId).map(of('plate')),
    ...vinWarnings(vin, year).map(of('vin')),
    ...(tax ? [of('taxIdentifier')(tax)] : []),
    ...(/^(19|20)\d\d$/.test(modelName ?? '')
      ? [of('modelName')('El modelo parece un año; aquí va el nombre (por ejemplo VERSA) y el año en su columna.')]
      : []),
  ]
}
