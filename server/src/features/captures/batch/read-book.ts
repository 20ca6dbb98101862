// The rows of a workbook of captures as texts by field; the workbook is opened in a worker thread.
import {
  BOOK_BYTES,
  BOOK_CELL_AT_MOST,
  BOOK_ROWS_AT_MOST,
  BOOK_SHEET,
  bookColumns,
} from '@padron/contract/captures/book'
import type { Country } from '@padron/contract/places/countries'
import { cleanText } from '@padron/contract/template/cell-rules'
import { findColumns, missingHeadings, repeatedHeadings } from '@padron/contract/template/workbook-columns'
import { numberText } from '@padron/contract/texts/count-of'
import { readFilled } from '../../../files/form-workbook/read.ts'
import { readXlsx } from '../../../files/xlsx/read/reader.ts'
import { WorkbookError } from '../../../files/xlsx/read/workbook-error.ts'

export type Cells = Record<string, string>
export type ReadRow = { row: number; cells: Cells }

const AGAIN = '; descargue el archivo de nuevo.'

/** Reads the rows of a workbook, without those that have only the product's own texts. */
export const readBook = async (bytes: Uint8Array, country: Country): Promise<ReadRow[]> => {
  if (bytes.byteLength > BOOK_BYTES) throw new WorkbookError('El archivo es demasiado grande; divídalo.')
  const columns = bookColumns(country)
  const written = new Set(columns.flatMap(({ field, fixed }) => (fixed ? [] : [field])))
  const required = columns.filter((column) => column.required)
  const sheet = readXlsx(bytes, BOOK_SHEET)
  try {
    const { fields, cells, below } = await readFilled(sheet, (first) => findColumns(columns, first))
    const [fault] = [...missingHeadings(required, fields, AGAIN), ...repeatedHeadings(columns, fields, cells)]
    if (fault) throw new WorkbookError(fault.message)
    const rows: ReadRow[] = []
    for await (const { row, texts } of below()) {
      const filled = [...texts].map(
        ([field, text]) => [field, cleanText(text).slice(0, BOOK_CELL_AT_MOST + 1)] as const,
      )
      const own = filled.filter(([, text]) => text !== '')
      if (!own.some(([field]) => written.has(field))) continue
      if (rows.length === BOOK_ROWS_AT_MOST)
        throw new WorkbookError(`El archivo tiene más de ${numberText(BOOK_ROWS_AT_MOST)} filas: divídalo.`)
      rows.push({ row, cells: Object.fromEntries(own) })
    }
    if (rows.length === 0) throw new WorkbookError('El archivo no tiene ninguna fila llena.')
    return rows
  } finally {
    await sheet.return(undefined)
  }
}
