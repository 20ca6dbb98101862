// Turns workbook rows into COPY lines with the errors and warnings of each cell. It runs in a worker thread
// (worker.ts), so a hostile file cannot stop the thread that serves requests.

import { createHash } from 'node:crypto'
import { numberText } from '@padron/contract/count-of'
import type { Country } from '@padron/contract/countries'
import type { ImportNote } from '@padron/contract/imports'
import type { CellNote, TemplateField, TemplateValues } from '@padron/contract/template-columns'
import { findHeadings } from '@padron/contract/template-headings'
import type { TemplateKind } from '@padron/contract/template-kinds'
import { typedHeading } from '@padron/contract/template-names'
import { readTemplateRow } from '@padron/contract/template-rows'
import { TEMPLATE_SHEET } from '@padron/contract/vehicle-template'
import { asJsonb } from '../../../db/json.ts'
import { openSheet } from '../../../files/xlsx/read/open.ts'
import type { SheetRow } from '../../../files/xlsx/read/reader.ts'
import { bitOf, GIVEN_FIELDS, STORED_FIELDS } from '../columns.ts'

/** Corrected texts by row and field; they replace those of the file. */
export type Corrections = Readonly<Record<string, Readonly<Record<string, string>>>>

export type ReadOptions = {
  kind: TemplateKind
  country: Country
  /** From the caller's clock. */
  thisYear: number
  corrections: Corrections
  /** Rows that a person left out. */
  omitted: readonly number[]
  /** Whether the sender may assign tags. */
  mayTag: boolean
}

/** The stored form: field, level, message. */
export type StoredNote = { f: string | null; l: 'error' | 'warning'; m: string }

export type ReadSummary = {
  sheetName: string
  /** Of the cells' texts, so that the same table is known whatever program saved it. */
  contentHash: string
  /** Rows below the headings that are not empty. */
  rows: number
  headingRow: number
  /** By column of the sheet: the field it is, and its heading as typed, without the star of what is required. */
  fields: (string | null)[]
  headings: string[]
  fileNotes: ImportNote[]
}

/** Some lines of COPY text for the staging table, and how many rows have been read by then. */
export type Piece = { lines: string; rows: number } | ReadSummary

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

const BITS: ReadonlyMap<string, number> = new Map(GIVEN_FIELDS.map((field) => [field, bitOf(field)]))

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
  numeric: ReadonlySet<TemplateField> | undefined
}

const lineOf = (options: ReadOptions, { row, omitted, texts, numeric }: Line): string => {
  const { values, given, errors, warnings, blank } = readTemplateRow(options.kind, texts, options, numeric)
  const own: Partial<TemplateValues> = values
  const notes = [...errors.map(noteOf('error')), ...warnings.map(noteOf('warning'))]
  // An edit template contains the current tags; store-validation.ts compares them with the vehicle.
  if (!options.mayTag && options.kind !== 'edit' && own.tags?.length)
    notes.push({ f: 'tags', l: 'error', m: MAY_NOT_TAG })
  const bits = given.reduce((sum, field) => sum + (BITS.get(field) ?? 0), 0)
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
const LOOKED_AT_FOR_HEADINGS = 12
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

/** The first rows, among which the headings are, and then the rest. */
const firstOf = async (rows: AsyncGenerator<SheetRow>): Promise<SheetRow[]> => {
  const first: SheetRow[] = []
  while (first.length < LOOKED_AT_FOR_HEADINGS) {
    const { value, done } = await rows.next()
    if (done) break
    first.push(value)
  }
  return first
}

/** Longer headings are cut. */
const HEADING_AT_MOST = 300
const headingsOf = ({ kind, country }: ReadOptions, first: readonly SheetRow[]) => {
  const typed = first.map(({ cells }) => cells.map((cell) => cell.slice(0, HEADING_AT_MOST).toWellFormed()))
  const { at, headings } = findHeadings(kind, typed, country)
  const { fields, errors, warnings } = headings
  return {
    at,
    fields,
    headingRow: first[at]?.row ?? 1,
    headings: (typed[at] ?? []).map(typedHeading),
    fileNotes: [...errors.map(fileNote('error')), ...warnings.map(fileNote('warning'))],
    readable: errors.length === 0,
  }
}

/** The texts of a row by field, with corrections applied. */
const textsOf = (
  fields: readonly (TemplateField | undefined)[],
  { row, cells }: SheetRow,
  { corrections }: ReadOptions,
) => {
  const texts = new Map<TemplateField, string>()
  for (const [i, field] of fields.entries()) if (field) texts.set(field, cells[i] ?? '')
  const corrected = corrections[row]
  for (const field in corrected) texts.set(field as TemplateField, corrected[field] ?? '')
  return texts
}

const numericOf = (
  fields: readonly (TemplateField | undefined)[],
  { row, numeric }: SheetRow,
  { corrections }: ReadOptions,
) => {
  if (!numeric) return undefined
  const named = numeric
    .flatMap((column) => fields[column] ?? [])
    .filter((field) => corrections[row]?.[field] === undefined)
  return named.length > 0 ? new Set(named) : undefined
}

/** @throws WorkbookError with a message for the sender */
export async function* readPieces(bytes: Buffer, options: ReadOptions): AsyncGenerator<Piece> {
  const { sheetName, rows } = await openSheet(bytes, TEMPLATE_SHEET)
  const first = await firstOf(rows)
  const { at, fields, readable, ...found } = headingsOf(options, first)
  const hash = createHash('sha256').update([options.kind, ...fields.map((field) => field ?? '')].join('\u001d'))
  const omitted = new Set(options.omitted)
  let lines = ''
  let pending = 0
  let count = 0
  let numbered = 0
  const idColumn = fields.indexOf('customId')
  const addRow = (row: SheetRow): void => {
    if (row.numeric?.includes(idColumn)) numbered++
    hash.update(`\u001e${row.cells.join('\u001f')}`)
    const texts = textsOf(fields, row, options)
    lines += lineOf(options, {
      row: row.row,
      omitted: omitted.has(row.row),
      texts,
      numeric: numericOf(fields, row, options),
    })
    pending++
    count++
  }
  if (readable) {
    for (const row of first.slice(at + 1)) addRow(row)
    for await (const row of rows) {
      addRow(row)
      if (pending < ROWS_A_PIECE && lines.length < PIECE_TEXT) continue
      yield { lines, rows: count }
      lines = ''
      pending = 0
    }
    if (pending > 0) yield { lines, rows: count }
  }
  await rows.return(undefined)
  const fileNotes = [
    ...found.fileNotes,
    ...(readable && count === 0 ? [NO_ROWS] : []),
    ...(numbered > 0 ? [numberedNote(numbered, found.headings[idColumn] ?? '')] : []),
  ]
  yield {
    ...found,
    fileNotes,
    sheetName,
    rows: count,
    fields: fields.map((field) => field ?? null),
    contentHash: hash.digest('hex'),
  }
}
