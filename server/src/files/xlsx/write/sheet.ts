// The XML of a table, generated while its rows arrive: frozen headings, the columns' formats and widths, the rows, the
// filter, the drop-downs.
import { columnName } from '../references.ts'
import { xmlText } from '../xml-text.ts'
import type { Cell, CellKind } from './cells.ts'
import { hasNotes, NOTES_DRAWING } from './heading-notes.ts'
import { rowHeight } from './row-height.ts'
import { HEAD_STYLE, OPTIONAL_HEAD_STYLE, styleOf } from './styles.ts'
import { endXml, frozenPane, rowXml, startXml } from './worksheet-xml.ts'

export type SheetColumn = {
  title: string
  kind: CellKind
  width: number
  hidden?: boolean | undefined
  /** The column may be empty: its heading is paler. */
  optional?: boolean
  /** Note on its heading. */
  note?: string
  /** Reference to the entries of its drop-down: `Listas!$A$2:$A$9`. */
  dropDown?: string | undefined
}
export type Sheet = {
  name: string
  columns: readonly SheetColumn[]
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>
  /** Lines above the headings, in the first column: the subject of the table. */
  above?: readonly string[]
  /** With a filter and without wrapped lines; false for a page to read. */
  filter?: boolean
  /** The active sheet of the opened workbook; without one, the first. */
  opened?: boolean
  hidden?: boolean
  /** Number of the first columns that stay in view, like the headings. */
  frozenColumns?: number
  /** Height of the headings' row in points; absent: computed from the headings. */
  headHeight?: number
  /** Number of rows with drop-downs, from the number of written rows; absent: the written rows. */
  dropDownRows?: (written: number) => number
}

/** The last row a spreadsheet has. */
export const LAST_ROW = 1_048_576
/** Approximate number of characters of the pieces that are yielded. */
const PIECE = 32_768

type Rows = { next: () => PromiseLike<IteratorResult<readonly Cell[]>> | IteratorResult<readonly Cell[]> }
export type RowSource = {
  /** @returns undefined after the last one */
  take: () => Promise<readonly Cell[] | undefined>
  /** Whether there is another row, which the next `take` returns. */
  more: () => Promise<boolean>
}

/** The rows one after another, for as many sheets as they need. */
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

/** Width of a filter's button, which covers part of its heading. */
const BUTTON = 2
const headHeight = (columns: readonly SheetColumn[], filter: boolean): number | undefined =>
  rowHeight(columns.map(({ title, width }) => ({ text: title, width: filter ? width - BUTTON : width, bold: true })))

const wrappedHeight = (columns: readonly SheetColumn[], cells: readonly Cell[]): number | undefined =>
  rowHeight(columns.flatMap(({ width }, i) => (typeof cells[i] === 'string' ? [{ text: cells[i], width }] : [])))

/** The range of a table's filter and its hidden name, including the headings. @param heads the row of the headings */
export const tableRange = (columns: number, rows: number, heads: number, fixed = false): string =>
  fixed ? `$A$${heads}:$${columnName(columns - 1)}$${rows}` : `A${heads}:${columnName(columns - 1)}${rows}`

/** Drop-downs; users may also enter other values than those of the list. */
const dropDownsXml = (columns: readonly SheetColumn[], first: number, last: number): string => {
  const lists = columns.flatMap(({ dropDown }, i) => {
    const cells = `${columnName(i)}${first}:${columnName(i)}${last}`
    const list = `<dataValidation type="list" allowBlank="1" sqref="${cells}">`
    return dropDown ? [`${list}<formula1>${xmlText(dropDown)}</formula1></dataValidation>`] : []
  })
  return lists.length > 0 ? `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>` : ''
}

/**
 * The sheet's XML in pieces; it ends when there are no more rows or the sheet is full.
 * @param onRows called at its end with the number of its last row, including the headings
 */
export async function* sheetXml(
  sheet: Omit<Sheet, 'name' | 'rows'>,
  rows: RowSource,
  onRows: (rows: number) => void,
  lastRow = LAST_ROW,
): AsyncGenerator<Buffer> {
  const { columns, above = [], filter = true, frozenColumns = 0 } = sheet
  const names = columns.map((_, i) => columnName(i))
  const styles = columns.map(({ kind }) => styleOf(kind, !filter))
  const titles = columns.map(({ title }) => title)
  const heads = columns.map(({ optional }) => (optional ? OPTIONAL_HEAD_STYLE : HEAD_STYLE))
  const first = above.length + 1
  const lines = above.map((line, i) => rowXml(i + 1, [line], { names, styles: [styleOf('text', false)] }))
  let row = first
  let piece =
    startXml({
      view: sheet.opened ? ' tabSelected="1"' : '',
      pane: frozenPane(frozenColumns, first),
      columns: columns.map(({ width, hidden }, i) => ({ width, hidden, style: styles[i] ?? 0 })),
    }) +
    lines.join('') +
    rowXml(row, titles, { names, styles: heads, height: sheet.headHeight ?? headHeight(columns, filter) })
  for (let cells = await rows.take(); cells; cells = row < lastRow ? await rows.take() : undefined) {
    piece += rowXml(++row, cells, { names, styles, height: filter ? undefined : wrappedHeight(columns, cells) })
    if (piece.length < PIECE) continue
    yield Buffer.from(piece)
    piece = ''
  }
  onRows(row)
  const end = endXml({
    filter: filter && row > first ? `<autoFilter ref="${tableRange(columns.length, row, first)}"/>` : '',
    validations: dropDownsXml(columns, first + 1, first + (sheet.dropDownRows?.(row - first) ?? row - first)),
    drawing: hasNotes(columns) ? NOTES_DRAWING : '',
  })
  yield Buffer.from(piece + end)
}
