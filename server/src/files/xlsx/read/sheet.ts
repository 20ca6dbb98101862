// Yields a sheet's rows as texts while it is read. Hidden rows and columns are read like any other; of merged cells the
// first has the value. The state of the current cell is in variables: an object for each of a million cells would cost
// a third more time.
import type { Readable } from 'node:stream'
import { NOT_CALCULATED } from '@padron/contract/template/formula-faults'
import { numberText } from '@padron/contract/texts/count-of'
import { cellColumn, cellText, isDate, type SheetContext } from './cells.ts'
import { LIMITS } from './limits.ts'
import { DAMAGED, TOO_BIG, WorkbookError } from './workbook-error.ts'
import { type Attributes, joined, readXml, stringReader, type XmlReader } from './xml.ts'

/**
 * `row` is the row's number in the sheet. `numeric`: the columns (from 0) whose cell contains a number, neither a text
 * that looks like one nor a date: a plate or a VIN there may have lost zeros or digits. Absent if there is none.
 */
export type SheetRow = { row: number; cells: string[]; numeric?: readonly number[] }

const LAST_ROW = 1_048_576
/** A formula that calls another program: cmd|' /C calc'!A0. */
const DDE = /^[\w.]{1,32}\|/
const FORMULA_START = 40

const tooWide = (column: number): WorkbookError =>
  new WorkbookError(
    `La hoja tiene datos más allá de la columna ${LIMITS.columns}, que es la última que se lee (en la columna ` +
      `${column + 1}); bórrelos o cópielos a otra hoja.`,
  )

/** Gathers the rows that are not empty; `take` returns and removes them. */
const rowGatherer = () => {
  let ready: SheetRow[] = []
  let row = 0
  let cells: string[] = []
  let numeric: number[] = []
  let filled = false
  let count = 0
  let texts = 0
  return {
    start: (reference: string | undefined) => {
      const number = reference === undefined ? row + 1 : Number(reference)
      if (!(number > row && number <= LAST_ROW)) throw new WorkbookError(DAMAGED)
      row = number
      if (cells.length > 0) cells = []
      if (numeric.length > 0) numeric = []
      filled = false
    },
    put: (column: number, value: string, isNumber: boolean) => {
      if (column >= LIMITS.columns) throw tooWide(column)
      while (cells.length < column) cells.push('')
      cells[column] = value
      texts += value.length
      if (texts > LIMITS.texts) throw new WorkbookError(TOO_BIG)
      filled ||= value.trim() !== ''
      if (isNumber) numeric.push(column)
    },
    end: () => {
      if (!filled) return
      if (++count > LIMITS.rows)
        throw new WorkbookError(`La hoja tiene más de ${numberText(LIMITS.rows)} filas; divídala.`)
      ready.push(numeric.length > 0 ? { row, cells, numeric } : { row, cells })
    },
    take: (): SheetRow[] => {
      const rows = ready
      ready = []
      return rows
    },
  }
}

const sheetReader = (context: SheetContext, rows: ReturnType<typeof rowGatherer>): XmlReader => {
  const text = stringReader()
  let inData = false
  let inCell = false
  let inValue = false
  let column = -1
  let type = 'n'
  let style = 0
  let value = ''
  let hasValue = false
  let hasFormula = false
  let inFormula = false
  let formula = ''

  const startCell = ({ r, t = 'n', s }: Attributes) => {
    column = r === undefined ? column + 1 : cellColumn(r)
    type = t
    style = s === undefined ? 0 : Number(s)
    value = ''
    hasValue = false
    hasFormula = false
    formula = ''
    inCell = true
  }
  const endCell = () => {
    inCell = false
    if (hasFormula && value === '' && !isEmptyText()) return rows.put(column, NOT_CALCULATED, false)
    const format = context.formats[style] ?? 'number'
    const displayed = type === 'inlineStr' ? text.take() : cellText(type, value, format, context)
    if (displayed !== '') rows.put(column, displayed, type === 'n' && !isDate(format))
  }
  /**
   * A formula whose result is the empty text has a type and an empty value; a call of another program (DDE) never has
   * this form.
   */
  const isEmptyText = () => hasValue && type === 'str' && !DDE.test(formula)
  const startRow = ({ r }: Attributes) => {
    column = -1
    rows.start(r)
  }
  const openInCell = (name: string) => {
    if (name === 'f') hasFormula = inFormula = true
    else if (name === 'v') hasValue = inValue = true
    else text.open(name)
  }

  return {
    open: (name, attributes) => {
      if (inCell) openInCell(name)
      else if (name === 'c' && inData) startCell(attributes)
      else if (name === 'row' && inData) startRow(attributes)
      else if (name === 'sheetData') inData = true
    },
    text: (piece) => {
      if (inValue) value = joined(value, piece)
      else if (inFormula) formula = (formula + piece).slice(0, FORMULA_START)
      else if (inCell) text.text(piece)
    },
    close: (name) => {
      if (name === 'v') inValue = false
      else if (name === 'f') inFormula = false
      else if (name === 'c' && inCell) endCell()
      else if (inCell) text.close(name)
      else if (name === 'row' && inData) rows.end()
      else if (name === 'sheetData') inData = false
    },
  }
}

/** Yields the rows that are not empty, in order. @throws WorkbookError past the limits */
export async function* readRows(stream: Readable, context: SheetContext): AsyncGenerator<SheetRow> {
  const rows = rowGatherer()
  for await (const _ of readXml(stream, sheetReader(context, rows))) yield* rows.take()
}
