// Reads debts from a table copied from a portal's page: by its headings, or by the format of its cells. Pure.
import type { Country } from '@padron/contract/places/countries'
import { amountOf } from '../../../lib/typed-amount.ts'
import { readDay } from '../../../lib/typed-day.ts'
import { type DebtField, type DebtText, EMPTY_DEBT } from './debt-rows.ts'

/** `total`: the total in the table's last line of sums, as written. */
export type PortalTable = { debts: readonly DebtText[]; total?: string }

const CELLS_AT_MOST = 20

// The order matters: «total a pagar» is not the amount, «multa o recargo» is a surcharge.
const HEADINGS: readonly (readonly [RegExp, DebtField])[] = [
  [/total|a pagar/i, 'total'],
  [/descuento|subsidio|condona|bonifica/i, 'discount'],
  [/recargo|actualizaci|gasto|inter[eé]s/i, 'surcharge'],
  [/importe|monto|subtotal|derecho|cuota|base|valor|adeudo original/i, 'subTotal'],
  [/fecha/i, 'dateTime'],
  [/concepto|descripci|adeudo|obligaci|motivo|infracci|ejercicio|a[ñn]o|periodo/i, 'description'],
  [/folio|boleta|acta|n[uú]mero|referencia|comparendo/i, 'folio'],
]
const MONEY: ReadonlySet<DebtField> = new Set(['subTotal', 'discount', 'surcharge', 'total'])

const clean = (cell: string): string => cell.replace(/\s+/g, ' ').trim()
/** `-$50.00`: how some portals write a discount. */
const isLess = (cell: string): boolean => /^-[\s$]*\d/.test(cell)
const unsigned = (cell: string): string => (isLess(cell) ? cell.slice(1).trim() : cell)
/** Amounts without `$`; in Colombia points separate thousands, and most amounts have no cents. */
const AMOUNT: Readonly<Record<Country, RegExp>> = {
  MX: /[.,]\d{2}$|,\d{3}$/,
  CO: /[.,]\d{2}$|,\d{3}$|^\d{1,3}(\.\d{3})+(,\d)?$/,
}
const isMoney = (cell: string, country: Country): boolean =>
  typeof amountOf(unsigned(cell)) === 'number' &&
  (AMOUNT[country].test(unsigned(cell)) || unsigned(cell).startsWith('$'))
const isSum = (cells: readonly string[]): boolean => /^(gran )?(sub)?total|^suma/i.test(cells.find(Boolean) ?? '')

const fieldsOf = (cells: readonly string[], country: Country): readonly (DebtField | undefined)[] | undefined => {
  if (cells.filter(Boolean).length < 2 || cells.some((cell) => isMoney(cell, country) || readDay(cell)))
    return undefined
  const fields = cells.map((cell) => HEADINGS.find(([pattern]) => pattern.test(cell))?.[1])
  return fields.filter(Boolean).length >= 2 ? fields : undefined
}

const put = (debt: DebtText, field: DebtField, written: string): DebtText => {
  const cell = field === 'discount' ? unsigned(written) : written
  if (cell === '') return debt
  if (field === 'dateTime') return { ...debt, dateTime: readDay(cell.split(' ')[0] ?? '') ?? debt.dateTime }
  if (field === 'description') return { ...debt, description: clean(`${debt.description} ${cell}`) }
  if (!MONEY.has(field)) return { ...debt, [field]: debt[field] || cell }
  // Several columns of one kind, such as surcharges and adjustments, are added up.
  const [before, more] = [amountOf(debt[field]), amountOf(cell)]
  if (typeof before !== 'number' || typeof more !== 'number') return { ...debt, [field]: cell }
  return { ...debt, [field]: field === 'total' ? cell : `${Math.round((before + more) * 100) / 100}` }
}

const byHeadings = (cells: readonly string[], fields: readonly (DebtField | undefined)[]): DebtText =>
  cells.reduce((debt, cell, at) => {
    const field = fields[at]
    return field ? put(debt, field, cell) : debt
  }, EMPTY_DEBT)

/**
 * Without headings: the last amount is the total, the first of several is the amount, the others are surcharges, but
 * the second of four and every negative one is a discount.
 */
const byLooks = (cells: readonly string[], country: Country): DebtText => {
  const amounts = cells.filter((cell) => isMoney(cell, country) && !isLess(cell))
  const money: readonly DebtField[] =
    amounts.length === 4 ? ['subTotal', 'discount', 'surcharge', 'total'] : ['subTotal', 'surcharge', 'total']
  const fields =
    amounts.length === 1 ? (['total'] as const) : amounts.length === 2 ? (['subTotal', 'total'] as const) : money
  const others = cells.filter((cell) => cell && !isMoney(cell, country))
  const withMoney = amounts.reduce((debt, cell, at) => put(debt, fields[at] ?? 'total', cell), EMPTY_DEBT)
  const less = cells.filter((cell) => isMoney(cell, country) && isLess(cell))
  const withAll = less.reduce((debt, cell) => put(debt, 'discount', cell), withMoney)
  return others.reduce((debt, cell) => {
    if (readDay(cell.split(' ')[0] ?? '')) return put(debt, 'dateTime', cell)
    return put(debt, /\d{3}/.test(cell) && !/\s|^(19|20)\d\d$/.test(cell) ? 'folio' : 'description', cell)
  }, withAll)
}

/** @returns undefined if the text is not a table */
export const readPortalTable = (text: string, country: Country): PortalTable | undefined => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (!text.includes('\t')) return undefined
  const rows = lines.map((line) => line.split('\t').slice(0, CELLS_AT_MOST).map(clean))
  const fields = fieldsOf(rows[0] ?? [], country)
  const body = fields ? rows.slice(1) : rows
  const sum = body.findLast(isSum)?.findLast((cell) => isMoney(cell, country))
  const debts = body
    .filter((cells) => !isSum(cells))
    .map((cells) => (fields ? byHeadings(cells, fields) : byLooks(cells, country)))
    .filter(({ description, folio }) => description !== '' || folio !== '')
  return { debts, ...(sum && { total: sum }) }
}
