// Notes about faults, placed at the cells of the uploaded file.
import type { CellFault } from '@padron/contract/template/workbook-columns'
import type { FileNote } from '../xlsx/write/error-workbook-rows.ts'

export type Placed = { fields: readonly (string | null | undefined)[]; headings: readonly string[] }

/** The first column of each field. */
export const columnsByField = ({ fields }: Placed): Map<string, number> =>
  new Map(fields.flatMap((field, i) => (field ? [[field, i] as const] : [])).toReversed())

export type CellNotes = (row: number, fault: CellFault & Pick<FileNote, 'level'>, value: string) => FileNote

/** A fault of a row, or of a field that has no column in the file, has no column. */
export const cellNotes = (sheet: Placed): CellNotes => {
  const columns = columnsByField(sheet)
  return (row, { field, message, level }, value) => {
    const column = field === null ? null : (columns.get(field) ?? null)
    const heading = column === null ? '' : (sheet.headings[column] ?? '')
    return { row, column, heading, value, message, level }
  }
}
