// The notes of a marked copy: about the file, its rows, corrections and omitted rows. Corrections quote the original
// text, so the file is read again where there are any.
import type { ImportKind } from '@padron/contract/imports'
import { SHEET_ROWS } from '@padron/contract/imports/mapping'
import type { ImportNote } from '@padron/contract/imports/rows'
import type { Country } from '@padron/contract/places/countries'
import { templateColumns } from '@padron/contract/template/columns'
import { cellNotes, columnsByField } from '../../../files/form-workbook/cell-notes.ts'
import { readXlsx } from '../../../files/xlsx/read/reader.ts'
import { type FileNote, NOTES_AT_MOST } from '../../../files/xlsx/write/error-workbook-rows.ts'
import type { Corrections, ReadSummary } from '../reading/pieces.ts'
import { sheetsOf } from '../reading/staging.ts'
import type { NotedRow } from '../rows.queries.ts'

export type Noted = {
  kind: ImportKind
  country: Country
  summary: ReadSummary
  corrections: Corrections
  omitted: readonly number[]
}

/** The columns of a note: all columns of its field, one column that is no field, or none for the whole file. */
const placesOf = ({ fields, headings }: ReadSummary, { field, column }: ImportNote, used: Set<number>): number[] => {
  const all = [...headings.keys()]
  if (field !== null) return all.filter((i) => fields[i] === field)
  if (column.trim() === '') return []
  const next = all.find((i) => !fields[i] && headings[i]?.trim() === column.trim() && !used.has(i))
  if (next === undefined) return []
  used.add(next)
  return [next]
}

export const fileNotes = (summary: ReadSummary): FileNote[] => {
  const used = new Set<number>()
  return summary.fileNotes.flatMap((note): FileNote[] => {
    const { column: heading, message, level } = note
    const base = { heading, value: '', message, level }
    const places = placesOf(summary, note, used)
    if (places.length === 0) return [{ row: 0, column: null, ...base }]
    return places.map((column) => ({ row: summary.headingRow, column, ...base, value: heading }))
  })
}

export const rowNotes = (summary: ReadSummary, rows: readonly NotedRow[]): FileNote[] => {
  const noteOf = cellNotes(summary)
  return rows.flatMap(({ row, notes, texts }) =>
    notes.map(({ f, l, m }) => noteOf(row, { field: f, message: m, level: l }, f === null ? '' : (texts[f] ?? ''))),
  )
}

type Sheet = { texts: ReadonlyMap<number, readonly string[]>; width: number }

/** The original texts of corrected rows. @param whole whether the width of the sheet is needed */
const readSheet = async (bytes: Uint8Array, { summary, corrections }: Noted, whole: boolean): Promise<Sheet> => {
  const left = new Set(Object.keys(corrections).map(Number))
  const texts = new Map<number, readonly string[]>()
  let width = summary.headings.length
  for await (const { row, cells } of readXlsx(bytes, summary.sheetName)) {
    width = Math.max(width, cells.length)
    if (left.delete(row)) texts.set(row, cells)
    if (left.size === 0 && !whole) break
  }
  return { texts, width }
}

/** The corrected fields without a column in the file. */
const withoutColumn = ({ kind, country, summary, corrections }: Noted) => {
  const corrected = new Set(Object.values(corrections).flatMap(Object.keys))
  const columns = templateColumns(kind, country, 0) // headings do not depend on the year
  return columns.filter(({ field }) => corrected.has(field) && !summary.fields.includes(field))
}

const correctedText = (before: string): string =>
  before === '' ? 'Corregido en Padrón: estaba en blanco.' : `Corregido en Padrón: decía «${before}».`

/** A corrected field without a column in the file gets a new column at the right. */
export const correctionNotes = async (bytes: Uint8Array, noted: Noted): Promise<FileNote[]> => {
  const { summary, corrections } = noted
  if (Object.keys(corrections).length === 0) return []
  const added = withoutColumn(noted)
  const { texts, width } = await readSheet(bytes, noted, added.length > 0)
  const columns = columnsByField(summary)
  const headings = [...summary.headings]
  const heads = added.map(({ field, heading }, i): FileNote => {
    const column = width + i
    columns.set(field, column)
    headings[column] = heading
    const message = 'Columna agregada en Padrón.'
    return { row: summary.headingRow, column, heading, value: heading, message, level: 'corrected' }
  })
  const cells = [...texts].flatMap(([row, before]) =>
    Object.entries(corrections[row] ?? {}).flatMap(([field, value]): FileNote[] => {
      const column = columns.get(field)
      if (column === undefined) return []
      const message = correctedText((before[column] ?? '').trim())
      return [{ row, column, heading: headings[column] ?? '', value, message, level: 'corrected' }]
    }),
  )
  return [...heads, ...cells.toSorted((a, b) => a.row - b.row || (a.column ?? 0) - (b.column ?? 0))]
}

export const omittedNotes = ({ omitted }: Noted): FileNote[] =>
  omitted.map((row) => ({
    row,
    column: null,
    heading: '',
    value: '',
    message: 'Fila omitida en Padrón.',
    level: 'omitted',
  }))

/** The notes of a file that cannot be marked: each row with its number in its own sheet, and that sheet's name. */
export const ownNotes = (noted: Noted, rows: readonly NotedRow[]): FileNote[] => {
  const { summary, corrections } = noted
  const noteOf = cellNotes(summary)
  const corrected = Object.entries(corrections).flatMap(([row, cells]) =>
    Object.entries(cells).map(([field, value]) =>
      noteOf(Number(row), { field, message: 'Corregido en Padrón.', level: 'corrected' }, value),
    ),
  )
  const sheets = sheetsOf(summary)
  const all = inOrder([...fileNotes(summary), ...corrected, ...rowNotes(summary, rows), ...omittedNotes(noted)])
  return all.map((note) => {
    const sheet = note.row > 0 ? sheets[Math.floor((note.row - 1) / SHEET_ROWS)] : undefined
    const heading = sheet === undefined ? note.heading : [`Hoja «${sheet}»`, note.heading].filter(Boolean).join(', ')
    return { ...note, heading, row: note.row > 0 ? ((note.row - 1) % SHEET_ROWS) + 1 : 0 }
  })
}

/** In row order; if there are more notes than a list holds, the most important come first. */
export const inOrder = (notes: readonly FileNote[]): readonly FileNote[] =>
  notes.length > NOTES_AT_MOST ? notes : notes.toSorted((a, b) => a.row - b.row)
