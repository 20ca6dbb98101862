// Reads a workbook that was filled in: its headings, with or without a title above, and each row as texts by field.
import { type Fields, typedHeading } from '@padron/contract/template/workbook-columns'
import type { SheetRow } from '../xlsx/read/sheet.ts'

const FIRST_ROWS = 12
/** Longer headings are cut. */
const HEADING_AT_MOST = 300

export type FilledRow<F extends string> = {
  /** The row's number in the sheet. */
  row: number
  cells: readonly string[]
  texts: Map<F, string>
  /** The fields whose cell is a number. */
  numeric: Set<F> | undefined
}

const filledRow = <F extends string>(fields: Fields<F>, { row, cells, numeric }: SheetRow): FilledRow<F> => {
  const texts = new Map<F, string>()
  for (const [i, field] of fields.entries()) if (field && !texts.has(field)) texts.set(field, cells[i] ?? '')
  const named = numeric?.flatMap((column) => fields[column] ?? [])
  return { row, cells, texts, numeric: named && new Set(named) }
}

/** The first rows, which contain the headings; the caller reads the others later. */
const takeFirst = async (rows: AsyncGenerator<SheetRow>): Promise<SheetRow[]> => {
  const first: SheetRow[] = []
  while (first.length < FIRST_ROWS) {
    const { value, done } = await rows.next()
    if (done) break
    first.push(value)
  }
  return first
}

/**
 * @param rows of the sheet; the caller closes them if it does not read all rows below
 * @param find the row of the headings among the first rows, and the field of each heading
 */
export const readFilled = async <F extends string, Found extends { at: number; fields: Fields<F> }>(
  rows: AsyncGenerator<SheetRow>,
  find: (firstRows: readonly (readonly string[])[]) => Found & { fields: Fields<F> },
) => {
  const first = await takeFirst(rows)
  const typed = first.map(({ cells }) => cells.map((cell) => cell.slice(0, HEADING_AT_MOST).toWellFormed()))
  const found = find(typed)
  const { at, fields } = found
  async function* below(): AsyncGenerator<FilledRow<F>> {
    for (const row of first.slice(at + 1)) yield filledRow(fields, row)
    for await (const row of rows) yield filledRow(fields, row)
  }
  const cells = typed[at] ?? []
  return { ...found, cells, headings: cells.map(typedHeading), headingRow: first[at]?.row ?? 1, below }
}
