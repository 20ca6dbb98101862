// The trend as it is drawn and as it is listed: a line needs several days of which something is known; what has fewer is told in a
// sentence. Pure.
import type { Country } from '@padron/contract/countries'
import type { ChartTable } from '@padron/contract/dashboard-chart-table'
import { money } from '@padron/contract/money'
import { dateText } from '../../lib/day-words.ts'
import { UNKNOWN } from '../../lib/money-text.ts'

/** Fewer known days make no line. */
const LEAST_POINTS = 3

const knownDays = ({ rows }: ChartTable, part: number) => rows.filter(({ values }) => (values[part] ?? null) !== null)

/** With the columns that make a line only. */
export const linesOf = (table: ChartTable): ChartTable => {
  const drawn = table.columns.map((_, part) => knownDays(table, part).length >= LEAST_POINTS)
  return {
    ...table,
    columns: table.columns.filter((_, part) => drawn[part]),
    rows: table.rows.map((row) => ({ ...row, values: row.values.filter((_, part) => drawn[part]) })),
  }
}

const listed = new Intl.ListFormat('es')
type Told = { title: string; since: string | undefined; now: string }

const sumText = (amount: number | null, country: Country): string =>
  amount === null ? UNKNOWN : money(amount, country)

const sentence = (since: string | undefined, told: readonly Told[], today: string): string => {
  const names = listed.format(told.map(({ title }) => title))
  if (since === undefined) return `De ${names} no se sabe cuánto se debe.`
  return `De ${names} se sabe desde el ${dateText(since, today)}: ${listed.format(told.map(({ now }) => now))} hoy.`
}

/** What makes no line: since when it is known, and how much it is today. */
export const toldOf = (table: ChartTable, today: string, country: Country): string[] => {
  const last = table.rows.at(-1)
  const told = table.columns.flatMap(({ title }, part): Told[] => {
    const days = knownDays(table, part)
    if (days.length >= LEAST_POINTS) return []
    return [{ title, since: days[0]?.label, now: sumText(last?.values[part] ?? null, country) }]
  })
  const byDay = Map.groupBy(told, ({ since }) => since)
  return [...byDay].map(([since, those]) => sentence(since, those, today))
}

/** As a table: the newest day first, and no day of which nothing is known. */
export const newestFirst = (table: ChartTable): ChartTable => ({
  ...table,
  rows: table.rows.filter(({ values }) => values.some((value) => value !== null)).toReversed(),
})
