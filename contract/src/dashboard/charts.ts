// The charts of the dashboards in one table: their section, how they are drawn and what they show. Pure.
import type { Basis, DashboardFacts } from '../dashboard.ts'
import type { Country } from '../places/countries.ts'
import { countBasis } from '../texts/basis-texts.ts'
import { type CountVerdict, countVerdict, jointVerdict } from '../texts/count-verdict.ts'
import { localText } from '../texts/local-text.ts'
import { BODIES } from './chart-bodies.ts'
import type { ChartKey } from './chart-keys.ts'
import type { ChartFacts, ChartTable } from './chart-table.ts'
import { type DashboardName, type Family, isAhead } from './rules.ts'

/**
 * `ranked`: horizontal bars, the largest first; `columns`: vertical bars over time; `lines`: one line a column, over
 * time; `stacked`: vertical bars of several parts.
 */
export type Shape = 'ranked' | 'columns' | 'lines' | 'stacked'
export type Section = 'debts' | 'fleet' | Family | 'insurance' | 'inspection' | 'stolen' | 'forecast'
type Words = string | Record<Country, string>
type Chart = {
  key: ChartKey
  section: Section
  shape: Shape
  /** `period`: items dated in the period; `today`: as of today, or the same days for every period. */
  of: 'period' | 'today'
  title: Words
  /** The title with at most 31 letters, the limit of a sheet's name, if the full title is longer. */
  short?: Words
  on: readonly DashboardName[]
  /** Shows past days, so it is absent for the coming period. */
  past?: true
  /** Absent: both countries. */
  only?: Country
}

const GENERAL = ['general'] as const
const TICKETS = ['general', 'tickets'] as const
const TENENCIAS = ['general', 'tenencias'] as const

export const CHARTS: readonly Chart[] = [
  {
    key: 'debtByType',
    section: 'debts',
    shape: 'ranked',
    of: 'today',
    on: GENERAL,
    title: 'Adeudo por tipo, al día de hoy',
  },
  { key: 'trend', section: 'debts', shape: 'lines', of: 'today', on: GENERAL, title: 'Adeudo por tipo en el tiempo' },
  {
    key: 'topRFCs',
    section: 'debts',
    shape: 'ranked',
    of: 'period',
    on: GENERAL,
    title: 'Razones sociales con más adeudo',
  },
  {
    key: 'topLessors',
    section: 'debts',
    shape: 'ranked',
    of: 'period',
    on: GENERAL,
    title: 'Arrendadoras con más adeudo',
  },
  { key: 'topBrands', section: 'debts', shape: 'ranked', of: 'period', on: GENERAL, title: 'Marcas con más adeudo' },
  {
    key: 'topModels',
    section: 'debts',
    shape: 'ranked',
    of: 'period',
    on: GENERAL,
    title: { MX: 'Modelos con más adeudo', CO: 'Líneas con más adeudo' },
  },
  {
    key: 'vehiclesPerState',
    section: 'fleet',
    shape: 'ranked',
    of: 'today',
    on: GENERAL,
    title: { MX: 'Vehículos por estado', CO: 'Vehículos por departamento' },
  },
  {
    key: 'vehiclesPerRFC',
    section: 'fleet',
    shape: 'ranked',
    of: 'today',
    on: GENERAL,
    title: 'Vehículos por razón social',
  },
  {
    key: 'vehiclesPerLessor',
    section: 'fleet',
    shape: 'ranked',
    of: 'today',
    on: GENERAL,
    title: 'Vehículos por arrendadora',
  },
  {
    key: 'vehiclesPerBrandModel',
    section: 'fleet',
    shape: 'ranked',
    of: 'today',
    on: GENERAL,
    title: { MX: 'Vehículos por marca y modelo', CO: 'Vehículos por marca y línea' },
  },
  {
    key: 'vehiclesPerYear',
    section: 'fleet',
    shape: 'columns',
    of: 'today',
    on: GENERAL,
    title: { MX: 'Vehículos por año', CO: 'Vehículos por modelo (año)' },
  },
  {
    key: 'ticketsByState',
    section: 'tickets',
    shape: 'ranked',
    of: 'period',
    on: TICKETS,
    title: { MX: 'Multas por estado', CO: 'Multas por departamento' },
  },
  {
    key: 'ticketsByRFC',
    section: 'tickets',
    shape: 'ranked',
    of: 'period',
    on: TICKETS,
    title: 'Multas por razón social',
  },
  {
    key: 'ticketsByTime',
    section: 'tickets',
    shape: 'columns',
    of: 'period',
    on: TICKETS,
    title: 'Multas en el tiempo',
  },
  {
    key: 'ticketsTrend',
    section: 'tickets',
    shape: 'lines',
    of: 'today',
    on: ['tickets'],
    title: 'Adeudo de multas en el tiempo',
  },
  {
    key: 'tenenciasByState',
    section: 'tenencias',
    shape: 'ranked',
    of: 'period',
    on: TENENCIAS,
    title: { MX: 'Tenencias por estado', CO: 'Comparendos por departamento' },
  },
  {
    key: 'tenenciasByRFC',
    section: 'tenencias',
    shape: 'ranked',
    of: 'period',
    on: TENENCIAS,
    title: { MX: 'Tenencias por razón social', CO: 'Comparendos por razón social' },
  },
  {
    key: 'tenenciasByTime',
    section: 'tenencias',
    shape: 'columns',
    of: 'period',
    on: ['tenencias'],
    title: { MX: 'Tenencias en el tiempo', CO: 'Comparendos en el tiempo' },
  },
  {
    key: 'tenenciasTrend',
    section: 'tenencias',
    shape: 'lines',
    of: 'today',
    on: ['tenencias'],
    title: { MX: 'Adeudo de tenencias en el tiempo', CO: 'Adeudo de comparendos en el tiempo' },
    short: { MX: 'Adeudo de tenencias', CO: 'Adeudo de comparendos' },
  },
  {
    key: 'ensurancePrevious30',
    section: 'insurance',
    shape: 'columns',
    of: 'today',
    on: GENERAL,
    title: { MX: 'Pólizas vencidas en los últimos 30 días', CO: 'SOAT y pólizas vencidos en los últimos 30 días' },
    short: { MX: 'Pólizas vencidas, 30 días', CO: 'SOAT y pólizas vencidos, 30 d' },
  },
  {
    key: 'ensuranceNext30',
    section: 'insurance',
    shape: 'columns',
    of: 'today',
    on: GENERAL,
    title: {
      MX: 'Pólizas que vencen en los próximos 30 días',
      CO: 'SOAT y pólizas que vencen en los próximos 30 días',
    },
    short: { MX: 'Pólizas por vencer, 30 días', CO: 'SOAT y pólizas por vencer, 30 d' },
  },
  {
    key: 'inspectionPrevious30',
    section: 'inspection',
    shape: 'columns',
    of: 'today',
    on: GENERAL,
    title: 'RTM vencidas en los últimos 30 días',
    short: 'RTM vencidas, 30 días',
    only: 'CO',
  },
  {
    key: 'inspectionNext30',
    section: 'inspection',
    shape: 'columns',
    of: 'today',
    on: GENERAL,
    title: 'RTM que vencen en los próximos 30 días',
    short: 'RTM por vencer, 30 días',
    only: 'CO',
  },
  {
    key: 'stolenByTime',
    section: 'stolen',
    shape: 'columns',
    of: 'period',
    on: GENERAL,
    title: 'Reportes de robo por fecha en que se vieron',
    short: 'Reportes de robo',
    past: true,
    only: 'MX',
  },
  {
    key: 'forecast',
    section: 'forecast',
    shape: 'stacked',
    of: 'today',
    on: GENERAL,
    title: 'Lo que vence en el próximo mes',
  },
]

const SECTION_TITLES: Record<Section, Words> = {
  debts: 'Adeudos',
  fleet: 'Flotillas',
  tickets: 'Multas',
  tenencias: { MX: 'Tenencias', CO: 'Comparendos' },
  insurance: { MX: 'Pólizas de seguro', CO: 'SOAT y pólizas' },
  inspection: 'RTM',
  stolen: 'Reportes de robo',
  forecast: 'Siguiente mes',
}
const inWords = (words: Words, country: Country): string => (typeof words === 'string' ? words : words[country])
/** «Adeudos» and «Flotillas» are the specification's words, in both countries. */
export const sectionTitle = (section: Section, country: Country): string => inWords(SECTION_TITLES[section], country)

/** @param months the period; absent: any */
export const chartsOf = (dashboard: DashboardName, country: Country, months = 0): readonly Chart[] =>
  CHARTS.filter(
    ({ on, past = false, only = country }) => on.includes(dashboard) && only === country && !(past && isAhead(months)),
  )

const chartOf = (key: ChartKey): Chart => {
  const found = CHARTS.find((chart) => chart.key === key)
  if (!found) throw new Error(`no chart ${key}`)
  return found
}

/** A title with at most 31 letters. */
export const shortTitle = (key: ChartKey, country: Country): string => {
  const { title, short = title } = chartOf(key)
  return localText(inWords(short, country), country)
}

/** The coming period contains payment lines. */
const aheadTitle = (title: string): string =>
  title.replace('con más adeudo', 'con más por pagar').replace(/^(Multas|Tenencias|Comparendos) /, '$1 por pagar, ')

const titleOf = (key: ChartKey, { period: { months }, country }: ChartFacts): string => {
  const { title, of } = chartOf(key)
  const words = inWords(title, country)
  return localText(of === 'period' && isAhead(months) ? aheadTitle(words) : words, country)
}

const BASES: Partial<Record<Section, readonly (keyof DashboardFacts['basis'])[]>> = {
  debts: ['debt'],
  tickets: ['tickets'],
  tenencias: ['tenencias'],
  insurance: ['insurance'],
  inspection: ['inspection'],
  stolen: ['stolen'],
}

/**
 * The basis of a section's figures; undefined for the fleet itself, which needs no source, and for dates of any kind.
 */
export const sectionBasis = (section: Section, { basis }: Pick<DashboardFacts, 'basis'>): Basis | undefined => {
  const [name] = BASES[section] ?? []
  return name && basis[name]
}

/** Whether an empty chart of a section means none or unknown. */
export const sectionVerdict = (
  section: Section,
  { basis }: Pick<DashboardFacts, 'basis'>,
  country: Country,
): CountVerdict => {
  if (section === 'fleet') return 'clear'
  const dated = country === 'CO' ? (['debt', 'insurance', 'inspection'] as const) : (['debt', 'insurance'] as const)
  return jointVerdict((BASES[section] ?? dated).map((name) => countVerdict(0, countBasis(basis[name]))))
}

/**
 * Whether no row has a value. The trend has a column for every kind owed on some day, possibly without an amount.
 */
export const isEmptyChart = ({ key, columns, rows }: ChartTable): boolean =>
  chartOf(key).shape === 'lines' ? columns.length === 0 : rows.every(({ values }) => values.every((value) => !value))

/** @param facts with a period of the statistics */
export const chartTable = (key: ChartKey, facts: ChartFacts): ChartTable => ({
  key,
  title: titleOf(key, facts),
  ...BODIES[key](facts),
})
