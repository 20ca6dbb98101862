// The mapping of a company's own sheet: the field of each column, the meaning of its words, and the source of a missing
// state. A mapping refers to columns by their headings, so that it also fits next month's sheet.
import { z } from 'zod/mini'
import { ASSET_STATUSES } from '../assets.ts'
import { text } from '../common.ts'
import { bareWords } from '../normalize.ts'
import type { Country } from '../places/countries.ts'
import { findState } from '../places/state-names.ts'
import { statesOf } from '../places/states.ts'
import { TAG_NAME_AT_MOST } from '../tags.ts'
import { type TemplateField, templateColumns } from '../template/columns.ts'
import type { TemplateKind } from '../template/kinds.ts'
import { REACTIVATE, statusWords } from '../template/rules.ts'

export const MAPPING_LIMITS = {
  /** Saved mappings of a company. */
  saved: 50,
  /** Sheets of one workbook. */
  sheets: 50,
  columns: 200,
  values: 1_000,
  name: 60,
  heading: 300,
  text: 200,
  /** Excel allows 31; other programs a few more. */
  sheetName: 100,
} as const

/** The last row of a sheet; the numbers of a second sheet's rows continue after it. */
export const SHEET_ROWS = 1_048_576

/** The row number in Excel. */
const SheetRow = z.int('La fila no es un número').check(z.gte(1, 'La fila va de 1 en adelante'), z.lte(SHEET_ROWS))
const StateId = z.nullable(z.int().check(z.gte(1), z.lte(9_999)))
const Category = z.nullable(text(TAG_NAME_AT_MOST))

/** The target of a column: a field, a tag of a category, or none. */
export const ColumnTarget = z.strictObject({ field: z.nullable(text(40)), category: Category })
export type ColumnTarget = z.infer<typeof ColumnTarget>

/** @public */
export const MappedColumn = z.strictObject({ heading: text(MAPPING_LIMITS.heading), ...ColumnTarget.shape })

export const ImportMapping = z.strictObject({
  /** The sheets to read, in this order; a CSV file has no sheet name. */
  sheets: z
    .array(
      z.strictObject({
        name: text(MAPPING_LIMITS.sheetName),
        /** The state of rows with a blank state. */
        stateId: StateId,
        /** The row of the headings, if a person chose it; absent: it is detected. */
        headingRow: z.optional(SheetRow),
      }),
    )
    .check(
      z.minLength(1, 'Elija al menos una hoja'),
      z.maxLength(MAPPING_LIMITS.sheets, `Elija hasta ${MAPPING_LIMITS.sheets} hojas`),
    ),
  /** Each vehicle gets its sheet's name as a tag of this category. */
  sheetCategory: Category,
  columns: z
    .array(MappedColumn)
    .check(z.maxLength(MAPPING_LIMITS.columns, `Asigne hasta ${MAPPING_LIMITS.columns} columnas`)),
  /** The meaning of a field's texts; blank: none. */
  values: z
    .array(z.strictObject({ field: text(40), text: text(MAPPING_LIMITS.text), value: text(MAPPING_LIMITS.text) }))
    .check(z.maxLength(MAPPING_LIMITS.values, `Indique hasta ${MAPPING_LIMITS.values} valores`)),
  /** The source of a state that neither the row nor its sheet has. */
  missingState: z.strictObject({
    /** By the series of a private car's plate. */
    bySeries: z.boolean(),
    /** For federal plates, which belong to no state. */
    federal: StateId,
    /** For all others. */
    other: StateId,
  }),
})
export type ImportMapping = z.infer<typeof ImportMapping>

/** The normalized form in which headings are compared. */
export const headingKey = bareWords

export type MappableField = { field: TemplateField; heading: string; required: boolean }

/** The fields that a column may be mapped to, in the template's order; a registration also has the vehicle's status. */
export const mappableFields = (kind: TemplateKind, country: Country): readonly MappableField[] => {
  const columns = templateColumns(kind, country, ANY_YEAR).filter(({ hidden }) => !hidden)
  const fields = columns.map(({ field, heading, required }) => ({ field, heading, required }))
  if (kind !== 'add') return fields
  const at = fields.findIndex(({ field }) => field === 'stateId') + 1
  return fields.toSpliced(at, 0, { field: 'assetStatusId', heading: 'Estatus', required: false })
}
const ANY_YEAR = 2000 // headings do not depend on it

/** Columns that the template fills in by itself: they are read wherever they are, and nobody assigns them. */
export const hiddenColumns = (
  kind: TemplateKind,
  country: Country,
): readonly { heading: string; field: TemplateField; category: null }[] =>
  templateColumns(kind, country, ANY_YEAR)
    .filter(({ hidden }) => hidden)
    .map(({ heading, field }) => ({ heading, field, category: null }))

/** The words of a field with a closed list. */
export const mappingListOf = (field: string, kind: TemplateKind, country: Country): readonly string[] | undefined => {
  if (field === 'stateId') return statesOf(country).map(({ stateName }) => stateName)
  if (field !== 'assetStatusId') return undefined
  return statusWords(country).filter((word) => kind !== 'add' || word !== REACTIVATE)
}
const STATUSES: ReadonlyMap<string, number> = new Map(
  ASSET_STATUSES.filter(({ choosable }) => choosable).map(({ id, text: word }) => [bareWords(word), id]),
)

/** Whether a word of a list's field is known without a mapping. */
export const isKnownValue = (field: string, word: string, country: Country): boolean => {
  if (word.trim() === '') return true
  if (field === 'stateId') return findState(word, country) !== undefined
  return field !== 'assetStatusId' || STATUSES.has(bareWords(word)) || STATUS_NAMES.has(bareWords(word))
}
const STATUS_NAMES: ReadonlySet<string> = new Set([
  'reactivar',
  'corralon',
  'enpatios',
  'patios',
  'informacioncambiada',
])

/** The fault of a mapping as a whole, in Spanish; undefined if it is usable. */
export const mappingFault = (
  { sheets, columns, values, missingState }: ImportMapping,
  kind: TemplateKind,
  country: Country,
): { path: string; message: string } | undefined => {
  const fields = mappableFields(kind, country)
  const names = new Map<string, string>(fields.map(({ field, heading }) => [field, heading]))
  const states = new Set(statesOf(country).map(({ stateId }) => stateId))
  for (const [i, { heading, field, category }] of columns.entries()) {
    if (field !== null && !names.has(field))
      return { path: `columns.${i}.field`, message: `«${heading}»: este tipo de archivo no tiene ese dato.` }
    if (field !== null && category !== null)
      return { path: `columns.${i}.category`, message: `«${heading}» es un dato o una etiqueta, no las dos cosas.` }
    if (category !== null && category.trim() === '')
      return { path: `columns.${i}.category`, message: `Escriba la categoría de «${heading}».` }
    const other = columns.findIndex((column) => headingKey(column.heading) === headingKey(heading))
    if (other !== i) return { path: `columns.${i}.heading`, message: `La columna «${heading}» está más de una vez.` }
    const same = field === null ? i : columns.findIndex((column) => column.field === field)
    if (same !== i)
      return {
        path: `columns.${i}.field`,
        message:
          `Las columnas «${columns[same]?.heading}» y «${heading}» son las dos «${names.get(field ?? '')}»; ` +
          'deje una sola.',
      }
  }
  const sheetAt = sheets.findIndex(({ name }, i) => sheets.findIndex((sheet) => sheet.name === name) !== i)
  if (sheetAt >= 0)
    return { path: `sheets.${sheetAt}.name`, message: `La hoja «${sheets[sheetAt]?.name}» está más de una vez.` }
  const strange = [...sheets.map(({ stateId }) => stateId), missingState.federal, missingState.other].some(
    (stateId) => stateId !== null && !states.has(stateId),
  )
  if (strange) return { path: 'missingState', message: 'Elija un estado de la lista.' }
  const value = values.findIndex(({ field }) => !names.has(field))
  return value < 0 ? undefined : { path: `values.${value}.field`, message: 'Este tipo de archivo no tiene ese dato.' }
}

/** A column of a sheet, to be mapped by a person. */
export const FileColumn = z.object({
  heading: z.string(),
  /** Number of rows in which it is filled. */
  filled: z.int(),
  /** Up to three different texts. */
  samples: z.array(z.string()),
  /** Its distinct texts, by frequency; null: too many to list. */
  values: z.nullable(z.array(z.object({ text: z.string(), count: z.int() }))),
  /** The proposed target. */
  ...ColumnTarget.shape,
})
export type FileColumn = z.infer<typeof FileColumn>

export const FileSheet = z.object({
  /** Blank for a CSV file. */
  name: z.string(),
  /** Null: none of the first twenty rows names columns, so a person chooses the row. */
  headingRow: z.nullable(z.int()),
  /** Its first filled rows, for that choice. */
  firstRows: z.array(z.object({ row: z.int(), text: z.string() })),
  rows: z.int(),
  columns: z.array(FileColumn),
  /** For rows with a plate and no state, the states by their plates; null if no column is the plate. */
  withoutState: z.nullable(
    z.object({
      series: z.array(z.object({ stateId: z.int(), rows: z.int() })),
      federal: z.int(),
      other: z.int(),
    }),
  ),
})
export type FileSheet = z.infer<typeof FileSheet>
