// The rows of the grid of debts: their typed values, their totals, and rows pasted from a spreadsheet. Pure.
import { addMoney } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'
import { PAY_WORDS } from '@padron/contract/texts/payment-labels'
import { amountOf } from '../../../lib/typed-amount.ts'
import { dayFrom } from '../../../lib/typed-day.ts'

export const DEBT_FIELDS = [
  { field: 'folio', title: 'Folio', atMost: 60 },
  { field: 'description', title: 'Concepto', atMost: 300 },
  { field: 'dateTime', title: 'Fecha', atMost: 10 },
  { field: 'subTotal', title: 'Importe', atMost: 20 },
  { field: 'discount', title: 'Descuento', atMost: 20 },
  { field: 'surcharge', title: 'Recargo', atMost: 20 },
  { field: 'total', title: 'Total', atMost: 20 },
] as const

export type DebtField = (typeof DEBT_FIELDS)[number]['field']
export const debtTitle = ({ field, title }: (typeof DEBT_FIELDS)[number], country: Country): string =>
  field === 'folio' ? PAY_WORDS[country].folio : title

export type DebtText = Record<DebtField, string>

export const MONEY_FIELDS: readonly DebtField[] = ['subTotal', 'discount', 'surcharge', 'total']

export const EMPTY_DEBT = Object.fromEntries(DEBT_FIELDS.map(({ field }) => [field, ''])) as DebtText

export const isBlank = (debt: DebtText): boolean => DEBT_FIELDS.every(({ field }) => debt[field].trim() === '')

/** Amount − discount + surcharge; undefined if the amount is unknown. */
export const computedTotal = ({ subTotal, discount, surcharge }: DebtText): number | undefined => {
  const [amount, less, more] = [amountOf(subTotal), amountOf(discount), amountOf(surcharge)]
  if (typeof amount !== 'number' || less === undefined || more === undefined) return undefined
  return addMoney([amount, -(less ?? 0), more ?? 0])
}

/** The amount owed: the typed total, or the computed one; null if both are unknown. */
export const totalOf = (debt: DebtText): number | null => {
  const typed = amountOf(debt.total)
  if (typed !== null) return typed ?? null
  const computed = computedTotal(debt)
  return computed !== undefined && computed >= 0 ? computed : null
}

/** Whether the source's total differs from the computed one. */
export const isOff = (debt: DebtText): boolean => {
  const typed = amountOf(debt.total)
  const computed = computedTotal(debt)
  return typeof typed === 'number' && computed !== undefined && Math.abs(typed - computed) >= 0.005
}

const isHeading = (line: string): boolean =>
  /^"?\s*(folio|concepto|n[úu]mero|comparendo|resoluci[óo]n)(?![\p{L}\d])/iu.test(line)
const cellsOf = (line: string): readonly string[] =>
  line.split('\t').map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"'),
  )

/** The cells of a pasted text; undefined if it is a single text, which the field pastes by itself. */
export const pastedCells = (text: string): readonly (readonly string[])[] | undefined => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.length < 2 && !text.includes('\t')) return undefined
  return lines.filter((line, at) => at > 0 || !isHeading(line)).map(cellsOf)
}

/** Pastes cells into the grid, from one of its cells to the right and down; adds rows as needed. */
export const withPasted = (
  rows: readonly DebtText[],
  cells: readonly (readonly string[])[],
  from: { row: number; field: DebtField },
  atMost: number,
  empty: DebtText = EMPTY_DEBT,
): readonly DebtText[] => {
  const first = DEBT_FIELDS.findIndex(({ field }) => field === from.field)
  const filled = (row: DebtText, texts: readonly string[]): DebtText => ({
    ...row,
    ...Object.fromEntries(
      DEBT_FIELDS.slice(first).flatMap(({ field }, at) => {
        const text = texts[at]
        return text === undefined ? [] : [[field, field === 'dateTime' ? dayFrom(text) : text]]
      }),
    ),
  })
  const height = Math.min(atMost, Math.max(rows.length, from.row + cells.length))
  return Array.from({ length: height }, (_, at) => {
    const texts = cells[at - from.row]
    const row = rows[at] ?? empty
    return texts ? filled(row, texts) : row
  })
}
