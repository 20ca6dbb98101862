// Parts shared by every workbook to be filled in and sent back: headings, instructions, and hidden lists for
// drop-downs.
import type { Writable } from 'node:stream'
import { type Row, WorkbookWriter } from '@cj-tech-master/excelts'
import { rowHeight } from '../xlsx/write/row-height.ts'
import { LIST_SHEET, type Offered, offerRows } from './lists.ts'
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
import { type HeadColumn, noteText } from './notes.ts'

const HEAD_HEIGHT = 32
const CELL_AT_MOST = 32_767

/** @param into is ended when the workbook is committed */
export const newBook = (into: Writable): WorkbookWriter =>
  new WorkbookWriter({
    stream: into,
    useStyles: true,
    useSharedStrings: false,
    creator: 'Padrón',
    lastModifiedBy: 'Padrón',
    trueStreaming: true,
  })

/**
 * Control characters that XML cannot hold, and lone halves of a character, are left out; `_x0041_` stays what it
 * says.
 */
export const clean = (text: string): string =>
  text
    .slice(0, CELL_AT_MOST)
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')

export const headTexts = (columns: readonly HeadColumn[]): string[] =>
  columns.map(({ heading, required }) => (required ? `${heading} *` : heading))

export const writeHead = (head: Row, columns: readonly HeadColumn[]): void => {
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

const GUIDE_HEIGHTS: Partial<Record<GuideLook, number>> = { title: 24, heading: 20 }
const wrapped = (look: GuideLook, cells: readonly string[]) =>
  look === 'plain' ? [] : cells.map((text, i) => ({ text, width: GUIDE_WIDTHS[i] ?? 0, bold: look === 'tableHead' }))

export const writeGuide = (book: WorkbookWriter, rows: readonly GuideRow[]): void => {
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

export const writeLists = (book: WorkbookWriter, offers: readonly Offered[]): void => {
  const sheet = book.addWorksheet(LIST_SHEET, { state: 'hidden' })
  sheet.columns = offers.map(() => ({ width: 30, style: { numFmt: '@' } }))
  for (const row of offerRows(offers)) sheet.addRow(row.map((word) => word && clean(word))).commit()
  sheet.commit()
}
