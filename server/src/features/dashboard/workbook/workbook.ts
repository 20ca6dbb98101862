// A dashboard as a workbook: its cards on the first sheet, then each chart as the table that the console lists; or a
// single chart.
import type { Basis } from '@padron/contract/dashboard'
import type { ChartKey } from '@padron/contract/dashboard/chart-keys'
import type { ChartColumn, ChartRow } from '@padron/contract/dashboard/chart-table'
import { trendNotes } from '@padron/contract/dashboard/chart-texts'
import {
  chartsOf,
  chartTable,
  isEmptyChart,
  sectionBasis,
  sectionVerdict,
  shortTitle,
} from '@padron/contract/dashboard/charts'
import { type DashboardName, dashboardTitle } from '@padron/contract/dashboard/rules'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { NOT_QUERIED_LABEL } from '@padron/contract/texts/count-verdict'
import { localText } from '@padron/contract/texts/local-text'
import type { Cell, Sheet, SheetColumn } from '../../../files/xlsx/write/writer.ts'
import {
  basisWords,
  daysWords,
  momentWords,
  periodWords,
  sectionOf,
  UNKNOWN,
  type WorkbookSource,
} from './sheet-texts.ts'
import { summaryRows } from './summary.ts'

const SHEET_NAME_AT_MOST = 31

/** Valid sheet names, unique regardless of case. */
const sheetNames = (titles: readonly string[]): string[] => {
  const names = new Set<string>()
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
      if (names.has(name.toLowerCase())) continue
      names.add(name.toLowerCase())
      return name
    }
  })
}

const column = ({ title, kind }: ChartColumn, country: Country): SheetColumn =>
  kind === 'money'
    ? { title: `${title} (${COUNTRIES[country].currency})`, kind: 'money', width: 20 }
    : { title, kind: 'number', width: 16 }

/** Writes a zero only where it is known: an amount of debts whose sources give none is unknown. */
const cells = ({ label, day, values }: ChartRow, columns: readonly ChartColumn[]): Cell[] => {
  const unpriced = columns.findIndex(({ title }) => title === 'Sin importe')
  const isUnknown = (value: number | null, at: number) =>
    value === null || (columns[at]?.kind === 'money' && value === 0 && (values[unpriced] ?? 0) > 0)
  const first = day === undefined ? label : new Date(`${day}T00:00:00Z`)
  return [first, ...values.map((value, at) => (isUnknown(value, at) ? UNKNOWN : value))]
}

const above = (title: string, source: WorkbookSource, period: string, basis: Basis | undefined): string[] => [
  title,
  period,
  `Calculado el ${momentWords(source.facts.computedAt, source.timeZone)}`,
  ...(basis ? [basisWords(basis, source)] : []),
  'Cuenta los vehículos activos.',
]

const chartSheet = (key: ChartKey, name: string, source: WorkbookSource): Sheet => {
  const { facts, country } = source
  const table = chartTable(key, source)
  const { title, labels, columns, rows } = table
  const section = sectionOf(key)
  // Without any known value an empty chart is unknown, not zero.
  const isUnknown = isEmptyChart(table) && sectionVerdict(section, facts, country) === 'unknown'
  // Days without any known value are left out.
  const known = rows.filter(({ values }) => values.some((value) => value !== null))
  const kind = rows.some(({ day }) => day !== undefined) ? 'day' : 'text'
  return {
    name,
    above: [...above(title, source, daysWords(key, source), sectionBasis(section, facts)), ...trendNotes(key, facts)],
    columns: [{ title: labels, kind, width: 36 }, ...columns.map((each) => column(each, source.country))],
    rows:
      known.length > 0 && !isUnknown
        ? known.map((row) => cells(row, columns))
        : [[isUnknown ? NOT_QUERIED_LABEL : 'No hay datos']],
  }
}

const summarySheet = (dashboard: DashboardName, name: string, source: WorkbookSource): Sheet => ({
  name,
  filter: false,
  above: above(
    dashboardTitle(dashboard, source.country),
    source,
    periodWords(source.period, source.country),
    undefined,
  ),
  columns: [
    { title: 'Cifra', kind: 'text', width: 40 },
    { title: 'Vehículos', kind: 'number', width: 12 },
    { title: 'Cantidad', kind: 'number', width: 12 },
    column({ title: localText('Adeudo', source.country), kind: 'money' }, source.country),
    { title: 'Sin importe', kind: 'number', width: 12 },
    { title: 'En qué se basa', kind: 'text', width: 80 },
  ],
  rows: summaryRows(dashboard, source),
})

const titleOf = (key: ChartKey, source: WorkbookSource): string => chartTable(key, source).title

/** @param chart a single chart; absent: the whole dashboard */
export const dashboardSheets = (
  dashboard: DashboardName,
  chart: ChartKey | undefined,
  source: WorkbookSource,
): Sheet[] => {
  if (chart) return [chartSheet(chart, sheetNames([shortTitle(chart, source.country)])[0] ?? 'Gráfica', source)]
  const keys = chartsOf(dashboard, source.country, source.period.months).map(({ key }) => key)
  const [first = 'Resumen', ...names] = sheetNames(['Resumen', ...keys.map((key) => shortTitle(key, source.country))])
  return [summarySheet(dashboard, first, source), ...keys.map((key, i) => chartSheet(key, names[i] ?? key, source))]
}

/** The title in the file's name: the chart's or the dashboard's. */
export const bookTitle = (dashboard: DashboardName, chart: ChartKey | undefined, source: WorkbookSource): string =>
  chart ? titleOf(chart, source) : dashboardTitle(dashboard, source.country)
