// Writes a workbook to be filled in and sent back: its rows under their headings with drop-downs, the instructions, and
// the hidden lists. Rows leave memory once they are compressed.
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { type Row, WorkbookWriter } from '@cj-tech-master/excelts'
import type { WorkbookColumn } from '@padron/contract/template/workbook-columns'
import { columnName } from '../xlsx/column-name.ts'
import { rowHeight } from '../xlsx/write/row-height.ts'
import {
  GUIDE_SHEET,
  GUIDE_WIDTHS,
  type GuideLook,
  type GuideRow,
  LOOKS,
  OTHER_HEAD,
  PAGE,
  REQUIRED_HEAD,
} from './looks.ts'
import { noteText, writeOwnNotes } from './notes.ts'

const LIST_SHEET = 'Listas'
/** A drop-down's words, below its title. */
type Offered = { title: string; words: readonly string[] }

/** The rows of the hidden sheet: titles first. */
const offerRows = (offers: readonly Offered[]): (string | null)[][] => [
  offers.map(({ title }) => title),
  ...Array.from({ length: Math.max(0, ...offers.map(({ words }) => words.length)) }, (_, row) =>
    offers.map(({ words }) => words[row] ?? null),
  ),
]

/** Where an offer's words stand, for a drop-down's formula. @param place of the offer, from 0 */
const offerRange = (offers: readonly Offered[], place: number): string => {
  const column = columnName(place)
  return `${LIST_SHEET}!$${column}$2:$${column}$${(offers[place]?.words.length ?? 0) + 1}`
}

/** A day is a Date in UTC. */
export type FormCell = string | number | Date | null
type FormColumn = WorkbookColumn & {
  /** The number format of its cells; absent: text. */
  format?: string
  hidden?: boolean | undefined
  /** Of its drop-down; empty: none. */
  words: readonly string[]
}
export type FormWorkbook = {
  sheetName: string
  columns: readonly FormColumn[]
  /** How many of the first columns stay in view. */
  frozenColumns: number
  rows: AsyncIterable<readonly FormCell[]> | Iterable<readonly FormCell[]>
  /** The last row with drop-downs, given how many rows were written. */
  lastRow: (written: number) => number
  guide: readonly GuideRow[]
}

const HEAD_HEIGHT = 32
const CELL_AT_MOST = 32_767
const BREATHE_EVERY = 100

/**
 * Control characters that XML cannot hold, and lone halves of a character, are left out; `_x0041_` stays what it
 * says.
 */
const clean = (text: string): string =>
  text
    .slice(0, CELL_AT_MOST)
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')

const writeHead = (head: Row, columns: readonly FormColumn[]): void => {
  head.height = HEAD_HEIGHT
  for (const [i, column] of columns.entries()) {
    const look = column.required ? REQUIRED_HEAD : OTHER_HEAD
    Object.assign(head.getCell(i + 1), {
      ...look,
      alignment: { vertical: 'middle', wrapText: true },
      numFmt: '@',
      note: noteText(column),
    })
  }
  head.commit()
}

type Offer = Offered & { column: string }
const offersOf = (columns: readonly FormColumn[]): Offer[] =>
  columns.flatMap(({ heading, words }, place) =>
    words.length > 0 ? [{ title: heading, words, column: columnName(place) }] : [],
  )

const writeRows = async (
  book: WorkbookWriter,
  form: FormWorkbook,
  offers: readonly Offer[],
  into: Writable,
): Promise<void> => {
  const { columns, frozenColumns, rows, lastRow } = form
  const sheet = book.addWorksheet(form.sheetName, {
    views: [{ state: 'frozen', xSplit: frozenColumns, ySplit: 1 }],
    pageSetup: { ...PAGE, printTitlesRow: '1:1' },
  })
  sheet.columns = columns.map(({ width, hidden = false, format = '@' }) => ({
    width,
    hidden,
    style: { numFmt: format, alignment: { vertical: 'top' } },
  }))
  writeHead(sheet.addRow(columns.map(({ heading, required }) => (required ? `${heading} *` : heading))), columns)
  let written = 0
  for await (const row of rows) {
    sheet.addRow(row.map((cell) => (typeof cell === 'string' ? clean(cell) || null : cell))).commit()
    // Compressing is this thread's work: others get their turn, and a slow reader is waited for.
    if (++written % BREATHE_EVERY === 0) await breathe()
    if (into.writableNeedDrain) await once(into, 'drain')
  }
  for (const [at, { column }] of offers.entries())
    sheet.dataValidations.add(`range:${column}2:${column}${lastRow(written)}`, {
      type: 'list',
      allowBlank: true,
      formulae: [offerRange(offers, at)],
    })
  if (written > 0) sheet.autoFilter = `A1:${columnName(columns.length - 1)}${written + 1}`
  sheet.commit()
}

const GUIDE_HEIGHTS: Partial<Record<GuideLook, number>> = { title: 24, heading: 20 }
const wrapped = (look: GuideLook, cells: readonly string[]) =>
  look === 'plain' ? [] : cells.map((text, i) => ({ text, width: GUIDE_WIDTHS[i] ?? 0, bold: look === 'tableHead' }))

const writeGuide = (book: WorkbookWriter, rows: readonly GuideRow[]): void => {
  const sheet = book.addWorksheet(GUIDE_SHEET, {
    views: [{ state: 'normal', showGridLines: false }],
    pageSetup: PAGE,
  })
  sheet.columns = GUIDE_WIDTHS.map((width) => ({ width, style: { numFmt: '@' } }))
  for (const { look, cells } of rows) {
    const row = sheet.addRow([...cells])
    const height = GUIDE_HEIGHTS[look] ?? rowHeight(wrapped(look, cells))
    if (height) row.height = height
    row.eachCell((cell) => Object.assign(cell, LOOKS[look]))
    row.commit()
  }
  sheet.commit()
}

const writeLists = (book: WorkbookWriter, offers: readonly Offer[]): void => {
  const sheet = book.addWorksheet(LIST_SHEET, { state: 'hidden' })
  sheet.columns = offers.map(() => ({ width: 30, style: { numFmt: '@' } }))
  for (const row of offerRows(offers)) sheet.addRow(row.map((word) => word && clean(word))).commit()
  sheet.commit()
}

/**
 * @param into is ended when the workbook is whole
 * @throws what `rows` throws; the stream is then the caller's to destroy
 */
export const writeFormWorkbook = async (into: Writable, form: FormWorkbook): Promise<void> => {
  const offers = offersOf(form.columns)
  const book = new WorkbookWriter({
    stream: into,
    useStyles: true,
    useSharedStrings: false,
    creator: 'Padrón',
    lastModifiedBy: 'Padrón',
    trueStreaming: true,
  })
  writeOwnNotes(book, form.columns)
  await writeRows(book, form, offers, into)
  writeGuide(book, form.guide)
  writeLists(book, offers)
  await book.commit()
}
