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

/** A cell as it is now; one that says again what the file says is no correction. */
export const withCell = (now: Corrections, { row, texts }: Row, field: string, text: string): Corrections => {
  const { [field]: _, ...others } = now.cells[row] ?? {}
  const own = text === (texts[field] ?? '') ? others : { ...others, [field]: text }
  const { [row]: __, ...rest } = now.cells
  return { ...now, cells: Object.keys(own).length > 0 ? { ...rest, [row]: own } : rest }
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
