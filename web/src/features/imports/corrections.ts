// What was corrected in the grid and not yet checked again: cells by row and field, rows left out, rows taken in again. Pure.
import type { ImportRow } from '@padron/contract/imports'
import { z } from 'zod/mini'

export const Corrections = z.object({
  cells: z.record(z.string(), z.record(z.string(), z.string())),
  omit: z.array(z.int()),
  include: z.array(z.int()),
})
export type Corrections = z.infer<typeof Corrections>
export const NONE: Corrections = { cells: {}, omit: [], include: [] }

type Row = Pick<ImportRow, 'row' | 'texts'>

type Fields = Readonly<Record<string, string>>
const withRow = (now: Corrections, row: number | string, own: Fields): Corrections => {
  const { [row]: _, ...rest } = now.cells
  return { ...now, cells: Object.keys(own).length > 0 ? { ...rest, [row]: own } : rest }
}

/**
 * A cell as it is now; one that says again what the file says is no correction.
 * @param sent what is being checked: one of its cells that says again what the file said takes that back
 */
export const withCell = (
  now: Corrections,
  { row, texts }: Row,
  field: string,
  text: string,
  sent: Corrections = NONE,
): Corrections => {
  const { [field]: _, ...others } = now.cells[row] ?? {}
  const same = text === (texts[field] ?? '') && sent.cells[row]?.[field] === undefined
  return withRow(now, row, same ? others : { ...others, [field]: text })
}

/** What is left to check once `sent` was: what was changed since, and what of it was taken back. */
export const withoutSent = (now: Corrections, sent: Corrections): Corrections => {
  const left = Object.entries(sent.cells).reduce((all, [row, fields]) => {
    const own = Object.entries(all.cells[row] ?? {}).filter(([field, text]) => fields[field] !== text)
    return withRow(all, row, Object.fromEntries(own))
  }, now)
  const toggledSince = (before: readonly number[], after: readonly number[]): number[] =>
    before.filter((row) => !after.includes(row))
  return {
    ...left,
    omit: [...toggledSince(now.omit, sent.omit), ...toggledSince(sent.include, now.include)],
    include: [...toggledSince(now.include, sent.include), ...toggledSince(sent.omit, now.omit)],
  }
}

const toggled = (rows: readonly number[], row: number): number[] =>
  rows.includes(row) ? rows.filter((one) => one !== row) : [...rows, row]

export const withOmitted = (now: Corrections, row: number): Corrections => ({ ...now, omit: toggled(now.omit, row) })
export const withIncluded = (now: Corrections, row: number): Corrections => ({
  ...now,
  include: toggled(now.include, row),
})

export const cellOf = (now: Corrections, { row, texts }: Row, field: string): string =>
  now.cells[row]?.[field] ?? texts[field] ?? ''
export const isCorrected = (now: Corrections, row: number, field: string): boolean =>
  now.cells[row]?.[field] !== undefined

export const listed = ({ cells }: Corrections): { row: number; field: string; text: string }[] =>
  Object.entries(cells).flatMap(([row, fields]) =>
    Object.entries(fields).map(([field, text]) => ({ row: Number(row), field, text })),
  )
export const countOfChanges = (now: Corrections): number => listed(now).length + now.omit.length + now.include.length
