// A chart as rows: what the console draws, what its table says and what the workbook holds.
import type { FleetQuery } from './catalogue.ts'
import type { Country } from './countries.ts'
import type { DashboardFacts, PeriodStatistics } from './dashboard.ts'
import type { ChartKey } from './dashboard-chart-keys.ts'

export type ChartColumn = { title: string; kind: 'money' | 'count' }
export type ChartRow = {
  label: string
  /** Of a row that is of one day, the day. */
  day?: string
  /** By column; null: nothing is known. */
  values: readonly (number | null)[]
  /** The vehicles it speaks of; null where today's catalogue cannot tell: a day that is past. */
  query: FleetQuery | null
  /** Of a bar over time: the days it stands for, both included. */
  days?: { from: string; to: string }
  /** Of a bar of several parts: the vehicles of each, by column. */
  parts?: readonly FleetQuery[]
}
export type ChartTable = {
  key: ChartKey
  title: string
  /** What the rows are, above the first column. */
  labels: string
  /** The first is what is drawn. */
  columns: readonly ChartColumn[]
  rows: readonly ChartRow[]
}

/** What a table is made of. */
export type ChartFacts = { facts: DashboardFacts; period: PeriodStatistics; country: Country }
export type ChartBody = Omit<ChartTable, 'key' | 'title'>

export const WITHOUT = 'Sin dato'
export const VEHICLES: ChartColumn = { title: 'Vehículos', kind: 'count' }
export const counted = (title: string): ChartColumn => ({ title, kind: 'count' })
