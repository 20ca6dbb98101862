// Turns workbook rows into COPY lines with the errors and warnings of each cell. It runs in a worker thread
// (worker.ts), so a hostile file cannot stop the thread that serves requests.
import { createHash } from 'node:crypto'
import {
  headingKey,
  hiddenColumns,
  type ImportMapping,
  MAPPING_LIMITS,
  mappableFields,
} from '@padron/contract/imports/mapping'
import type { ImportNote } from '@padron/contract/imports/rows'
import type { Country } from '@padron/contract/places/countries'
import { cleanText } from '@padron/contract/template/cell-rules'
import type { CellNote, TemplateField, TemplateValues } from '@padron/contract/template/columns'
import { findHeadings } from '@padron/contract/template/headings'
import type { TemplateKind } from '@padron/contract/template/kinds'
import { readTemplateRow } from '@padron/contract/template/rows'
import { SYSTEM_STATUS, statusCell } from '@padron/contract/template/rules'
import { TEMPLATE_SHEET } from '@padron/contract/template/vehicle-template'
import { numberText } from '@padron/contract/texts/count-of'
import { z } from 'zod/mini'
import { asJsonb } from '../../../db/json.ts'
import { type FilledRow, readFilled } from '../../../files/form-workbook/read.ts'
import { LIMITS } from '../../../files/xlsx/read/limits.ts'
import type { OpenBook } from '../../../files/xlsx/read/open.ts'
import { WorkbookError } from '../../../files/xlsx/read/workbook-error.ts'
import { bitOf, PRESENT_FIELDS, STORED_FIELDS } from '../columns.ts'
import { chosenRows, headSheets, mappedRows, type SavedMapping, savedFor, sheetNotes } from './mapped-sheets.ts'
import { openFile } from './open-file.ts'

/** Corrected texts by row and field; they replace those of the file. */
export type Corrections = Readonly<Record<string, Readonly<Record<string, string>>>>

export type ReadOptions = {
  kind: TemplateKind
  country: Country
  /** From the caller's clock. */
  thisYear: number
  corrections: Corrections
  /** Rows that a person omitted. */
  omitted: readonly number[]
  /** Whether the sender may assign tags. */
  mayTag: boolean
  /** The file's name as sent; `.csv` means a CSV file. */
  fileName: string
  /** How its columns are read; null: by the mapping saved for its headings, or as the template's. */
  mapping: ImportMapping | null
  saved: readonly SavedMapping[]
}

/** The stored form: field, level, message. */
export type StoredNote = { f: string | null; l: 'error' | 'warning'; m: string }

/** How a company's own sheets were read. */
type Mapped = {
  /** The name of its mapping, if the company saved it. */
  name: string | null
  /** The hash of the first sheet's headings. */
  headingsHash: string | null
  /** There are several sheets with the same headings, and all were read. */
  everySheet: boolean
  sheets: string[]
}

export type ReadSummary = {
  sheetName: string
  /** Hash of the cells' texts: the same table has the same hash whatever program saved it. */
  contentHash: string
  /** Rows below the headings that are not empty. */
  rows: number
  headingRow: number
  /** By column of the sheet: its field, and its heading as typed, without the star of required columns. */
  fields: (string | null)[]
  headings: string[]
  fileNotes: ImportNote[]
  mapped?: Mapped
  /** The mapping by which it was read; stored with the import and not in its summary. */
  mapping?: ImportMapping
  /** Its headings are not those of any kind of template, so a mapping can assign them. */
  unmapped?: true
}

/** Lines of COPY text for the staging table; the last piece is the summary. */
export type Piece = { lines: string } | ReadSummary

/** The staging table's columns in the order of a line. */
export const STAGED = [
  'row_number',
  'omitted',
  'wrong',
  'blank',
  'given',
  'reactivate',
  'texts',
  'notes',
  'tags',
  'asset_status_id',
  'replacement_reason_id',
  'given_id',
  'sheet_version',
  'current_plate',
  'current_vin',
] as const

const BITS: ReadonlyMap<string, number> = new Map(PRESENT_FIELDS.map((field) => [field, bitOf(field)]))

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const SPECIAL = /[\\\t\n\r]/
const cell = (value: string | number | boolean | null | undefined): string => {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  const text = String(value)
  return SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (char) => ESCAPES[char] ?? char) : text
}

export const MAY_NOT_TAG = 'Su perfil no puede asignar etiquetas; deje la celda en blanco o pídalo a un administrador.'

const noteOf =
  (level: 'error' | 'warning') =>
  ({ field, message }: CellNote): StoredNote => ({ f: field, l: level, m: message })

/** The longest text of a correction. */
const TEXT_AT_MOST = 2_000
const shortened = (text: string): string =>
  text.length > TEXT_AT_MOST ? `${text.slice(0, TEXT_AT_MOST - 1)}…`.toWellFormed() : text

type Line = {
  row: number
  omitted: boolean
  texts: ReadonlyMap<TemplateField, string>
  numeric?: ReadonlySet<TemplateField> | undefined
}

/** The initial status of a vehicle registered from a company's own sheet, or the fault of its text. */
const readStatus = (text = ''): number | string | undefined => {
  const typed = cleanText(text)
  if (typed === '') return undefined
  const { data, error } = z.safeParse(statusCell, typed)
  if (error) return error.issues[0]?.message ?? 'Valor no válido'
  return typeof data === 'number' && data !== SYSTEM_STATUS
    ? data
    : 'Un alta no reactiva vehículos; elija otro estatus.'
}

const lineOf = (options: ReadOptions, { row, omitted, texts, numeric }: Line): string => {
  const { values, given, errors, warnings, blank } = readTemplateRow(options.kind, texts, options, numeric)
  const own: Partial<TemplateValues> = values
  const notes = [...errors.map(noteOf('error')), ...warnings.map(noteOf('warning'))]
  const status = options.kind === 'add' && !blank ? readStatus(texts.get('assetStatusId')) : undefined
  if (typeof status === 'string') notes.push({ f: 'assetStatusId', l: 'error', m: status })
  else if (status !== undefined) own.assetStatusId = status
  // An edit template contains the current tags; features/imports/validation/store-validation.ts compares them with the
  // vehicle.
  if (!options.mayTag && options.kind !== 'edit' && own.tags?.length)
    notes.push({ f: 'tags', l: 'error', m: MAY_NOT_TAG })
  const allGiven: readonly TemplateField[] = typeof status === 'number' ? [...given, 'assetStatusId'] : given
  const bits = allGiven.reduce((sum, field) => sum + (BITS.get(field) ?? 0), 0)
  const head = [
    row,
    omitted,
    notes.some(({ l }) => l === 'error'),
    blank,
    bits,
    own.reactivate === true,
    notes.length > 0 ? asJsonb(Object.fromEntries([...texts].map(([field, text]) => [field, shortened(text)]))) : null,
    notes.length > 0 ? asJsonb(notes) : null,
    given.includes('tags') || own.tags ? asJsonb(own.tags ?? []) : null,
    own.assetStatusId,
    own.replacementReasonId,
    own.vehicleAssetId,
    own.rowVersion,
    own.currentPlate,
    own.currentVin,
  ]
  const stored = STORED_FIELDS.map((field) => own[field])
  return `${[...head, ...stored].map(cell).join('\t')}\n`
}

const fileNote =
  (level: 'error' | 'warning') =>
  ({ field, column, message }: CellNote): ImportNote => ({ field, column, message, level })

const ROWS_A_PIECE = 400
const PIECE_TEXT = 4_000_000
const NO_ROWS: ImportNote = {
  field: null,
  column: '',
  level: 'error',
  message: 'La hoja no tiene vehículos debajo de los encabezados.',
}

/**
 * Most companies that number their vehicles have no leading zeros to lose, so this is one note for the file, not one a
 * row.
 */
const numberedNote = (rows: number, column: string): ImportNote => ({
  field: 'customId',
  column,
  level: 'warning',
  message:
    `En ${numberText(rows)} ${rows === 1 ? 'fila' : 'filas'} es un número: si lleva ceros a la ` +
    'izquierda, Excel los ' +
    'quitó; dé formato de texto a la columna.',
})

const tooMany = () => `Las hojas juntas tienen más de ${numberText(LIMITS.rows)} filas; divídalas en varios archivos.`

type TextRow = Pick<FilledRow<TemplateField>, 'row' | 'texts' | 'numeric'>

/** Corrected texts replace those of the file. */
const correctRow = ({ row, texts, numeric }: TextRow, { corrections }: ReadOptions): TextRow => {
  const corrected = corrections[row]
  for (const field in corrected) {
    texts.set(field as TemplateField, corrected[field] ?? '')
    numeric?.delete(field as TemplateField)
  }
  return { row, texts, numeric: numeric?.size ? numeric : undefined }
}

/** How a file is read: what is known before its rows, and the rows. */
type Plan = {
  head: Omit<ReadSummary, 'contentHash' | 'rows'>
  readable: boolean
  rows: () => AsyncGenerator<TextRow & { cells: readonly string[] }>
}

/**
 * A warning about sheets of a company's own workbook that have the same headings and are not read: other branches, or
 * earlier months.
 */
const unreadSheets = async (book: OpenBook, options: ReadOptions): Promise<ImportNote[]> => {
  if (book.sheets.length === 1 || book.main === TEMPLATE_SHEET) return []
  const sheets = await headSheets(book, book.sheets.slice(0, MAPPING_LIMITS.sheets), options)
  const hash = sheets.find(({ name }) => name === book.main)?.headings?.hash
  const others = sheets.filter(({ name, headings }) => name !== book.main && headings?.hash === hash)
  if (hash === undefined || others.length === 0) return []
  const message =
    `Solo se leyó la hoja «${book.main}». ${others.length === 1 ? 'Tiene' : 'Tienen'} los mismos encabezados ` +
    `${others.map(({ name }) => `«${name}»`).join(', ')}; para leerlas también, use «Asignar columnas».`
  return [{ field: null, column: '', level: 'warning', message: message.slice(0, MESSAGE_AT_MOST) }]
}
const MESSAGE_AT_MOST = 600

const templatePlan = async (book: OpenBook, options: ReadOptions): Promise<Plan> => {
  const { kind, country } = options
  const rows = book.rows(book.main)
  const { fields, errors, warnings, other, headings, headingRow, below } = await readFilled(rows, (first) => {
    const found = findHeadings(kind, first, country)
    return { at: found.at, ...found.headings }
  })
  const readable = errors.length === 0
  if (!readable) await rows.return(undefined)
  const fileNotes = [...errors.map(fileNote('error')), ...warnings.map(fileNote('warning'))]
  const head = {
    headingRow,
    headings,
    fileNotes: readable ? [...fileNotes, ...(await unreadSheets(book, options))] : fileNotes,
    sheetName: book.main,
    fields: fields.map((field) => field ?? null),
    ...(!readable && other === undefined && { unmapped: true as const }),
  }
  return { head, readable, rows: below }
}

const mappedPlan = async (
  book: OpenBook,
  options: ReadOptions,
  { mapping, name }: { mapping: ImportMapping; name: string | null },
): Promise<Plan> => {
  const { kind, country } = options
  const names = mapping.sheets.map((sheet) => sheet.name)
  const sheets = await headSheets(book, names, { kind, country, chosen: chosenRows(mapping) })
  const [main] = sheets
  const others = book.sheets.filter((sheet) => !names.includes(sheet))
  const hash = main?.headings?.hash ?? null
  const unread = names.length > 1 ? await headSheets(book, others, options) : []
  const everySheet = names.length > 1 && unread.every(({ headings }) => headings?.hash !== hash)
  const fileNotes = sheetNotes(sheets, mapping, kind, country)
  const hidden = hiddenColumns(kind, country)
  const assigned = mapping.columns.filter(({ field, category }) => field !== null || category !== null)
  const reading: ImportMapping = { ...mapping, columns: [...hidden, ...assigned] }
  const known = new Set<string>([...hidden, ...mappableFields(kind, country)].map(({ field }) => field))
  // The first sheet's headings in their places, then headings that only other sheets have: notes refer to them too.
  const own = new Map<string, string>()
  for (const heading of sheets.flatMap((sheet) => sheet.headings?.headings ?? []))
    if (!own.has(headingKey(heading))) own.set(headingKey(heading), heading)
  const headings = [...own.values()]
  const byHeading = new Map(reading.columns.map((column) => [headingKey(column.heading), column]))
  const fields = headings.map((heading) => {
    const { field = null, category = null } = byHeading.get(headingKey(heading)) ?? {}
    return category === null ? (field !== null && known.has(field) ? field : null) : 'tags'
  })
  async function* rows() {
    for (const [at, sheet] of sheets.entries())
      if (sheet.headings) yield* mappedRows(book, { name: sheet.name, headings: sheet.headings }, at, reading)
  }
  const head = {
    sheetName: main?.name ?? '',
    headingRow: main?.headings?.headingRow ?? 1,
    fields,
    headings,
    fileNotes,
    mapped: { name, headingsHash: hash, everySheet, sheets: names },
    mapping,
  }
  return { head, readable: fileNotes.length === 0, rows }
}

const planOf = async (book: OpenBook, options: ReadOptions): Promise<Plan> => {
  const { mapping, saved } = options
  if (mapping) return mappedPlan(book, options, { mapping, name: null })
  const found = saved.length > 0 && savedFor(saved, await headSheets(book, book.sheets, options))
  return found ? mappedPlan(book, options, found) : templatePlan(book, options)
}

/** @throws WorkbookError with a message for the sender */
export async function* readPieces(bytes: Buffer, options: ReadOptions): AsyncGenerator<Piece> {
  const book = await openFile(bytes, options.fileName)
  const { head, readable, rows } = await planOf(book, options)
  const hash = createHash('sha256').update([options.kind, ...head.fields.map((field) => field ?? '')].join('\u001d'))
  const omitted = new Set(options.omitted)
  let lines = ''
  let pending = 0
  let count = 0
  let numbered = 0
  if (readable) {
    for await (const { cells, ...row } of rows()) {
      if (row.numeric?.has('customId')) numbered++
      hash.update(`\u001e${cells.join('\u001f')}`)
      lines += lineOf(options, { omitted: omitted.has(row.row), ...correctRow(row, options) })
      pending++
      if (++count > LIMITS.rows) throw new WorkbookError(tooMany())
      if (pending < ROWS_A_PIECE && lines.length < PIECE_TEXT) continue
      yield { lines }
      lines = ''
      pending = 0
    }
    if (pending > 0) yield { lines }
  }
  const fileNotes = [
    ...head.fileNotes,
    ...(readable && count === 0 ? [NO_ROWS] : []),
    ...(numbered > 0 ? [numberedNote(numbered, head.headings[head.fields.indexOf('customId')] ?? '')] : []),
  ]
  yield { ...head, fileNotes, rows: count, contentHash: hash.digest('hex') }
}
