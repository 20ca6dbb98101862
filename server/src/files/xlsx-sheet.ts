// A sheet's rows as texts: what Excel would show, near enough to be read by rules. Dates come as yyyy-mm-dd, times as
// HH:mm:ss, booleans as Excel's Spanish words, errors as themselves, formulas as the value they last had.
import type { Readable } from 'node:stream'
import { DAMAGED, WorkbookError } from './workbook-error.ts'
import { LIMITS } from './xlsx-package.ts'
import type { Kind } from './xlsx-parts.ts'
import { readXml, stringReader } from './xlsx-xml.ts'

export type SheetRow = { row: number; cells: string[] }
export type SheetContext = { strings: readonly string[]; formats: readonly Kind[]; date1904: boolean }
type Cell = { column: number; type: string; kind: Kind; value: string; hasValue: boolean; hasFormula: boolean }

const DAY_MS = 86_400_000

/** 'AB12' → 27. */
const columnOf = (reference: string): number => {
  let column = 0
  for (const char of reference) {
    const digit = char.charCodeAt(0) - 64
    if (digit < 1 || digit > 26) break
    column = column * 26 + digit
  }
  return column - 1
}

/** Excel's 1900 calendar has a 29 February that never was: before it, one day less. */
const asDate = (serial: number, date1904: boolean): string => {
  const days = Math.floor(serial) + (date1904 ? 1462 : 0)
  return new Date(Date.UTC(1899, 11, 30) + (days < 60 ? days + 1 : days) * DAY_MS).toISOString().slice(0, 10)
}

const asNumber = (raw: string, kind: Kind, date1904: boolean): string => {
  if (kind === 'number' && /^-?\d{1,15}$/.test(raw)) return raw
  const value = Number(raw)
  if (!Number.isFinite(value)) return raw
  if (kind !== 'number' && value >= 0 && value < 2_958_466) {
    return kind === 'date' && value >= 1
      ? asDate(value, date1904)
      : new Date(Math.round((value % 1) * DAY_MS)).toISOString().slice(11, 19)
  }
  return String(Number(value.toPrecision(15)))
}

const textOf = ({ type, kind, value, hasValue, hasFormula }: Cell, { strings, date1904 }: SheetContext): string => {
  if (hasFormula && !hasValue) return '#CALC!' // written by a program that computed nothing
  if (type === 's') {
    const shared = value === '' ? '' : strings[Number(value)]
    if (shared === undefined) throw new WorkbookError(DAMAGED)
    return shared
  }
  if (type === 'b') return value === '1' || value === 'true' ? 'VERDADERO' : 'FALSO'
  if (type === 'd') return value.slice(0, 10)
  return type === 'n' && value !== '' ? asNumber(value, kind, date1904) : value
}

/** Yields the rows that hold anything, in order. @throws WorkbookError past the limits */
export async function* readRows(stream: Readable, context: SheetContext): AsyncGenerator<SheetRow> {
  const text = stringReader()
  let ready: SheetRow[] = []
  let row: SheetRow = { row: 0, cells: [] }
  let cell: Cell | undefined
  let inValue = false
  let inData = false
  let count = 0
  let next = 0

  const startRow = (number: number) => {
    if (!(number > row.row && number <= 1_048_576)) throw new WorkbookError(DAMAGED)
    row = { row: number, cells: [] }
    next = 0
  }
  const endCell = (done: Cell) => {
    if (done.type === 'inlineStr') done.value = text.take()
    const value = textOf(done, context)
    if (value === '') return
    if (done.column >= LIMITS.columns)
      throw new WorkbookError(`La hoja tiene datos más allá de la columna ${LIMITS.columns}.`)
    while (row.cells.length < done.column) row.cells.push('')
    row.cells[done.column] = value
  }
  const endRow = () => {
    if (!row.cells.some((value) => value.trim() !== '')) return
    if (++count > LIMITS.rows)
      throw new WorkbookError(`La hoja tiene más de ${LIMITS.rows.toLocaleString('es-MX')} filas; divídala.`)
    ready.push(row)
  }

  const pieces = readXml(stream, {
    open: (name, attributes) => {
      if (name === 'sheetData') inData = true
      if (!inData) return
      if (name === 'row') startRow(attributes.r ? Number(attributes.r) : row.row + 1)
      else if (name === 'c') {
        const column = attributes.r ? columnOf(attributes.r) : next
        next = column + 1
        const kind = context.formats[Number(attributes.s ?? 0)] ?? 'number'
        cell = { column, type: attributes.t ?? 'n', kind, value: '', hasValue: false, hasFormula: false }
      } else if (cell && name === 'f') cell.hasFormula = true
      else if (cell && (name === 'v' || name === 'is')) {
        cell.hasValue = true
        inValue = name === 'v'
      }
      if (cell) text.open(name)
    },
    text: (piece) => {
      if (!cell) return
      if (inValue) cell.value += piece
      else text.text(piece)
    },
    close: (name) => {
      if (name === 'sheetData') inData = false
      if (cell) text.close(name)
      if (name === 'v') inValue = false
      if (name === 'c' && cell) {
        endCell(cell)
        cell = undefined
      }
      if (name === 'row' && inData) endRow()
    },
  })
  for await (const _ of pieces) {
    yield* ready
    ready = []
  }
}
