// Writes workbooks as they come: a row is gone from memory once it is compressed. Every text is a text to the spreadsheet,
// whatever it begins with: its column has the text format, so neither a formula nor a number is made of it later.
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { WorkbookWriter } from '@cj-tech-master/excelts'

export type CellKind = 'text' | 'number' | 'money' | 'day' | 'moment'
/** A day or a moment is the wall clock's, as a Date in UTC: a spreadsheet knows no zones. */
export type Cell = string | number | Date | null
export type SheetColumn = { title: string; kind: CellKind; width: number }
export type Sheet = {
  name: string
  columns: readonly SheetColumn[]
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>
  /** A table to be filtered, not a page to be read. */
  filter?: boolean
}

// biome-ignore format: a table to be read by columns
const FORMATS: Readonly<Record<CellKind, string>> = {
  text:   '@',
  number: '0',
  money:  '#,##0.00',
  day:    'yyyy-mm-dd',
  moment: 'yyyy-mm-dd hh:mm',
}
const HEAD = {
  font: { bold: true, color: { argb: 'FFFFFFFF' } },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF1F3A5F' } },
  alignment: { vertical: 'middle', wrapText: true },
} as const
const CELL_AT_MOST = 32_767
const BREATHE_EVERY = 100

/** Control characters that XML cannot hold, and lone halves of a character, are left out. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .slice(0, CELL_AT_MOST)
const asCell = (value: Cell): Cell => (typeof value === 'string' ? clean(value) : value)

/** A column's name: 1 is A, 27 is AA. */
const letters = (column: number): string =>
  column > 26
    ? letters(Math.floor((column - 1) / 26)) + letters(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column)

const writeSheet = async (
  workbook: WorkbookWriter,
  { name, columns, rows, filter = true }: Sheet,
  into: Writable,
): Promise<void> => {
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columns.map(({ kind, width }) => ({
    width,
    style: { numFmt: FORMATS[kind], alignment: { vertical: 'top', wrapText: !filter } },
  }))
  const head = sheet.addRow(columns.map(({ title }) => clean(title)))
  head.eachCell((cell) =>
    Object.assign(cell, { font: HEAD.font, fill: HEAD.fill, alignment: HEAD.alignment, numFmt: '@' }),
  )
  head.commit()
  let written = 0
  for await (const row of rows) {
    sheet.addRow(row.map(asCell)).commit()
    // Compressing is this thread's work: others get their turn, and a slow reader is waited for.
    if (++written % BREATHE_EVERY === 0) await breathe()
    if (into.writableNeedDrain) await once(into, 'drain')
  }
  if (filter) sheet.autoFilter = `A1:${letters(columns.length)}${written + 1}`
  sheet.commit()
}

/** @param into is ended when the workbook is whole @throws what a sheet's rows throw; the stream is then the caller's to destroy */
export const writeWorkbook = async (into: Writable, sheets: readonly Sheet[]): Promise<void> => {
  const workbook = new WorkbookWriter({
    stream: into,
    useStyles: true,
    useSharedStrings: false,
    creator: 'Padrón',
    trueStreaming: true,
  })
  for (const sheet of sheets) await writeSheet(workbook, sheet, into)
  await workbook.commit()
}
