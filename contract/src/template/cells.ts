// One cell of a workbook: its value, the meaning of a blank cell in its kind of workbook, and unreadable cells.
import { z } from 'zod/mini'
import { unreadableCell } from './cell-rules.ts'
import type { CellNote } from './columns.ts'
import { COPIED_FIELDS, KEY_FIELDS, type TemplateColumn, type TemplateField } from './columns.ts'
import { lostDigits } from './hints.ts'
import type { TemplateKind } from './kinds.ts'

/** The word that clears an optional value; case and spaces are ignored. */
export const CLEAR_WORD = '(vaciar)'
const CLEAR = /^\(\s*vaciar\s*\)$/i
const NEVER_CLEARED: ReadonlySet<TemplateField> = new Set([
  'plate',
  'vin',
  'stateId',
  'assetStatusId',
  'vehicleAssetId',
  'rowVersion',
  'currentPlate',
  'currentVin',
  'replacementReasonId',
])

/** A row during parsing. */
export type Draft = {
  values: Partial<Record<TemplateField | 'reactivate', unknown>>
  given: TemplateField[]
  errors: CellNote[]
  warnings: CellNote[]
}
/** The meaning of a blank cell of a column. */
type Blank = 'read' | 'empty' | 'untouched'
export type Cell = TemplateColumn & { blank: Blank; clear: 'empty' | 'refused' | 'unknown' }

const blankOf = (kind: TemplateKind, { field, required }: TemplateColumn): Blank => {
  if (required || field === 'acquisitionReasonId') return 'read' // its rule knows what is missing, or meant
  if (kind === 'edit' || KEY_FIELDS[kind].includes(field)) return 'untouched'
  return kind === 'replace' && COPIED_FIELDS.has(field) ? 'untouched' : 'empty'
}
const clearOf = (kind: TemplateKind, { field }: TemplateColumn): Cell['clear'] => {
  if (kind === 'add') return 'unknown'
  return NEVER_CLEARED.has(field) ? 'refused' : 'empty'
}

/** A column as a kind of workbook reads it. */
export const cellOf = (kind: TemplateKind, column: TemplateColumn): Cell => ({
  ...column,
  blank: blankOf(kind, column),
  clear: clearOf(kind, column),
})

const noteOf = ({ field, heading }: TemplateColumn, message: string): CellNote => ({ field, column: heading, message })

/** @returns why a filled cell is unreadable */
const unreadable = ({ field, heading, clear }: Cell, text: string, isNumber: boolean): string | undefined => {
  const always = unreadableCell(text)
  if (always) return always
  if (clear !== 'empty' && CLEAR.test(text))
    return clear === 'unknown'
      ? `«${CLEAR_WORD}» es de la plantilla de edición; aquí deje la celda en blanco.`
      : `«${heading}» no se puede vaciar.`
  return lostDigits(field, text, isNumber)
}

const parseInto = (cell: Cell, text: string, { values, errors }: Draft): void => {
  const { success, data, error } = z.safeParse(cell.rule, text)
  if (success) values[cell.field] = data
  else errors.push(noteOf(cell, error.issues[0]?.message ?? 'Valor no válido'))
}

export const readBlank = (cell: Cell, draft: Draft): void => {
  if (cell.blank === 'empty') draft.values[cell.field] = null
  if (cell.blank === 'read') parseInto(cell, '', draft)
}

export const readCell = (cell: Cell, text: string, isNumber: boolean, draft: Draft): void => {
  draft.given.push(cell.field)
  const wrong = unreadable(cell, text, isNumber)
  if (wrong) draft.errors.push(noteOf(cell, wrong))
  else if (CLEAR.test(text)) draft.values[cell.field] = null
  else parseInto(cell, text, draft)
}
