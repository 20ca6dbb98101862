// A sheet's XML, made as its rows come: headings that stay in sight, the columns' formats and widths, the rows, the
// filter.

import { columnName } from '../column-name.ts'
import { type Cell, type CellKind, cellXml } from './cells.ts'
import { rowHeight } from './row-height.ts'
import { HEAD_STYLE, styleOf } from './styles.ts'

export type SheetColumn = { title: string; kind: CellKind; width: number }
export type Sheet = {
  name: string
  columns: readonly SheetColumn[]
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>
  /** Lines over the headings, in the first column: what the table is about. */
  above?: readonly string[]
  /** A table to be filtered, not a page to be read. */
  filter?: boolean
  /** The one that is seen when the workbook is opened; without one, the first. */
  opened?: boolean
}

/** The last row a spreadsheet has. */
export const LAST_ROW = 1_048_576
/** Bytes are handed on in pieces of about this many characters. */
const PIECE = 32_768

type Rows = { next: () => PromiseLike<IteratorResult<readonly Cell[]>> | IteratorResult<readonly Cell[]> }
export type RowSource = {
  /** @returns undefined after the last one */
  take: () => Promise<readonly Cell[] | undefined>
  /** Whether there is another row, which `take` then gives. */
  more: () => Promise<boolean>
}

/** The rows one after another, across as many sheets as they need. */
export const rowSource = (rows: Sheet['rows']): RowSource & { close: () => Promise<void> } => {
  const iterator: Rows & { return?: () => unknown } =
    Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  let ahead: readonly Cell[] | undefined
  const read = async () => {
    const { value, done } = await iterator.next()
    return done ? undefined : (value as readonly Cell[])
  }
  return {
    take: async () => {
      const row = ahead ?? (await read())
      ahead = undefined
      return row
    },
    more: async () => {
      ahead ??= await read()
      return ahead !== undefined
    },
    close: async () => void (await iterator.return?.()),
  }
}

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
/** On paper: as wide as one lying page, letter. */
const PAGE = [
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>',
  '<pageSetup paperSize="1" orientation="landscape" fitToWidth="1" fitToHeight="0"/>',
  '<headerFooter><oddFooter>&amp;L&amp;A&amp;RPágina &amp;P de &amp;N</oddFooter></headerFooter>',
].join('')

const begin = (columns: readonly SheetColumn[], styles: readonly number[], opened: boolean, heads: number): string => {
  const widths = columns.map(
    ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1" style="${styles[i]}"/>`,
  )
  return [
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet ` +
      `xmlns="${NAMESPACE}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    `<sheetViews><sheetView${opened ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="${heads}" ` +
      `topLeftCell="A${heads + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`,
    `<sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>`,
  ].join('')
}

type RowLook = { names: readonly string[]; styles: readonly number[]; height?: number | undefined }

const rowXml = (row: number, cells: readonly (Cell | undefined)[], { names, styles, height }: RowLook): string => {
  let written = height ? `<row r="${row}" ht="${height}" customHeight="1">` : `<row r="${row}">`
  for (let i = 0; i < names.length; i++) written += cellXml(cells[i], `r="${names[i]}${row}" s="${styles[i]}"`)
  return `${written}</row>`
}

/** What the button of a filter covers of its heading. */
const BUTTON = 2
const headHeight = (columns: readonly SheetColumn[], filter: boolean): number | undefined =>
  rowHeight(columns.map(({ title, width }) => ({ text: title, width: filter ? width - BUTTON : width, bold: true })))

const wrappedHeight = (columns: readonly SheetColumn[], cells: readonly Cell[]): number | undefined =>
  rowHeight(columns.flatMap(({ width }, i) => (typeof cells[i] === 'string' ? [{ text: cells[i], width }] : [])))

/** What a table's filter and its hidden name span, headings included. @param heads the row of the headings */
export const tableRange = (columns: number, rows: number, heads: number, fixed = false): string =>
  fixed ? `$A$${heads}:$${columnName(columns - 1)}$${rows}` : `A${heads}:${columnName(columns - 1)}${rows}`

/**
 * The sheet's XML in pieces; it ends where the rows do or the sheet is full.
 * @param onRows how many rows it has, headings included, once it ends
 */
export async function* sheetXml(
  { columns, above = [], filter = true, opened = false }: Pick<Sheet, 'columns' | 'above' | 'filter' | 'opened'>,
  rows: RowSource,
  onRows: (rows: number) => void,
  lastRow = LAST_ROW,
): AsyncGenerator<Buffer> {
  const names = columns.map((_, i) => columnName(i))
  const styles = columns.map(({ kind }) => styleOf(kind, !filter))
  const titles = columns.map(({ title }) => title)
  const heads = columns.map(() => HEAD_STYLE)
  const first = above.length + 1
  const lines = above.map((line, i) => rowXml(i + 1, [line], { names, styles: [styleOf('text', false)] }))
  let row = first
  let piece =
    begin(columns, styles, opened, first) +
    lines.join('') +
    rowXml(row, titles, { names, styles: heads, height: headHeight(columns, filter) })
  for (let cells = await rows.take(); cells; cells = row < lastRow ? await rows.take() : undefined) {
    piece += rowXml(++row, cells, { names, styles, height: filter ? undefined : wrappedHeight(columns, cells) })
    if (piece.length < PIECE) continue
    yield Buffer.from(piece)
    piece = ''
  }
  onRows(row)
  const table = filter ? `<autoFilter ref="${tableRange(columns.length, row, first)}"/>` : ''
  yield Buffer.from(`${piece}</sheetData>${table}${PAGE}</worksheet>`)
}
