// Reads a company's own sheets by a mapping: each row becomes the texts by field that a template's row would have, with
// the row numbers and headings of the company's file.
import { bareIdentifier } from '@padron/contract/assets'
import { headingKey, type ImportMapping, mappableFields, SHEET_ROWS } from '@padron/contract/imports/mapping'
import type { ImportNote } from '@padron/contract/imports/rows'
import type { Country } from '@padron/contract/places/countries'
import { stateName } from '@padron/contract/places/states'
import type { TemplateField } from '@padron/contract/template/columns'
import type { TemplateKind } from '@padron/contract/template/kinds'
import { isFederalPlate, plateState } from '@padron/contract/vehicles/plates'
import { tagWords } from '@padron/contract/vehicles/tag-list'
import type { FilledRow } from '../../../files/form-workbook/read.ts'
import type { OpenBook } from '../../../files/xlsx/read/open.ts'
import type { SheetRow } from '../../../files/xlsx/read/reader.ts'
import {
  findSheetHeadings,
  firstRows,
  headingAt,
  headingsIn,
  isBlankRow,
  type SheetHeadings,
} from './sheet-headings.ts'

export type SavedMapping = {
  name: string
  headingsHash: string
  /** All sheets with these headings are read, whatever their names. */
  everySheet: boolean
  mapping: ImportMapping
}

/** A row that may be chosen as the heading row. `hash`: of the headings that it would give. */
type FirstRow = { row: number; text: string; hash: string }

export type Headed = {
  name: string
  headings: SheetHeadings | undefined
  first: readonly FirstRow[]
  /** Why the chosen row cannot be the heading row. */
  fault?: string
}

/** The heading rows that people chose, by sheet. */
export type ChosenRows = ReadonlyMap<string, number>
export const chosenRows = ({ sheets }: Pick<ImportMapping, 'sheets'>): ChosenRows =>
  new Map(sheets.flatMap(({ name, headingRow }) => (headingRow === undefined ? [] : [[name, headingRow]])))

const FIRST_ROWS = 30
const ROW_TEXT_AT_MOST = 100
const textOf = (cells: readonly string[]): string => {
  const texts = cells.map((cell) => cell.slice(0, ROW_TEXT_AT_MOST).trim()).filter(Boolean)
  return texts.join(' · ').slice(0, ROW_TEXT_AT_MOST).toWellFormed()
}

/** Cost: the sheet's rows up to the chosen one. */
const headingsAt = async (
  book: OpenBook,
  name: string,
  chosen: number,
): Promise<Pick<Headed, 'headings' | 'fault'>> => {
  const of = name === '' ? 'del archivo' : `de la hoja «${name}»`
  let last = 0
  for await (const row of book.rows(name)) {
    if (row.row === chosen && !isBlankRow(row.cells)) return { headings: headingsIn(row) }
    if (row.row >= chosen)
      return {
        headings: undefined,
        fault: `La fila ${chosen} ${of} está en blanco: elija la que tiene los encabezados.`,
      }
    last = row.row
  }
  return {
    headings: undefined,
    fault: `La última fila ${of} es la ${last}: no tiene la ${chosen}. Elija la que tiene los encabezados.`,
  }
}

export const headSheets = async (
  book: OpenBook,
  names: readonly string[],
  { kind, country, chosen }: { kind: TemplateKind; country: Country; chosen?: ChosenRows },
): Promise<Headed[]> => {
  const headed: Headed[] = []
  for (const name of names) {
    const rows = await firstRows(book.rows(name), FIRST_ROWS)
    const first = rows
      .filter(({ cells }) => !isBlankRow(cells))
      .map((row) => ({ row: row.row, text: textOf(row.cells), hash: headingsIn(row).hash }))
    const row = chosen?.get(name)
    const found = row === undefined ? { headings: findSheetHeadings(kind, country, rows) } : undefined
    headed.push({ name, first, ...(found ?? (await headingsAt(book, name, row ?? 1))) })
  }
  return headed
}

/** Finds the saved mapping for the file's headings, and applies it to the sheets of this file. */
export const savedFor = (
  saved: readonly SavedMapping[],
  sheets: readonly Headed[],
): { name: string; mapping: ImportMapping } | undefined => {
  for (const { name, headingsHash, everySheet, mapping } of saved) {
    // If a person chose the heading row, detection may find another row in the next file: compare all first rows.
    const isChosen = chosenRows(mapping).size > 0
    const rowOf = ({ headings, first }: Headed): number | undefined =>
      headings?.hash === headingsHash
        ? headings.headingRow
        : isChosen
          ? first.find(({ hash }) => hash === headingsHash)?.row
          : undefined
    const same = sheets.filter((sheet) => rowOf(sheet) !== undefined)
    const named = same.filter((sheet) => mapping.sheets.some((one) => one.name === sheet.name))
    const read = everySheet ? same : named.length > 0 ? named : same.slice(0, 1)
    if (read.length === 0) continue
    const stateOf = (sheet: string) => mapping.sheets.find((one) => one.name === sheet)?.stateId ?? null
    const sheetOf = (sheet: Headed) => {
      const headingRow = rowOf(sheet)
      const isFound = headingRow === sheet.headings?.headingRow
      return { name: sheet.name, stateId: stateOf(sheet.name), ...(!isFound && { headingRow }) }
    }
    return { name, mapping: { ...mapping, sheets: read.map(sheetOf) } }
  }
  return undefined
}

type Target = { field: TemplateField | null; category: string | null }

const valueKey = (field: string, text: string): string => `${field}\u001f${headingKey(text)}`

type Filling = Pick<ImportMapping, 'missingState'> & { sheetState: number | null }

/** The state of a row without one. */
const missingState = (plate: string, { missingState: { bySeries, federal, other }, sheetState }: Filling) => {
  if (sheetState !== null) return sheetState
  const bare = bareIdentifier(plate)
  const series = bySeries ? plateState(bare) : undefined
  if (series !== undefined) return series
  return isFederalPlate(bare) ? federal : other
}

/** @param at the sheet's index among those that are read; its row numbers start at `at` × SHEET_ROWS */
export async function* mappedRows(
  book: OpenBook,
  { name, headings }: { name: string; headings: SheetHeadings },
  at: number,
  mapping: ImportMapping,
): AsyncGenerator<FilledRow<TemplateField>> {
  const byHeading = new Map<string, Target>(
    mapping.columns.map(({ heading, field, category }) => [
      headingKey(heading),
      { field: field as TemplateField | null, category },
    ]),
  )
  const meanings = new Map(mapping.values.map(({ field, text, value }) => [valueKey(field, text), value]))
  const sheetState = mapping.sheets.find((sheet) => sheet.name === name)?.stateId ?? null
  const filling: Filling = { missingState: mapping.missingState, sheetState }
  const givesState = [sheetState, mapping.missingState.federal, mapping.missingState.other].some((id) => id !== null)
  const fillsState = givesState || mapping.missingState.bySeries
  const sheetTag = mapping.sheetCategory === null ? [] : [{ category: mapping.sheetCategory, name }]
  const targets: (Target | undefined)[] = []
  const targetOf = (column: number): Target | undefined => {
    while (targets.length <= column) targets.push(byHeading.get(headingKey(headingAt(headings, targets.length))))
    return targets[column]
  }
  const readRow = ({ row, cells, numeric }: SheetRow): FilledRow<TemplateField> => {
    const texts = new Map<TemplateField, string>()
    const tags = [...sheetTag]
    for (const [column, text] of cells.entries()) {
      const target = targetOf(column)
      if (!target) continue
      const { field, category } = target
      if (field) texts.set(field, meanings.get(valueKey(field, text)) ?? text)
      else if (category !== null && text.trim() !== '') tags.push({ category, name: text.trim() })
    }
    const isBlank = [...texts.values()].every((text) => text.trim() === '') && tags.length === sheetTag.length
    if (!isBlank && tags.length > 0)
      texts.set('tags', [texts.get('tags')?.trim() ?? '', ...tags.map(tagWords)].filter(Boolean).join(', '))
    if (!isBlank && fillsState && (texts.get('stateId') ?? '').trim() === '') {
      const found = missingState(texts.get('plate') ?? '', filling)
      if (found !== null) texts.set('stateId', stateName(found))
    }
    const fields = numeric?.flatMap((column) => targetOf(column)?.field ?? []) ?? []
    return { row: at * SHEET_ROWS + row, cells, texts, numeric: fields.length > 0 ? new Set(fields) : undefined }
  }
  for await (const row of book.rows(name)) if (row.row > headings.headingRow) yield readRow(row)
}

/** Faults of the sheets that are known before their rows are read. */
export const sheetNotes = (
  sheets: readonly Headed[],
  { columns }: ImportMapping,
  kind: TemplateKind,
  country: Country,
): ImportNote[] => {
  const required = mappableFields(kind, country).filter((field) => field.required && field.field !== 'stateId')
  const error = (message: string): ImportNote => ({ field: null, column: '', level: 'error', message })
  return sheets.flatMap(({ name, headings, fault }) => {
    const where = name === '' ? 'el archivo' : `la hoja «${name}»`
    if (!headings) return [error(fault ?? `En ${where} no se encontró la fila de los encabezados.`)]
    const own = new Set(headings.headings.map(headingKey))
    return required.flatMap(({ field, heading }) => {
      const column = columns.find((one) => one.field === field)
      if (column && own.has(headingKey(column.heading))) return []
      return [error(`En ${where} ninguna columna es «${heading}»; asigne una.`)]
    })
  })
}
