// Describes a file's columns for the person who maps them: headings, samples, the frequent texts of each column and its
// probable field. Runs in the worker thread.
import { bareIdentifier } from '@padron/contract/assets'
import {
  type ColumnTarget,
  type FileColumn,
  type FileSheet,
  type ImportMapping,
  MAPPING_LIMITS,
} from '@padron/contract/imports/mapping'
import { proposeTargets } from '@padron/contract/imports/synonyms'
import type { Country } from '@padron/contract/places/countries'
import { findState } from '@padron/contract/places/state-names'
import type { TemplateKind } from '@padron/contract/template/kinds'
import { isFederalPlate, plateState } from '@padron/contract/vehicles/plates'
import type { OpenBook } from '../../../files/xlsx/read/open.ts'
import { WorkbookError } from '../../../files/xlsx/read/workbook-error.ts'
import { type ChosenRows, headSheets } from './mapped-sheets.ts'
import { openFile } from './open-file.ts'
import { headingAt, type SheetHeadings } from './sheet-headings.ts'

/** `chosen`: the heading rows that a person chose. `only`: the one sheet to read. */
export type LookOptions = {
  kind: TemplateKind
  country: Country
  fileName: string
  chosen?: ChosenRows
  only?: string | undefined
}
export type FileLook = { sheets: (FileSheet & { hash: string | null })[]; proposal: ImportMapping }

const SAMPLES = 3
const SAMPLE_AT_MOST = 60
/** A column with more distinct texts is no list. */
const VALUES_AT_MOST = 60
/** Of all columns together. */
const VALUES_OF_FILE = 5_000

type Counted = { filled: number; samples: string[]; values: Map<string, number> | undefined }

const count = (column: Counted, text: string): void => {
  column.filled++
  const typed = text.trim().slice(0, MAPPING_LIMITS.text).toWellFormed()
  const sample = typed.slice(0, SAMPLE_AT_MOST).toWellFormed()
  if (column.samples.length < SAMPLES && !column.samples.includes(sample)) column.samples.push(sample)
  const { values } = column
  if (!values) return
  values.set(typed, (values.get(typed) ?? 0) + 1)
  if (values.size > VALUES_AT_MOST) column.values = undefined
}

const countRow = (columns: Counted[], cells: readonly string[]): void => {
  for (const [i, cell] of cells.entries()) {
    while (columns.length <= i) columns.push({ filled: 0, samples: [], values: new Map() })
    const column = columns[i]
    if (column && cell.trim() !== '') count(column, cell)
  }
}

type Missing = NonNullable<FileSheet['withoutState']>

const missingStates = (plates: readonly string[], country: Country): Missing => {
  const series = new Map<number, number>()
  let federal = 0
  let other = 0
  for (const plate of plates) {
    const bare = bareIdentifier(plate)
    // Only Mexican plates show their state.
    const state = country === 'MX' ? plateState(bare) : undefined
    if (state !== undefined) series.set(state, (series.get(state) ?? 0) + 1)
    else if (country === 'MX' && isFederalPlate(bare)) federal++
    else other++
  }
  const states = [...series].map(([stateId, rows]) => ({ stateId, rows })).toSorted((a, b) => b.rows - a.rows)
  return { series: states, federal, other }
}

/** The plates of rows with a blank state. A second pass, because the columns are known only once all texts are read. */
const platesWithoutState = async (
  book: OpenBook,
  name: string,
  headingRow: number,
  targets: readonly ColumnTarget[],
): Promise<readonly string[] | undefined> => {
  const at = (field: string): number => targets.findIndex((target) => target.field === field)
  const [plateAt, stateAt] = [at('plate'), at('stateId')]
  if (plateAt < 0) return undefined
  const plates: string[] = []
  for await (const { row, cells } of book.rows(name)) {
    const plate = row > headingRow && cells[plateAt]?.trim()
    if (plate && !cells[stateAt]?.trim()) plates.push(plate)
  }
  return plates
}

const lookAtSheet = async (
  book: OpenBook,
  name: string,
  headings: SheetHeadings,
  { kind, country }: LookOptions,
  left: { values: number },
): Promise<Omit<FileSheet, 'firstRows'>> => {
  const columns: Counted[] = headings.headings.map(() => ({ filled: 0, samples: [], values: new Map() }))
  let rows = 0
  for await (const { row, cells } of book.rows(name)) {
    if (row <= headings.headingRow) continue
    rows++
    countRow(columns, cells)
  }
  const targets = proposeTargets(
    kind,
    columns.map(({ samples, values }, i) => ({
      heading: headingAt(headings, i),
      texts: values ? [...values.keys()] : samples,
    })),
    country,
  )
  const listed = columns.flatMap(({ filled, samples, values }, i): FileColumn[] => {
    // Empty columns without a heading are left out.
    if (filled === 0 && i >= headings.headings.length) return []
    const heading = headingAt(headings, i)
    if (filled === 0 && /^Columna [A-Z]+$/.test(heading)) return []
    const some = values && left.values >= values.size ? values : undefined
    left.values -= some?.size ?? 0
    return [
      {
        heading,
        filled,
        samples,
        values: some
          ? [...some].map(([text, times]) => ({ text, count: times })).toSorted((a, b) => b.count - a.count)
          : null,
        field: targets[i]?.field ?? null,
        category: targets[i]?.category ?? null,
      },
    ]
  })
  const plates = await platesWithoutState(book, name, headings.headingRow, targets)
  const withoutState = plates ? missingStates(plates, country) : null
  return { name, headingRow: headings.headingRow, rows, columns: listed, withoutState }
}

const NO_ROWS = 'El archivo no tiene filas debajo de los encabezados.'

/**
 * The proposal before a person decides: the first sheet with headings, and the other sheets with the same headings. If
 * no sheet has headings, the first sheet; the person then chooses its heading row.
 */
const proposalOf = (sheets: FileLook['sheets'], country: Country): ImportMapping => {
  const headed = sheets.find(({ hash, rows }) => hash !== null && rows > 0)
  const main = headed ?? sheets.find(({ firstRows }) => firstRows.length > 1)
  if (!main) throw new WorkbookError(NO_ROWS)
  const read = headed ? sheets.filter(({ hash, rows }) => hash === main.hash && rows > 0) : [main]
  const several = read.length > 1
  return {
    sheets: read.map(({ name }) => ({ name, stateId: several ? (findState(name, country) ?? null) : null })),
    sheetCategory: null,
    columns: main.columns.map(({ heading, field, category }) => ({ heading, field, category })),
    values: [],
    missingState: { bySeries: false, federal: null, other: null },
  }
}

/** @throws WorkbookError, also if the row that was chosen in `only` is blank or does not exist */
export const lookAtFile = async (bytes: Buffer, options: LookOptions): Promise<FileLook> => {
  const book = await openFile(bytes, options.fileName)
  const { only } = options
  const names = book.sheets.filter((name) => only === undefined || name === only).slice(0, MAPPING_LIMITS.sheets)
  if (names.length === 0) throw new WorkbookError(`El archivo no tiene una hoja visible con el nombre «${only}».`)
  const left = { values: VALUES_OF_FILE }
  const sheets: FileLook['sheets'] = []
  for (const { name, headings, first, fault } of await headSheets(book, names, options)) {
    if (fault && only !== undefined) throw new WorkbookError(fault)
    const firstRows = first.map(({ row, text }) => ({ row, text }))
    if (headings)
      sheets.push({ ...(await lookAtSheet(book, name, headings, options, left)), firstRows, hash: headings.hash })
    else sheets.push({ name, headingRow: null, rows: 0, columns: [], withoutState: null, firstRows, hash: null })
  }
  return { sheets, proposal: proposalOf(sheets, options.country) }
}
