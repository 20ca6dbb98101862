// The texts of a chart's row: its values, all of them in one line, and why it has no link. Pure.
import type { ChartColumn, ChartRow, ChartTable } from '@padron/contract/dashboard/chart-table'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { amountText, moneyText, NOTHING, UNKNOWN } from '../../lib/money-text.ts'

const UNPRICED = 'Sin importe'

/** Some of its debts have no amount. */
const unpriced = ({ values }: ChartRow, columns: readonly ChartColumn[]): boolean =>
  (values[columns.findIndex(({ title }) => title === UNPRICED)] ?? 0) > 0

type Cell = { row: ChartRow; at: number; columns: readonly ChartColumn[]; country: Country }

const cellText = ({ row, at, columns, country }: Cell, inMoney: typeof moneyText): string => {
  const value = row.values[at] ?? null
  if (value === null) return UNKNOWN
  if (columns[at]?.kind !== 'money') return value === 0 ? NOTHING : value.toLocaleString(COUNTRIES[country].locale)
  return value === 0 && unpriced(row, columns) ? 'sin importe' : inMoney(value, country)
}

/** Under a heading or beside a bar: without the currency code. */
export const valueText = (cell: Cell): string => cellText(cell, amountText)

export const rowValues = (row: ChartRow, { columns }: ChartTable, country: Country) =>
  columns.map(({ title }, at) => ({ title, text: cellText({ row, at, columns, country }, moneyText) }))

/** `NISSAN: Adeudo $1,200.00 MXN, Multas 3`. */
export const rowText = (row: ChartRow, table: ChartTable, country: Country): string => {
  const values = rowValues(row, table, country).filter(({ text }) => text !== NOTHING)
  return `${row.label}: ${values.map(({ title, text }) => `${title} ${text}`).join(', ') || NOTHING}`
}

/** All values are zero, so there are no vehicles to list; unknown values are not zero. */
export const isNothing = ({ values }: ChartRow): boolean => values.every((value) => value === 0)

/** Why the row has no link; undefined if it has one. */
export const whyNoLink = (row: ChartRow): string | undefined => {
  const { query, label } = row
  if (query || isNothing(row)) return undefined
  return label === 'Sin fecha'
    ? 'Lo que no tiene fecha no se puede abrir como lista'
    : 'De días pasados no se puede abrir la lista'
}

const shortFormats = Object.fromEntries(
  Object.entries(COUNTRIES).map(([country, { locale }]) => [
    country,
    new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
  ]),
)
/** Short, for an axis: `$1.2 M`. */
export const shortValue = (value: number, kind: ChartColumn['kind'] | undefined, country: Country): string =>
  `${kind === 'money' ? '$' : ''}${shortFormats[country]?.format(value) ?? value}`
