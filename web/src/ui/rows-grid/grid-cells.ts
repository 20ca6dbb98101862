// The cells of a row in the grid, in order: those with a note, those that name the row, and on request all the others.
// Pure.
import type { GridNote } from './use-corrections.ts'

export type GridCell = {
  field: string
  heading: string
  hint: string
  /** The accepted values, if the list is fixed. */
  words: readonly string[]
}

/** @param columns the columns that can be corrected @param names the columns that name the row */
export const gridCells = (
  columns: readonly GridCell[],
  names: readonly string[],
  notes: readonly GridNote[],
  all: boolean,
): readonly GridCell[] => {
  const noted = new Map(notes.flatMap(({ field, column }) => (field === null ? [] : [[field, column || field]])))
  const wanted = [...noted.keys(), ...names, ...(all ? columns.map(({ field }) => field) : [])]
  return [...new Set(wanted)].flatMap((field): GridCell[] => {
    const column = columns.find((one) => one.field === field)
    if (column) return [column]
    const heading = noted.get(field)
    return heading === undefined ? [] : [{ field, heading, hint: '', words: [] }]
  })
}
