// Finds the headings of a company's own sheet, below possible titles, and gives each column a unique name.
import { createHash } from 'node:crypto'
import { headingKey, MAPPING_LIMITS } from '@padron/contract/imports/mapping'
import { isHeading } from '@padron/contract/imports/synonyms'
import type { Country } from '@padron/contract/places/countries'
import type { TemplateKind } from '@padron/contract/template/kinds'
import { typedHeading } from '@padron/contract/template/workbook-columns'
import type { SheetRow } from '../../../files/xlsx/read/reader.ts'
import { columnName } from '../../../files/xlsx/references.ts'

const ROWS_FOR_HEADINGS = 20
/** A row with a single name may be a title: «Unidades». */
const NAMES_AT_LEAST = 2

const blankHeading = (column: number): string => `Columna ${columnName(column)}`

/** Blank headings are named by their column, repeated ones by their number: «Fecha (2)». */
const ownHeadings = (cells: readonly string[]): string[] => {
  const used = new Set<string>()
  return cells.map((cell, column) => {
    const typed = typedHeading(cell.replace(/\s+/g, ' '))
      .slice(0, MAPPING_LIMITS.heading - 10)
      .toWellFormed()
    const heading = headingKey(typed) === '' ? blankHeading(column) : typed
    let own = heading
    for (let n = 2; used.has(headingKey(own)); n++) own = `${heading} (${n})`
    used.add(headingKey(own))
    return own
  })
}

export type SheetHeadings = {
  /** The row's number in Excel. */
  headingRow: number
  headings: string[]
  /** Equal for sheets with the same headings in any order; a column without a heading counts by its place. */
  hash: string
}

/** Also of a column beyond the headings. */
export const headingAt = ({ headings }: SheetHeadings, column: number): string =>
  headings[column] ?? blankHeading(column)

export const isBlankRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

const hashOf = (cells: readonly string[]): string => {
  const named = cells.findLastIndex((cell) => headingKey(typedHeading(cell)) !== '') + 1
  const keys = ownHeadings(cells.slice(0, named)).map(headingKey)
  return createHash('sha256').update(keys.toSorted().join('\u001f')).digest('hex')
}

export const headingsIn = ({ row, cells }: SheetRow): SheetHeadings => ({
  headingRow: row,
  headings: ownHeadings(cells),
  hash: hashOf(cells),
})

/** @param first the sheet's first rows @returns undefined if none of them has headings */
export const findSheetHeadings = (
  kind: TemplateKind,
  country: Country,
  first: readonly SheetRow[],
): SheetHeadings | undefined => {
  const [best] = first
    .slice(0, ROWS_FOR_HEADINGS)
    .map((own) => ({
      own,
      names: new Set(own.cells.filter((cell) => isHeading(kind, cell, country)).map(headingKey)).size,
    }))
    .filter(({ names }) => names >= NAMES_AT_LEAST)
    .sort((a, b) => b.names - a.names || a.own.row - b.own.row)
  return best && headingsIn(best.own)
}

/** Reads only the first rows of a sheet. */
export const firstRows = async (rows: AsyncGenerator<SheetRow>, atMost: number): Promise<SheetRow[]> => {
  const first: SheetRow[] = []
  for await (const row of rows) {
    first.push(row)
    if (first.length >= atMost) break
  }
  return first
}
