// A chart as rows: the console draws and lists them, the workbook contains them.
import type { FleetQuery } from '../catalogue/filter.ts'
import type { DashboardFacts, PeriodStatistics } from '../dashboard.ts'
import type { Country } from '../places/countries.ts'
import type { ChartKey } from './chart-keys.ts'

export type ChartColumn = { title: string; kind: 'money' | 'count' }
export type ChartRow = {
  label: string
  /** The day of a row that covers a single day. */
  day?: string
  /** By column; null: unknown. */
  values: readonly (number | null)[]
  /** The query of its vehicles; null if today's catalogue cannot find them: a past day. */
  query: FleetQuery | null
  /** For a bar over time: its first and last day, both included. */
  days?: { from: string; to: string }
  /** For a bar of several parts: the query of each part's vehicles, by column. */
  parts?: readonly FleetQuery[]
}
export type ChartTable = {
  key: ChartKey
  title: string
  /** The heading of the first column. */
  labels: string
  /** The first one is drawn. */
  columns: readonly ChartColumn[]
  rows: readonly ChartRow[]
}

/** The input of a table. */
export type ChartFacts = { facts: DashboardFacts; period: PeriodStatistics; country: Country }
export type ChartBody = Omit<ChartTable, 'key' | 'title'>

export const WITHOUT = 'Sin dato'
export const VEHICLES: ChartColumn = { title: 'Vehículos', kind: 'count' }
export const countColumn = (title: string): ChartColumn => ({ title, kind: 'count' })
