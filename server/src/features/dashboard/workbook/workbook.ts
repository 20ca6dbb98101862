// A dashboard as a workbook: its cards on the first sheet, then each of its charts as the table that the console
// shows of it; or one chart alone.
import { NOT_QUERIED_LABEL } from '@padron/contract/count-verdict'
import { COUNTRIES, type Country } from '@padron/contract/countries'
import type { Basis, DashboardFacts, PeriodStatistics } from '@padron/contract/dashboard'
import type { ChartKey } from '@padron/contract/dashboard-chart-keys'
import type { ChartColumn, ChartRow } from '@padron/contract/dashboard-chart-table'
import { trendNotes } from '@padron/contract/dashboard-chart-words'
import {
  chartsOf,
  chartTable,
  isEmptyChart,
  sectionBasis,
  sectionVerdict,
  shortTitle,
} from '@padron/contract/dashboard-charts'
import { DASHBOARD_TITLES, type DashboardName } from '@padron/contract/dashboard-rules'
import type { Cell, Sheet, SheetColumn } from '../../../files/xlsx/write/writer.ts'
import { summaryRows } from './summary.ts'
import { basisWords, daysWords, momentWords, periodWords, sectionOf, UNKNOWN } from './words.ts'

export type Shown = { facts: DashboardFacts; period: PeriodStatistics; country: Country; timeZone: string }

const SHEET_NAME_AT_MOST = 31

/** What a spreadsheet takes as the name of a sheet; never twice the same, whatever its capitals. */
const sheetNames = (titles: readonly string[]): string[] => {
  const taken = new Set<string>()
  return titles.map((title) => {
    const clean =
      title
        .replace(/[\\/?*[\]:]/g, ' ')
        .replace(/ +/g, ' ')
        .replace(/^'+|(?<!')'+$/g, '')
        .trim() || 'Gráfica'
    for (let n = 1; ; n++) {
      const ending = n > 1 ? ` (${n})` : ''
      const name = `${clean.slice(0, SHEET_NAME_AT_MOST - ending.length).trim()}${ending}`
      if (taken.has(name.toLowerCase())) continue
      taken.add(name.toLowerCase())
      return name
    }
  })
}

const column = ({ title, kind }: ChartColumn, country: Country): SheetColumn =>
  kind === 'money'
    ? { title: `${title} (${COUNTRIES[country].currency})`, kind: 'money', width: 20 }
    : { title, kind: 'number', width: 16 }

/** A zero is only written where it is one: what is owed of which no source says how much is not known. */
const cells = ({ label, day, values }: ChartRow, columns: readonly ChartColumn[]): Cell[] => {
  const unpriced = columns.findIndex(({ title }) => title === 'Sin importe')
  const isUnknown = (value: number | null, at: number) =>
    value === null || (columns[at]?.kind === 'money' && value === 0 && (values[unpriced] ?? 0) > 0)
  const first = day === undefined ? label : new Date(`${day}T00:00:00Z`)
  return [first, ...values.map((value, at) => (isUnknown(value, at) ? UNKNOWN : value))]
}

const above = (title: string, shown: Shown, period: string, basis: Basis | undefined): string[] => [
  title,
  period,
  `Calculado el ${momentWords(shown.facts.computedAt, shown.timeZone)}`,
  ...(basis ? [basisWords(basis, shown)] : []),
  'Cuenta los vehículos activos.',
]

const chartSheet = (key: ChartKey, name: string, shown: Shown): Sheet => {
  const { facts, country } = shown
  const table = chartTable(key, shown)
  const { title, labels, columns, rows } = table
  const section = sectionOf(key)
  // Rows of nothing of which nothing is known are no rows of zeros.
  const isUnknown = isEmptyChart(table) && sectionVerdict(section, facts, country) === 'unknown'
  // A day of which nothing is known of anything has nothing to say.
  const known = rows.filter(({ values }) => values.some((value) => value !== null))
  const kind = rows.some(({ day }) => day !== undefined) ? 'day' : 'text'
  return {
    name,
    above: [...above(title, shown, daysWords(key, shown), sectionBasis(section, facts)), ...trendNotes(key, facts)],
    columns: [{ title: labels, kind, width: 36 }, ...columns.map((each) => column(each, shown.country))],
    rows:
      known.length > 0 && !isUnknown
        ? known.map((row) => cells(row, columns))
        : [[isUnknown ? NOT_QUERIED_LABEL : 'No hay datos']],
  }
}

const summarySheet = (dashboard: DashboardName, name: string, shown: Shown): Sheet => ({
  name,
  filter: false,
  above: above(DASHBOARD_TITLES[dashboard], shown, periodWords(shown.period), undefined),
  columns: [
    { title: 'Cifra', kind: 'text', width: 40 },
    { title: 'Vehículos', kind: 'number', width: 12 },
    { title: 'Cantidad', kind: 'number', width: 12 },
    column({ title: 'Adeudo', kind: 'money' }, shown.country),
    { title: 'Sin importe', kind: 'number', width: 12 },
    { title: 'En qué se basa', kind: 'text', width: 80 },
  ],
  rows: summaryRows(dashboard, shown),
})

const titleOf = (key: ChartKey, shown: Shown): string => chartTable(key, shown).title

/** @param chart alone; absent: the whole dashboard */
export const dashboardSheets = (dashboard: DashboardName, chart: ChartKey | undefined, shown: Shown): Sheet[] => {
  if (chart) return [chartSheet(chart, sheetNames([shortTitle(chart, shown.country)])[0] ?? 'Gráfica', shown)]
  const keys = chartsOf(dashboard, shown.country, shown.period.months).map(({ key }) => key)
  const [first = 'Resumen', ...names] = sheetNames(['Resumen', ...keys.map((key) => shortTitle(key, shown.country))])
  return [summarySheet(dashboard, first, shown), ...keys.map((key, i) => chartSheet(key, names[i] ?? key, shown))]
}

/** What the file is called by: the chart's name, or the dashboard's. */
export const bookTitle = (dashboard: DashboardName, chart: ChartKey | undefined, shown: Shown): string =>
  chart ? titleOf(chart, shown) : DASHBOARD_TITLES[dashboard]
