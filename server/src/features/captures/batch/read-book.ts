// The rows of a workbook of captures as texts by field; the workbook is opened in a worker thread.
import { BOOK_BYTES, BOOK_ROWS_AT_MOST, BOOK_SHEET, bookColumns } from '@padron/contract/capture-book'
import { cleanText } from '@padron/contract/cell-rules'
import { numberText } from '@padron/contract/count-of'
import type { Country } from '@padron/contract/countries'
import { bareWords } from '@padron/contract/state-names'
import { readXlsx } from '../../../files/xlsx/read/reader.ts'
import { WorkbookError } from '../../../files/xlsx/read/workbook-error.ts'

export type Cells = Record<string, string>
export type ReadRow = { row: number; cells: Cells }

const CELL_AT_MOST = 500
/** Without the star of one that is required. */
const nameOf = (heading: string): string => bareWords(heading.trimEnd().replace(/\*$/, ''))

type Heading = { field: string | undefined; text: string }
const readHeadings = (cells: readonly string[], country: Country): Heading[] => {
  const byName = new Map(bookColumns(country).map(({ field, heading }) => [nameOf(heading), field]))
  return cells.map((text) => ({ field: byName.get(nameOf(text)), text }))
}

/** @throws WorkbookError where it is no workbook of captures */
const refuseHeadings = (headings: readonly Heading[], country: Country): void => {
  const fields = headings.flatMap(({ field }) => field ?? [])
  const missing = bookColumns(country).find(({ required, field }) => required && !fields.includes(field))
  if (missing) throw new WorkbookError(`Falta la columna «${missing.heading}»: descargue el libro de nuevo.`)
  const twice = headings.find(({ field }, i) => field && fields.indexOf(field) !== fields.lastIndexOf(field) && i >= 0)
  if (twice) throw new WorkbookError(`La columna «${twice.text.slice(0, 80)}» está dos veces.`)
}

/** Rows in which nothing but what the product wrote stands are left out. */
export const readBook = async (bytes: Uint8Array, country: Country): Promise<ReadRow[]> => {
  if (bytes.byteLength > BOOK_BYTES) throw new WorkbookError('El libro es demasiado grande; divídalo.')
  const written = new Set(bookColumns(country).flatMap(({ field, fixed }) => (fixed ? [] : [field])))
  const rows: ReadRow[] = []
  let headings: Heading[] | undefined
  for await (const { row, cells } of readXlsx(bytes, BOOK_SHEET)) {
    if (!headings) {
      headings = readHeadings(cells, country)
      refuseHeadings(headings, country)
      continue
    }
    const texts: Cells = {}
    for (const [i, { field }] of headings.entries()) {
      const text = field ? cleanText(cells[i] ?? '') : ''
      if (field && text !== '') texts[field] = text.slice(0, CELL_AT_MOST + 1)
    }
    if (!Object.keys(texts).some((field) => written.has(field))) continue
    if (rows.length === BOOK_ROWS_AT_MOST)
      throw new WorkbookError(`El libro tiene más de ${numberText(BOOK_ROWS_AT_MOST)} filas: divídalo.`)
    rows.push({ row, cells: texts })
  }
  if (rows.length === 0) throw new WorkbookError('El libro no tiene ninguna fila llena.')
  return rows
}
