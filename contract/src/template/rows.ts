// Parses one row of a workbook from texts to stored values, with all errors and hints by cell. It reads cell by cell
// without a schema of the whole row, for speed with fifty thousand rows, and to return the readable values of a refused
// row.
import type { Country } from '../places/countries.ts'
import { cleanText } from './cell-rules.ts'
import { type Cell, cellOf, type Draft, readBlank, readCell } from './cells.ts'
import type { CellNote } from './columns.ts'
import { KEY_FIELDS, type TemplateField, type TemplateValues, templateColumns } from './columns.ts'
import { rowHints } from './hints.ts'
import type { TemplateKind } from './kinds.ts'
import { SYSTEM_STATUS } from './rules.ts'

export type RowReading = {
  /** The readable values by field, even if another field is invalid; null: empty, absent: unchanged. */
  values: Partial<TemplateValues>
  /** The fields with a value in the row. */
  given: readonly TemplateField[]
  errors: CellNote[]
  warnings: CellNote[]
  /**
   * The row has no effect: no cell filled (add), only identifying cells (edit), nothing of a new vehicle (replace).
   */
  blank: boolean
}
export type RowOptions = { country: Country; thisYear: number }

type Reader = { cells: readonly Cell[]; headings: ReadonlyMap<TemplateField, string> }

const readers = new Map<string, Reader>() // building the rules costs more than reading a row
const makeReader = (kind: TemplateKind, { country, thisYear }: RowOptions): Reader => {
  const columns = templateColumns(kind, country, thisYear)
  return {
    cells: columns.map((column) => cellOf(kind, column)),
    headings: new Map(columns.map(({ field, heading }) => [field, heading])),
  }
}
const readerOf = (kind: TemplateKind, options: RowOptions): Reader => {
  const key = `${kind}${options.country}${options.thisYear}`
  const made = readers.get(key) ?? makeReader(kind, options)
  readers.set(key, made)
  return made
}

const SYSTEM_NOTE = 'Este estatus lo pone el sistema; la celda no cambia nada.'
/** «Reactivar» sets the status and a flag; a status that only the system sets changes nothing. */
const resolveStatus = ({ values, warnings, given }: Draft, heading: string): void => {
  const { assetStatusId } = values
  if (assetStatusId === 'reactivate') Object.assign(values, { assetStatusId: 1, reactivate: true })
  if (assetStatusId !== SYSTEM_STATUS) return
  delete values.assetStatusId
  given.splice(given.indexOf('assetStatusId'), 1)
  warnings.push({ field: 'assetStatusId', column: heading, message: SYSTEM_NOTE })
}

/** The field that identifies the row's vehicle, if any. */
const keyOf = (kind: TemplateKind, given: readonly TemplateField[]): TemplateField | undefined =>
  KEY_FIELDS[kind].find((field) => given.includes(field))

const asksNothing = (kind: TemplateKind, given: readonly TemplateField[]): boolean => {
  if (kind === 'add') return given.length === 0
  const naming = kind === 'replace' ? KEY_FIELDS.replace : [keyOf(kind, given), 'rowVersion', 'vehicleAssetId']
  return given.every((field) => naming.includes(field))
}

const KEY_MISSING: Readonly<Record<TemplateKind, string>> = {
  add: '',
  edit: 'La fila no dice qué vehículo es; escriba su ID, su VIN o su placa.',
  replace: 'La fila no dice qué vehículo se reemplaza; escriba su ID, su VIN actual o su placa actual.',
}

/**
 * One row of a workbook, or one line of the correction grid.
 * @param cells texts by field; an absent field counts as blank
 * @param numeric the fields whose cell is a number in the workbook
 */
export const readTemplateRow = (
  kind: TemplateKind,
  cells: ReadonlyMap<TemplateField, string>,
  options: RowOptions,
  numeric?: ReadonlySet<TemplateField>,
): RowReading => {
  const reader = readerOf(kind, options)
  const draft: Draft = { values: {}, given: [], errors: [], warnings: [] }
  for (const cell of reader.cells) {
    const text = cleanText(cells.get(cell.field) ?? '')
    if (text === '') readBlank(cell, draft)
    else readCell(cell, text, numeric?.has(cell.field) ?? false, draft)
  }
  resolveStatus(draft, reader.headings.get('assetStatusId') ?? '')
  const { given, errors, warnings } = draft
  const values = draft.values as Partial<TemplateValues>
  // Faults of the identifying cells are reported for edits; elsewhere such rows are skipped.
  if (asksNothing(kind, given) && (kind !== 'edit' || errors.length === 0))
    return { values, given, errors: [], warnings: [], blank: true }
  if (KEY_MISSING[kind] && !keyOf(kind, given)) errors.unshift({ field: null, column: '', message: KEY_MISSING[kind] })
  for (const [field, message] of rowHints(values, options.country))
    warnings.push({ field, column: reader.headings.get(field) ?? field, message })
  return { values, given, errors, warnings, blank: false }
}
