// Groups many days by weeks on a narrow screen. Numbers of vehicles cannot be added up, because a vehicle may be
// counted on two days: the column is named after what can. Pure.
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import { daysLabel } from '@padron/contract/dashboard/chart-labels'
import type { ChartRow, ChartTable } from '@padron/contract/dashboard/chart-table'

const WEEK = 7
/** Up to this number the days fit. */
const MANY_DAYS = 15
const VEHICLES = 'Vehículos'

type Day = ChartRow & { days: { from: string; to: string } }
const isDay = (row: ChartRow): row is Day => row.days !== undefined && row.days.from === row.days.to

/** The query of the first day, extended to the last day. */
const untilDay = (query: FleetQuery, to: string): FleetQuery => {
  const { debts, due } = query.vehicleClass
  const longer = { ...(debts && { debts: { ...debts, to } }), ...(due && { due: { ...due, to } }) }
  return { ...query, vehicleClass: { ...query.vehicleClass, ...longer } }
}

const week = (days: readonly Day[], parts: readonly number[]): ChartRow | undefined => {
  const [first] = days
  const last = days.at(-1)
  if (!first || !last) return undefined
  const sum = (part: number): number => days.reduce((all, { values }) => all + (values[part] ?? 0), 0)
  return {
    label: daysLabel(first.days.from, last.days.to),
    values: parts.map(sum),
    query: first.query && untilDay(first.query, last.days.to),
    days: { from: first.days.from, to: last.days.to },
  }
}

/** @returns the same table if it does not have many days */
export const byWeeks = (table: ChartTable): ChartTable => {
  const days = table.rows.filter(isDay)
  if (days.length < Math.max(MANY_DAYS, table.rows.length)) return table
  const several = table.columns.length > 1
  const parts = table.columns.flatMap(({ title }, part) => (several && title === VEHICLES ? [] : [part]))
  const columns = parts.flatMap((part) => table.columns[part] ?? [])
  const weeks = Map.groupBy(days, (_, at) => Math.floor(at / WEEK)).values()
  return {
    ...table,
    columns: several ? columns : columns.map((column) => ({ ...column, title: 'Vencimientos' })),
    rows: [...weeks].flatMap((of) => week(of, parts) ?? []),
  }
}
