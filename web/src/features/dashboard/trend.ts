// Debts over time, as chart and as table: a line needs several known days; otherwise a sentence replaces it. Pure.
import type { DashboardFacts } from '@padron/contract/dashboard'
import type { ChartTable } from '@padron/contract/dashboard/chart-table'
import { money } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'
import { dateText } from '../../lib/day-texts.ts'
import { UNKNOWN } from '../../lib/money-text.ts'

/** The minimum number of known days for a line. */
const LEAST_POINTS = 3

const knownDays = ({ rows }: ChartTable, part: number) => rows.filter(({ values }) => (values[part] ?? null) !== null)

/** The table with only the columns that have a line. */
export const trendLines = (table: ChartTable): ChartTable => {
  const drawn = table.columns.map((_, part) => knownDays(table, part).length >= LEAST_POINTS)
  return {
    ...table,
    columns: table.columns.filter((_, part) => drawn[part]),
    rows: table.rows.map((row) => ({ ...row, values: row.values.filter((_, part) => drawn[part]) })),
  }
}

const list = new Intl.ListFormat('es')
type Part = { title: string; since: string | undefined; now: string }

const sentence = (since: string | undefined, parts: readonly Part[], today: string): string => {
  const names = list.format(parts.map(({ title }) => title))
  if (since === undefined) return `De ${names} se desconoce cuánto se debe.`
  return `De ${names} se sabe desde el ${dateText(since, today)}: ${list.format(parts.map(({ now }) => now))} hoy.`
}

/** For each debt without a line: since when it is known, and today's amount. */
export const sentencesOf = (table: ChartTable, today: string, country: Country): string[] => {
  const last = table.rows.at(-1)
  const parts = table.columns.flatMap(({ title }, part): Part[] => {
    const days = knownDays(table, part)
    if (days.length >= LEAST_POINTS) return []
    const amount = last?.values[part] ?? null
    return [{ title, since: days[0]?.day, now: amount === null ? UNKNOWN : money(amount, country) }]
  })
  const byDay = Map.groupBy(parts, ({ since }) => since)
  return [...byDay].map(([since, those]) => sentence(since, those, today))
}

/** As a table: newest day first, without unknown days. */
export const newestFirst = (table: ChartTable): ChartTable => ({
  ...table,
  rows: table.rows.filter(({ values }) => values.some((value) => value !== null)).toReversed(),
})

/** Notes: until which day the amounts were derived instead of observed, and that a gap in a line is unknown. */
export const notesOf = ({ rows }: ChartTable, { trend, today }: DashboardFacts): string => {
  const until = trend.findLast(({ seen, types }) => !seen && types.length > 0)?.day
  return [
    until && `Hasta el ${dateText(until, today)} es una estimación a partir de los cambios registrados.`,
    rows.some(({ values }) => values.includes(null)) && 'Los tramos sin línea no tienen datos.',
  ]
    .filter(Boolean)
    .join(' ')
}
