// Reads the configuration workbook as rows of texts by field. A missing or unknown column refuses the whole workbook:
// without its filter a report would cover every vehicle.
import type { Country } from '@padron/contract/places/countries'
import { REPORTS_AT_MOST } from '@padron/contract/reports/rules'
import {
  findColumns,
  type HeadingFault,
  missingHeadings,
  repeatedHeadings,
  unknownHeadings,
} from '@padron/contract/template/workbook-columns'
import { type CellNotes, cellNotes } from '../../../files/form-workbook/cell-notes.ts'
import { readFilled } from '../../../files/form-workbook/read.ts'
import { readXlsx } from '../../../files/xlsx/read/reader.ts'
import { TOO_BIG, WorkbookError } from '../../../files/xlsx/read/workbook-error.ts'
import type { FileNote } from '../../../files/xlsx/write/error-workbook-rows.ts'
import type { Cells } from './cells.ts'
import { CONFIGURATION_SHEET, configurationColumns } from './columns.ts'

export type ReadSheet = {
  rows: readonly { row: number; cells: Cells }[]
  noteOf: CellNotes
  /** Faults of the headings or of the file. */
  notes: FileNote[]
}

/** Characters: twice those of the maximum number of reports, each with fifty addresses and tags. */
const TEXT_AT_MOST = 8_000_000
const NOTHING =
  'El archivo no tiene ningún reporte. Para dejar de enviarlos escriba No en «Activo», o elimínelos en la pantalla.'
const TOO_MANY = `El archivo tiene más de ${REPORTS_AT_MOST} reportes, que es lo más que se acepta.`
const AGAIN = '; descargue la plantilla.'
const UNREAD = { means: 'La columna no se reconoce', advice: '; quítela.' }

const errorAt = (row: number, { at, column, message }: Pick<HeadingFault, 'at' | 'column' | 'message'>): FileNote => ({
  row,
  column: at,
  heading: column,
  value: at === null ? '' : column,
  message,
  level: 'error',
})
const ofFile = (message: string): FileNote => errorAt(0, { at: null, column: '', message })

/** @throws WorkbookError if the file is no readable workbook */
export const readSheet = async (bytes: Uint8Array, country: Country): Promise<ReadSheet> => {
  const columns = configurationColumns(country)
  const sheet = readXlsx(bytes, CONFIGURATION_SHEET)
  try {
    const filled = await readFilled(sheet, (first) => findColumns(columns, first))
    const { fields, cells, headings, headingRow } = filled
    const placed = [...unknownHeadings(columns, fields, cells, UNREAD), ...repeatedHeadings(columns, fields, cells)]
    const faults = [...placed.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)), ...missingHeadings(columns, fields, AGAIN)]
    const notes = faults.map((fault) => errorAt(headingRow, fault))
    const rows: { row: number; cells: Cells }[] = []
    let text = 0
    for await (const { row, texts } of filled.below()) {
      text += texts.values().reduce((sum, cell) => sum + cell.length, 0)
      if (text > TEXT_AT_MOST) throw new WorkbookError(TOO_BIG)
      if (rows.length === REPORTS_AT_MOST) {
        notes.push(ofFile(TOO_MANY))
        break
      }
      rows.push({
        row,
        cells: Object.fromEntries(columns.map(({ field }) => [field, texts.get(field) ?? ''])) as Cells,
      })
    }
    if (rows.length === 0) notes.push(ofFile(NOTHING))
    return { rows, noteOf: cellNotes({ fields, headings }), notes }
  } finally {
    await sheet.return(undefined)
  }
}
