// Writes a workbook to fill in and send back: its rows under their headings with drop-downs, the instructions, and the
// hidden lists.
import type { Writable } from 'node:stream'
import type { WorkbookColumn } from '@padron/contract/template/workbook-columns'
import { columnName } from '../xlsx/references.ts'
import { type CellKind, type Sheet, type SheetColumn, type TextRow, writeWorkbook } from '../xlsx/write/writer.ts'

type FormColumn = WorkbookColumn & {
  /** Kind of its cells; absent: text. */
  kind?: CellKind
  hidden?: boolean | undefined
  /** Entries of its drop-down; empty: none. */
  words: readonly string[]
}
export type FormWorkbook = Pick<Sheet, 'rows' | 'frozenColumns' | 'dropDownRows'> & {
  sheetName: string
  columns: readonly FormColumn[]
  guide: readonly TextRow[]
}

const LIST_SHEET = 'Listas'
const LIST_WIDTH = 30
const GUIDE_WIDTHS = [30, 16, 72, 34] as const
/** Height of two lines. */
const HEAD_HEIGHT = 32

const noteText = ({ required, note, example, list }: FormColumn): string =>
  [
    required ? 'Obligatoria.' : 'Opcional.',
    note,
    ...(list ? ['Elija de la lista o escriba el valor.'] : []),
    ...(example ? [`Ejemplo: ${example}`] : []),
  ].join('\n')

const sheetColumn = (column: FormColumn, lists: readonly FormColumn[]): SheetColumn => {
  const { heading, required, width, hidden, kind = 'text', words } = column
  const name = columnName(lists.indexOf(column))
  return {
    title: required ? `${heading} *` : heading,
    kind,
    width,
    hidden,
    optional: !required,
    note: noteText(column),
    dropDown: words.length > 0 ? `${LIST_SHEET}!$${name}$2:$${name}$${words.length + 1}` : undefined,
  }
}

/** The words of each list in a column, below its heading. */
const listSheet = (lists: readonly FormColumn[]): Sheet => ({
  name: LIST_SHEET,
  hidden: true,
  filter: false,
  columns: lists.map(({ heading }) => ({ title: heading, kind: 'text', width: LIST_WIDTH })),
  rows: Array.from({ length: Math.max(...lists.map(({ words }) => words.length)) }, (_, row) =>
    lists.map(({ words }) => words[row] ?? null),
  ),
})

/**
 * @param into is ended when the workbook is complete
 * @throws the error of `rows`; the caller must then destroy the stream
 */
export const writeFormWorkbook = (
  into: Writable,
  { sheetName, columns, guide, ...rest }: FormWorkbook,
): Promise<void> => {
  const lists = columns.filter(({ words }) => words.length > 0)
  return writeWorkbook(into, [
    { ...rest, name: sheetName, columns: columns.map((column) => sheetColumn(column, lists)), headHeight: HEAD_HEIGHT },
    { name: 'Instrucciones', widths: GUIDE_WIDTHS, texts: guide },
    ...(lists.length > 0 ? [listSheet(lists)] : []),
  ])
}
