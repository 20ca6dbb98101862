// Which rows of a file a suggestion is also of: those that say the same in that field and of which the same is said,
// but not those corrected or left out already. Pure.
import { type Corrections, type GridRow, isCorrected } from './use-corrections.ts'

/** Of all pages, as the server counts them; `rows` has fewer where they are more than can be corrected. */
export type AlikeCells = { field: string; message: string; text: string; count: number; rows: readonly number[] }
export type Alike = {
  rows: readonly number[]
  /** Other pages were not looked at. */
  isPage: boolean
  /** So many rows of the file that they cannot be corrected here. */
  excess?: number
}
/** @param message said of the field */
export type AlikeOf = (row: GridRow, field: string, message: string) => Alike

/**
 * @param rows the rows of the page
 * @param alike of the whole file
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
