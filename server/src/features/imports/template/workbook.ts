// Writes a template. There is no example row, because it would be registered as a vehicle.
import type { Writable } from 'node:stream'
import type { Country } from '@padron/contract/places/countries'
import {
  LAST_NAMING,
  type TemplateColumn,
  type TemplateField,
  templateColumns,
} from '@padron/contract/template/columns'
import type { TemplateKind } from '@padron/contract/template/kinds'
import { TEMPLATE_SHEET } from '@padron/contract/template/vehicle-template'
import { type FormCell, writeFormWorkbook } from '../../../files/form-workbook/write.ts'
import { guideRows } from './guide.ts'
import { type CompanyLists, wordsOf } from './lists.ts'

/** A day may also be yyyy-mm-dd. */
export type TemplateRow = ReadonlyMap<TemplateField, FormCell>
export type TemplateOptions = {
  kind: TemplateKind
  country: Country
  thisYear: number
  lists: CompanyLists
  /** The vehicles to fill in; without them the template is empty. */
  rows?: AsyncIterable<TemplateRow> | Iterable<TemplateRow>
}

/** Rows with drop-downs: of an empty template, and below the last of a filled one. */
const EMPTY_ROWS = 60_000
const MORE_ROWS = 5_000

const DAYS: ReadonlySet<TemplateField> = new Set(['plateDate', 'registrationDate'])
const formatOf = ({ field, text }: TemplateColumn): string => (DAYS.has(field) ? 'dd/mm/yyyy' : text ? '@' : '0')

/** Days before it are counted differently by different programs: they are written as texts. */
const FIRST_SAFE_DAY = '1900-03-01'

const cellOf = ({ field, text }: TemplateColumn, value: FormCell): FormCell => {
  if (value === null || value === '' || value instanceof Date) return value || null
  if (DAYS.has(field) && typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && value >= FIRST_SAFE_DAY)
    return new Date(value)
  return text || typeof value === 'string' ? `${value}` : value
}

async function* cellsOf(columns: readonly TemplateColumn[], rows: TemplateOptions['rows']) {
  for await (const row of rows ?? []) yield columns.map((column) => cellOf(column, row.get(column.field) ?? null))
}

/**
 * @param into is ended when the workbook is whole
 * @throws what `rows` throws; the stream is then the caller's to destroy
 */
export const writeTemplate = (into: Writable, options: TemplateOptions): Promise<void> => {
  const { kind, country, thisYear, lists, rows } = options
  const columns = templateColumns(kind, country, thisYear)
  return writeFormWorkbook(into, {
    sheetName: TEMPLATE_SHEET,
    columns: columns.map((column) => ({
      ...column,
      format: formatOf(column),
      words: column.list ? wordsOf(column.list, country, lists) : [],
    })),
    frozenColumns: columns.findIndex(({ field }) => field === LAST_NAMING[kind]) + 1,
    rows: cellsOf(columns, rows),
    lastRow: (written) => 1 + (rows ? written + MORE_ROWS : EMPTY_ROWS),
    guide: guideRows(kind, country, columns),
  })
}
