// Writes a template: the sheet to fill in, its instructions and its drop-downs. Rows leave memory once they are
// compressed. There is no example row, because it would be registered as a vehicle.
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import type { WorkbookWriter } from '@cj-tech-master/excelts'
import type { Country } from '@padron/contract/countries'
import {
  LAST_NAMING,
  type TemplateColumn,
  type TemplateField,
  templateColumns,
} from '@padron/contract/template-columns'
import type { TemplateKind } from '@padron/contract/template-kinds'
import { TEMPLATE_SHEET } from '@padron/contract/vehicle-template'
import { columnName, offerRange } from '../../../files/form-workbook/lists.ts'
import { PAGE } from '../../../files/form-workbook/looks.ts'
import { writeOwnNotes } from '../../../files/form-workbook/notes.ts'
import { clean, headTexts, newBook, writeGuide, writeHead, writeLists } from '../../../files/form-workbook/parts.ts'
import { guideRows } from './guide.ts'
import { type CompanyLists, type Offer, offersOf } from './lists.ts'

/** A day is a Date in UTC, or yyyy-mm-dd. */
export type TemplateCell = string | number | Date | null
export type TemplateRow = ReadonlyMap<TemplateField, TemplateCell>
export type TemplateOptions = {
  kind: TemplateKind
  country: Country
  thisYear: number
  lists: CompanyLists
  /** The vehicles to fill in; without them the template is empty. */
  rows?: AsyncIterable<TemplateRow> | Iterable<TemplateRow>
}

const BREATHE_EVERY = 100
/** Rows with drop-downs: of an empty template, and below the last of a filled one. */
const EMPTY_ROWS = 60_000
const MORE_ROWS = 5_000

const DAYS: ReadonlySet<TemplateField> = new Set(['plateDate', 'registrationDate'])
const formatOf = ({ field, text }: TemplateColumn): string => (DAYS.has(field) ? 'dd/mm/yyyy' : text ? '@' : '0')

/** Days before it are counted differently by different programs: they are written as texts. */
const FIRST_SAFE_DAY = '1900-03-01'

const cellOf = ({ field, text }: TemplateColumn, value: TemplateCell): TemplateCell => {
  if (value === null || value === '' || value instanceof Date) return value || null
  if (DAYS.has(field) && typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && value >= FIRST_SAFE_DAY)
    return new Date(value)
  return text || typeof value === 'string' ? clean(`${value}`) : value
}

type VehicleSheet = {
  kind: TemplateKind
  columns: readonly TemplateColumn[]
  offers: readonly Offer[]
  rows: TemplateOptions['rows']
}

const writeVehicles = async (book: WorkbookWriter, { kind, columns, offers, rows }: VehicleSheet, into: Writable) => {
  const named = columns.findIndex(({ field }) => field === LAST_NAMING[kind]) + 1
  const sheet = book.addWorksheet(TEMPLATE_SHEET, {
    views: [{ state: 'frozen', xSplit: named, ySplit: 1 }],
    pageSetup: { ...PAGE, printTitlesRow: '1:1' },
  })
  sheet.columns = columns.map((column) => ({
    width: column.width,
    hidden: column.hidden ?? false,
    style: { numFmt: formatOf(column), alignment: { vertical: 'top' } },
  }))
  writeHead(sheet.addRow(headTexts(columns)), columns)
  let written = 0
  for await (const row of rows ?? []) {
    sheet.addRow(columns.map((column) => cellOf(column, row.get(column.field) ?? null))).commit()
    // Compressing is this thread's work: others get their turn, and a slow reader is waited for.
    if (++written % BREATHE_EVERY === 0) await breathe()
    if (into.writableNeedDrain) await once(into, 'drain')
  }
  const last = 1 + (rows ? written + MORE_ROWS : EMPTY_ROWS)
  for (const [place, { list }] of offers.entries()) {
    const letter = columnName(columns.findIndex((column) => column.list === list) + 1)
    sheet.dataValidations.add(`range:${letter}2:${letter}${last}`, {
      type: 'list',
      allowBlank: true,
      formulae: [offerRange(offers, place)],
    })
  }
  if (written > 0) sheet.autoFilter = `A1:${columnName(columns.length)}${written + 1}`
  sheet.commit()
}

/**
 * @param into is ended when the workbook is whole
 * @throws what `rows` throws; the stream is then the caller's to destroy
 */
export const writeTemplate = async (into: Writable, options: TemplateOptions): Promise<void> => {
  const { kind, country, thisYear, lists, rows } = options
  const columns = templateColumns(kind, country, thisYear)
  const offers = offersOf(columns, country, lists)
  const book = newBook(into)
  writeOwnNotes(book, columns)
  await writeVehicles(book, { kind, columns, offers, rows }, into)
  writeGuide(book, guideRows(kind, country, columns))
  writeLists(book, offers)
  await book.commit()
}
