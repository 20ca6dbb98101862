// The columns of a workbook that is filled in and uploaded again, and how its headings are recognised: shared by
// vehicles, captures and the settings of reports.
import { bareWords } from '../normalize.ts'
import { nearestWord } from './nearest.ts'

export type WorkbookColumn<F extends string = string> = {
  field: F
  heading: string
  /** Its heading in older workbooks. */
  former?: string
  /** Rows without it are refused. */
  required: boolean
  /** The rule in Spanish. */
  note: string
  example: string
  width: number
  /** The values of its drop-down. */
  list?: string | undefined
}

/** The fault of a cell, or of the row or file if there is no field. */
export type CellFault<F extends string = string> = { field: F | null; message: string }

/** The field of each column, by its position in the sheet. */
export type Fields<F extends string = string> = readonly (F | undefined)[]

/** The fault of a heading: its position if it exists, its field if it names one, and its text. */
export type HeadingFault<F extends string = string> = CellFault<F> & { at: number | null; column: string }

/** A heading as typed, without its star. */
export const typedHeading = (cell: string): string => {
  const text = cell.trim()
  return text.endsWith('*') ? text.slice(0, -1).trimEnd() : text
}

const ROWS_TO_LOOK_AT = 10
/**
 * Finds the row of the headings: of the first ten rows with text, the one with most column names.
 * @param isName whether a normalized word names a column
 * @returns its index in `rows`; without any name that of the first row with text
 */
export const headingRowOf = (rows: readonly (readonly string[])[], isName: (word: string) => boolean): number => {
  const [best] = rows
    .map((cells, at) => ({ at, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .slice(0, ROWS_TO_LOOK_AT)
    .map(({ at, cells }) => ({ at, names: new Set(cells.map(bareWords).filter(isName)).size }))
    .sort((a, b) => b.names - a.names || a.at - b.at)
  return best?.at ?? 0
}

type Headed<F extends string> = Pick<WorkbookColumn<F>, 'field' | 'heading' | 'former'>

/** Finds columns by their headings: in any order, ignoring case and accents, below a title. */
export const findColumns = <F extends string>(
  columns: readonly Headed<F>[],
  firstRows: readonly (readonly string[])[],
): { at: number; fields: Fields<F> } => {
  const known = new Map(
    columns.flatMap(({ field, heading, former = heading }) =>
      [former, heading].map((name) => [bareWords(name), field] as const),
    ),
  )
  const at = headingRowOf(firstRows, (word) => known.has(word))
  return { at, fields: (firstRows[at] ?? []).map((cell) => known.get(bareWords(cell))) }
}

/** @param columns the required ones @param advice ends the sentence with what to do */
export const missingHeadings = <F extends string>(
  columns: readonly Headed<F>[],
  fields: Fields<F>,
  advice = '.',
): HeadingFault<F>[] =>
  columns
    .filter(({ field }) => !fields.includes(field))
    .map(({ field, heading }) => ({
      field,
      column: heading,
      at: null,
      message: `Falta la columna «${heading}»${advice}`,
    }))

/** In the file's own words: «Modelo» and «Submarca» are one column. The position is that of the second. */
export const repeatedHeadings = <F extends string>(
  columns: readonly Headed<F>[],
  fields: Fields<F>,
  cells: readonly string[],
): HeadingFault<F>[] =>
  columns.flatMap(({ field, heading }) => {
    const places = [...cells.keys()].filter((i) => fields[i] === field)
    if (places.length < 2) return []
    const typed = places.map((i) => typedHeading(cells[i] ?? ''))
    const words = [...new Map(typed.map((word) => [bareWords(word), word])).values()]
    const name = words.length === 1 ? typed[0] : heading
    const which = words.map((word) => `«${word}»`)
    const list = words.length === 1 ? '' : `: ${which.slice(0, -1).join(', ')} y ${which.at(-1)}`
    return [
      { field, column: heading, at: places[1] ?? null, message: `La columna «${name}» está más de una vez${list}.` },
    ]
  })

/** @param means the consequence for the column @param advice ends the sentence if no missing column is meant */
export const unknownHeadings = <F extends string>(
  columns: readonly Headed<F>[],
  fields: Fields<F>,
  cells: readonly string[],
  { means, advice }: { means: string; advice: string },
): HeadingFault<F>[] => {
  const free = columns.filter(({ field }) => !fields.includes(field)).map(({ heading }) => heading)
  return cells.flatMap((cell, at) => {
    if (cell.trim() === '' || fields[at]) return []
    const near = nearestWord(cell, free)
    return [{ field: null, column: typedHeading(cell), at, message: `${means}${near ? `; ¿es «${near}»?` : advice}` }]
  })
}
