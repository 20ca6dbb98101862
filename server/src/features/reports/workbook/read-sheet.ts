// Reads the configuration workbook as rows of cells by column. Headings may be in any order, case and accents, below a
// title. A missing or unknown column refuses the whole workbook: without its filter a report would cover every vehicle.
import type { Country } from '@padron/contract/countries'
import { REPORTS_AT_MOST } from '@padron/contract/report-rules'
import { bareWords } from '@padron/contract/state-names'
import { headingRowOf } from '@padron/contract/template-headings'
import { typedHeading } from '@padron/contract/template-names'
import { nearestWord } from '@padron/contract/template-nearest'
import { readXlsx, type SheetRow } from '../../../files/xlsx/read/reader.ts'
import { TOO_BIG, WorkbookError } from '../../../files/xlsx/read/workbook-error.ts'
import type { FileNote } from '../../../files/xlsx/write/error-workbook-rows.ts'
import type { Cells } from './cells.ts'
import {
  CONFIGURATION_SHEET,
  type ConfigurationColumn,
  type ConfigurationKey,
  configurationColumns,
} from './columns.ts'

export type ReadSheet = {
  /** The position of each column, from 0. */
  places: ReadonlyMap<ConfigurationKey, number>
  headings: readonly string[]
  rows: readonly { row: number; cells: Cells }[]
  /** Faults of the headings or of the file. */
  notes: FileNote[]
}

const HEADING_WITHIN = 10
/** Longer texts are no heading. */
const HEADING_AT_MOST = 300

type Columns = readonly ConfigurationColumn[]
/** Columns by normalized heading. */
type Known = ReadonlyMap<string, ConfigurationColumn>
const knownOf = (columns: Columns): Known => new Map(columns.map((column) => [bareWords(column.heading), column]))

const note = (row: number, column: number | null, heading: string, message: string): FileNote => ({
  row,
  column,
  heading: typedHeading(heading),
  value: column === null ? '' : heading,
  message,
  level: 'error',
})

const placesOf = (columns: Columns, known: Known, { row, cells }: SheetRow) => {
  const places = new Map<ConfigurationKey, number>()
  const notes: FileNote[] = []
  for (const [at, typed] of cells.entries()) {
    const column = known.get(bareWords(typed))
    if (column && !places.has(column.key)) places.set(column.key, at)
    else if (column) notes.push(note(row, at, typed, `La columna «${column.heading}» está más de una vez.`))
    else if (typed.trim() !== '') notes.push(note(row, at, typed, strange(columns, typed)))
  }
  const missing = columns.filter(({ key }) => !places.has(key))
  return {
    places,
    notes: [
      ...notes,
      ...missing.map(({ heading }) =>
        note(row, null, heading, `Falta la columna «${heading}»; descargue la plantilla.`),
      ),
    ],
  }
}

const strange = (columns: Columns, typed: string): string => {
  const near = nearestWord(
    typed,
    columns.map(({ heading }) => heading),
  )
  return `La columna no se reconoce${near ? `; ¿es «${near}»?` : '; quítela.'}`
}

const cellsOf = (columns: Columns, places: ReadonlyMap<ConfigurationKey, number>, cells: readonly string[]): Cells =>
  Object.fromEntries(columns.map(({ key }) => [key, cells[places.get(key) ?? -1] ?? ''])) as Cells

/** Characters: twice those of the maximum number of reports, each with fifty addresses and tags. */
const TEXT_AT_MOST = 8_000_000
const gather = async (bytes: Uint8Array): Promise<SheetRow[]> => {
  const rows: SheetRow[] = []
  let text = 0
  for await (const row of readXlsx(bytes, CONFIGURATION_SHEET)) {
    text += row.cells.reduce((sum, cell) => sum + cell.length, 0)
    if (text > TEXT_AT_MOST) throw new WorkbookError(TOO_BIG)
    if (rows.push(row) > REPORTS_AT_MOST + HEADING_WITHIN) break
  }
  return rows
}

const NOTHING =
  'El libro no tiene ningún reporte. Para dejar de enviarlos escriba No en «Activo», o elimínelos en la pantalla.'
const TOO_MANY = `El libro tiene más de ${REPORTS_AT_MOST} reportes, que es lo más que se acepta.`
const EMPTY_SHEET: SheetRow = { row: 1, cells: [] }

/** @throws WorkbookError if the file is no readable workbook */
export const readSheet = async (bytes: Uint8Array, country: Country): Promise<ReadSheet> => {
  const columns = configurationColumns(country)
  const all = await gather(bytes)
  const known = knownOf(columns)
  const at = headingRowOf(
    all.slice(0, HEADING_WITHIN).map(({ cells }) => cells),
    (word) => known.has(word),
  )
  const { row: headAt, cells: typed } = all[at] ?? EMPTY_SHEET
  const headings = typed.map((heading) => heading.slice(0, HEADING_AT_MOST).toWellFormed())
  const { places, notes } = placesOf(columns, known, { row: headAt, cells: headings })
  const below = all.slice(at + 1)
  if (below.length === 0) notes.push(note(0, null, '', NOTHING))
  if (below.length > REPORTS_AT_MOST) notes.push(note(0, null, '', TOO_MANY))
  const rows = below.map(({ row, cells }) => ({ row, cells: cellsOf(columns, places, cells) }))
  return { places, headings: headings.map(typedHeading), rows: rows.slice(0, REPORTS_AT_MOST), notes }
}
