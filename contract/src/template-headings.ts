// Finding a workbook's columns by their headings: in any order, without case, accents or stars, by the other names they go
// by, below a title if there is one; and saying what is missing, doubled, strange, or of another kind of workbook.
import type { Country } from './countries.ts'
import { bareWords } from './state-names.ts'
import { KEY_FIELDS, type TemplateColumn, type TemplateField, templateColumns } from './template-columns.ts'
import { TEMPLATE_KINDS, type TemplateKind, templateKind } from './template-kinds.ts'
import { nearestWord } from './template-nearest.ts'
import { vehicleColumns } from './vehicle-template.ts'

/** What is said of one cell: its field where there is one, and its column's heading. */
export type CellNote = { field: TemplateField | null; column: string; message: string }
export type Headings = { fields: readonly (TemplateField | undefined)[]; errors: CellNote[]; warnings: CellNote[] }

type Names = Readonly<Record<string, TemplateField>>
const OTHER_NAMES: Names = {
  estado: 'stateId', departamento: 'stateId', entidad: 'stateId', rfc: 'taxIdentifier', nit: 'taxIdentifier', rfcnit: 'taxIdentifier',
  numeroeconomico: 'customId', economico: 'customId', submarca: 'modelName', linea: 'modelName', carroceria: 'type', cilindraje: 'cilinders',
  fechadematricula: 'plateDate', organismodetransito: 'plateEntity', modeloano: 'year', anomodelo: 'year',
} // biome-ignore format: pairs
const ONE_VEHICLE: Names = { niv: 'vin', numerodeserie: 'vin' }
const KIND_NAMES: Readonly<Record<TemplateKind, Names>> = {
  add: ONE_VEHICLE,
  edit: { ...ONE_VEHICLE, status: 'assetStatusId', idvehiculo: 'vehicleAssetId', iddelvehiculo: 'vehicleAssetId' },
  replace: {
    idvehiculo: 'vehicleAssetId', iddelvehiculo: 'vehicleAssetId', placaanterior: 'currentPlate', vinanterior: 'currentVin',
    nivactual: 'currentVin', nivanterior: 'currentVin', nuevaplaca: 'plate', nuevovin: 'vin', nivnuevo: 'vin', nuevoniv: 'vin',
    motivodereemplazo: 'replacementReasonId', motivodelremplazo: 'replacementReasonId', motivoderemplazo: 'replacementReasonId',
  },
} // biome-ignore format: pairs
/** Headings that no other kind has. */
const SIGNS: Readonly<Record<TemplateKind, ReadonlySet<string>>> = {
  add: new Set(['motivodealta']),
  edit: new Set(['estatus', 'versiondelregistro']),
  replace: new Set(['placaactual', 'vinactual', 'placanueva', 'vinnuevo', 'motivodelreemplazo']),
}

const ANY_YEAR = 2000 // headings do not depend on it
const columnsOf = (kind: TemplateKind, country: Country) => templateColumns(kind, country, ANY_YEAR)

const knownOf = (kind: TemplateKind, country: Country): ReadonlyMap<string, TemplateField> => {
  const columns = columnsOf(kind, country)
  // Colombia's templates were first sent out with Mexico's headings.
  const first = vehicleColumns(country, ANY_YEAR).filter(
    ({ field }) =>
      columns.some((column) => column.field === field) && (kind !== 'replace' || !/^(plate|vin)$/.test(field)),
  )
  return new Map<string, TemplateField>([
    ...first.map(({ heading, field }) => [bareWords(heading), field] as const),
    ...Object.entries(OTHER_NAMES),
    ...Object.entries(KIND_NAMES[kind]),
    ...columns.map(({ heading, field }) => [bareWords(heading), field] as const),
  ])
}
const knowns = new Map<string, ReadonlyMap<string, TemplateField>>()
const known = (kind: TemplateKind, country: Country): ReadonlyMap<string, TemplateField> => {
  const found = knowns.get(kind + country) ?? knownOf(kind, country)
  knowns.set(kind + country, found)
  return found
}

/** The kind that a workbook was made for, where it is surely not this one. */
const otherKind = (kind: TemplateKind, words: readonly string[]): TemplateKind | undefined => {
  const signs = (of: TemplateKind) => words.filter((word) => SIGNS[of].has(word)).length
  return signs(kind) > 0 ? undefined : TEMPLATE_KINDS.map((row) => row.kind).find((other) => signs(other) > 0)
}

const whole = (message: string): CellNote => ({ field: null, column: '', message })
const of = ({ field, heading }: TemplateColumn, message: string): CellNote => ({ field, column: heading, message })

const missing = (kind: TemplateKind, columns: readonly TemplateColumn[], fields: Headings['fields']): CellNote[] => {
  const keys = KEY_FIELDS[kind]
  const named = keys.length === 0 || keys.some((key) => fields.includes(key))
  const headings = keys.map((key) => `«${columns.find(({ field }) => field === key)?.heading ?? key}»`)
  return [
    ...(named
      ? []
      : [
          whole(`Falta la columna que dice qué vehículo es: ${headings.slice(0, -1).join(', ')} o ${headings.at(-1)}.`),
        ]),
    ...columns
      .filter(({ field, required }) => required && !fields.includes(field))
      .map((column) => of(column, `Falta la columna «${column.heading}».`)),
  ]
}

const strange = (
  cells: readonly string[],
  columns: readonly TemplateColumn[],
  fields: Headings['fields'],
): CellNote[] => {
  const free = columns.filter(({ field, hidden }) => !hidden && !fields.includes(field)).map(({ heading }) => heading)
  return cells.flatMap((cell, i) => {
    if (cell.trim() === '' || fields[i]) return []
    const near = nearestWord(cell, free)
    const asked = near ? `; ¿es «${near}»?` : '.'
    return [{ field: null, column: cell.trim(), message: `La columna no se reconoce y no se leyó${asked}` }]
  })
}

/** Reads one row as headings. @param cells its texts, from the sheet's first column on */
export const matchHeadings = (kind: TemplateKind, cells: readonly string[], country: Country): Headings => {
  const words = cells.map(bareWords)
  const columns = columnsOf(kind, country)
  const fields = words.map((word) => known(kind, country).get(word))
  const other = otherKind(kind, words)
  if (other) {
    const { word, title } = templateKind(other)
    return { fields, errors: [whole(`Esta es la plantilla de ${word}; súbala en ${title}.`)], warnings: [] }
  }
  const twice = columns.filter(({ field }) => fields.indexOf(field) !== fields.lastIndexOf(field))
  return {
    fields,
    errors: [
      ...missing(kind, columns, fields),
      ...twice.map((column) => of(column, `La columna «${column.heading}» está más de una vez.`)),
    ],
    warnings: strange(cells, columns, fields),
  }
}

const ROWS_TO_LOOK_AT = 10

/**
 * Which of a sheet's first rows holds the headings: of the first ten that say anything, the one that matches most.
 * @returns its place in `firstRows` (0 where none matches) and how it reads
 */
export const findHeadings = (
  kind: TemplateKind,
  firstRows: readonly (readonly string[])[],
  country: Country,
): { at: number; headings: Headings } => {
  const matches = (cells: readonly string[]): number =>
    new Set(cells.map(bareWords).filter((word) => TEMPLATE_KINDS.some((row) => known(row.kind, country).has(word))))
      .size
  const [best] = firstRows
    .map((cells, at) => ({ cells, at }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .slice(0, ROWS_TO_LOOK_AT)
    .map(({ cells, at }) => ({ at, cells, score: matches(cells) }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
  return { at: best?.at ?? 0, headings: matchHeadings(kind, best?.cells ?? [], country) }
}
