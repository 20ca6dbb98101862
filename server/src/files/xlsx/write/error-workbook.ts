// A workbook of errors, for a file that is too big or cannot be marked: the list, and the refused rows.
import type { Writable } from 'node:stream'
import { ERROR_COLUMNS, ERROR_SHEET, errorRow, type FileNote, moreRow, NOTES_AT_MOST } from './error-workbook-rows.ts'
import { type Cell, type Sheet, writeWorkbook } from './writer.ts'

/** The refused rows as received: the headings, then each row with its number in the sheet. */
export type RefusedRows = {
  headings: readonly string[]
  rows: Iterable<{ row: number; cells: readonly string[] }> | AsyncIterable<{ row: number; cells: readonly string[] }>
}

function* listed(notes: readonly FileNote[]): Generator<readonly Cell[]> {
  for (const note of notes.slice(0, NOTES_AT_MOST)) yield errorRow(note)
  const more = moreRow(notes.length)
  if (more) yield more
}

async function* numbered(rows: RefusedRows['rows']): AsyncGenerator<readonly Cell[]> {
  for await (const { row, cells } of rows) yield [row, ...cells]
}

const rowSheet = ({ headings, rows }: RefusedRows): Sheet => ({
  name: 'Filas con errores',
  columns: [
    { title: 'Fila', kind: 'number', width: 10 },
    ...headings.map((title) => ({ title, kind: 'text' as const, width: 20 })),
  ],
  rows: numbered(rows),
})

/** @param into is ended when the workbook is complete */
export const errorBook = (notes: readonly FileNote[], into: Writable, also?: RefusedRows): Promise<void> =>
  writeWorkbook(into, [
    {
      name: ERROR_SHEET,
      columns: ERROR_COLUMNS.map(({ title, width }) => ({ title, kind: title === 'Fila' ? 'number' : 'text', width })),
      rows: listed(notes),
    },
    ...(also ? [rowSheet(also)] : []),
  ])
