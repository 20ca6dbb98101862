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
import { writeFormWorkbook } from '../../../files/form-workbook/write.ts'
import type { Cell, CellKind } from '../../../files/xlsx/write/writer.ts'
import { guideRows } from './guide.ts'
import { type CompanyLists, templateListValues } from './lists.ts'

/** A day may also be yyyy-mm-dd. */
export type TemplateRow = ReadonlyMap<TemplateField, Cell>
export type TemplateOptions = {
  kind: TemplateKind
  country: Country
  thisYear: number
  lists: CompanyLists
  /** The vehicles to fill in; absent: the template is empty. */
  rows?: AsyncIterable<TemplateRow> | Iterable<TemplateRow>
}

/** Rows with drop-downs: in an empty template, and below the last row of a filled one. */
const EMPTY_ROWS = 60_000
const MORE_ROWS = 5_000

const DAYS: ReadonlySet<TemplateField> = new Set(['plateDate', 'registrationDate'])
const kindOf = ({ field, text }: TemplateColumn): CellKind =>
  DAYS.has(field) ? 'dayMonthYear' : text ? 'text' : 'number'

const cellOf = ({ field, text }: TemplateColumn, value: Cell): Cell => {
  if (typeof value === 'string') return DAYS.has(field) && /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(value) : value
  return text && typeof value === 'number' ? `${value}` : value
}

async function* cellsOf(columns: readonly TemplateColumn[], rows: TemplateOptions['rows']) {
  for await (const row of rows ?? []) yield columns.map((column) => cellOf(column, row.get(column.field) ?? null))
}

/** @param into ends when the workbook is complete @throws errors of `rows`; the caller then destroys the stream */
export const writeTemplate = (into: Writable, options: TemplateOptions): Promise<void> => {
  const { kind, country, thisYear, lists, rows } = options
  const columns = templateColumns(kind, country, thisYear)
  return writeFormWorkbook(into, {
    sheetName: TEMPLATE_SHEET,
    columns: columns.map((column) => ({
      ...column,
      kind: kindOf(column),
      words: column.list ? templateListValues(column.list, country, lists) : [],
    })),
    frozenColumns: columns.findIndex(({ field }) => field === LAST_NAMING[kind]) + 1,
    rows: cellsOf(columns, rows),
    dropDownRows: (written) => (rows ? written + MORE_ROWS : EMPTY_ROWS),
    guide: guideRows(kind, country, columns),
  })
}
