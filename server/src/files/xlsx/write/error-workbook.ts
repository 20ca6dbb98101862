// A workbook that lists the errors, for a file that is too big or cannot be marked.
import type { Writable } from 'node:stream'
import { ERROR_COLUMNS, ERROR_SHEET, errorRow, type FileNote, moreRow, NOTES_AT_MOST } from './error-workbook-rows.ts'
import { type Cell, writeWorkbook } from './writer.ts'

function* listed(notes: readonly FileNote[]): Generator<readonly Cell[]> {
  for (const note of notes.slice(0, NOTES_AT_MOST)) yield errorRow(note)
  const more = moreRow(notes.length)
  if (more) yield more
}

/** @param into is ended when the workbook is complete */
export const errorBook = (notes: readonly FileNote[], into: Writable): Promise<void> =>
  writeWorkbook(into, [
    {
      name: ERROR_SHEET,
      columns: ERROR_COLUMNS.map(({ title, width }) => ({ title, kind: title === 'Fila' ? 'number' : 'text', width })),
      rows: listed(notes),
    },
  ])
