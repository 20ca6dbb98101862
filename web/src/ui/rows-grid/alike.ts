// The rows of a file to which a suggestion also applies: those with the same text and the same message in that field,
// except corrected and omitted ones. Pure.
import { type Corrections, type GridRow, isCorrected } from './use-corrections.ts'

/** Counted by the server over all pages; `rows` has fewer if there are more than can be corrected. */
export type AlikeCells = { field: string; message: string; text: string; count: number; rows: readonly number[] }
export type Alike = {
  rows: readonly number[]
  /** Only this page is known. */
  isPage: boolean
  /** Number of rows in the file, if there are too many to correct here. */
  excess?: number
}
/** @param message the message about the field */
export type AlikeOf = (row: GridRow, field: string, message: string) => Alike

/**
 * @param rows the rows of the page
 * @param alike the equal cells of the whole file
 * @param isPart whether other pages have more rows
 */
export const alikeFinder = (
  rows: readonly GridRow[],
  alike: readonly AlikeCells[],
  isPart: boolean,
  now: Corrections,
): AlikeOf => {
  const omitted = new Set(now.omit)
  return ({ texts }, field, message) => {
    const text = texts[field] ?? ''
    const inFile = alike.find((one) => one.field === field && one.message === message && one.text === text)
    const found =
      inFile?.rows ??
      rows.flatMap(({ row, texts: own, notes }) =>
        (own[field] ?? '') === text && notes.some((note) => note.field === field && note.message === message)
          ? [row]
          : [],
      )
    return {
      rows: found.filter((row) => !isCorrected(now, row, field) && !omitted.has(row)),
      isPage: !inFile && isPart,
      ...(inFile && inFile.count > inFile.rows.length && { excess: inFile.count }),
    }
  }
}
