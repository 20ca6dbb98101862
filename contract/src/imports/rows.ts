// The rows of a checked file: their effects on the fleet, their messages, and the cells that a person corrects.
import { z } from 'zod/mini'
import { Id, text } from '../common.ts'
import { MAPPING_LIMITS, SHEET_ROWS } from './mapping.ts'

export const ROWS_A_PAGE = 25
/** Limits of corrected cells and omitted rows of one import. */
export const CORRECTIONS_AT_MOST = 2_000

export const NoteLevel = z.enum(['error', 'warning'])
export const ImportNote = z.object({
  /** The field of the message; null: the row or the file. */
  field: z.nullable(z.string()),
  /** The field's heading in the file. */
  column: z.string(),
  message: z.string(),
  level: NoteLevel,
})
export type ImportNote = z.infer<typeof ImportNote>

export const RowAction = z.enum(['new', 'changed', 'unchanged', 'refused', 'omitted'])
export type RowAction = z.infer<typeof RowAction>
export const RowFilter = z.enum(['all', 'new', 'changed', 'unchanged', 'refused', 'warned', 'omitted'])
export type RowFilter = z.infer<typeof RowFilter>

export const ImportRow = z.object({
  /** The row's number in the file; the rows of further sheets are numbered from multiples of SHEET_ROWS on. */
  row: z.int(),
  /** Its number in its sheet, as in Excel, and the sheet's name if several were read. */
  sheetRow: z.int(),
  sheet: z.nullable(z.string()),
  action: RowAction,
  /** The vehicle that it changes or replaces; null: none, or not found. */
  vehicleAssetId: z.nullable(Id),
  plate: z.nullable(z.string()),
  /** The row's texts by field, including corrections: the grid's cells. */
  texts: z.record(z.string(), z.string()),
  /** For changed cells: the value before and after, in words; null: blank. */
  changes: z.array(
    z.object({ field: z.string(), column: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
  notes: z.array(ImportNote),
})
export type ImportRow = z.infer<typeof ImportRow>

/** Equal cells of a whole file with the same message and suggestion. */
export const AlikeCells = z.object({
  field: z.string(),
  message: z.string(),
  text: z.string(),
  count: z.int(),
  /** Row numbers, up to the limit of corrections. */
  rows: z.array(z.int()),
})
export type AlikeCells = z.infer<typeof AlikeCells>
/** The text that every message with a suggestion contains. */
export const SUGGESTS = '¿quiso escribir '

/** Row numbers as in Excel, of up to fifty sheets. */
export const RowNumber = z.int().check(z.gte(1), z.lte(SHEET_ROWS * MAPPING_LIMITS.sheets))
export const Correction = z.strictObject({
  row: RowNumber,
  field: text(40),
  /** Null reverts an earlier correction. */
  text: z.nullable(text(2_000)),
})
export type Correction = z.infer<typeof Correction>
