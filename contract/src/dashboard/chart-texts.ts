// The texts of an exported chart, as an image or in a workbook: its days, what its figures leave open, and its file
// name. Pure.
import type { DashboardFacts, PeriodStatistics } from '../dashboard.ts'
import { dateText, rangeText } from '../texts/day-texts.ts'
import type { ChartKey } from './chart-keys.ts'
import { CHARTS } from './charts.ts'
import { PERIODS } from './rules.ts'

type Period = Pick<PeriodStatistics, 'months' | 'from' | 'to'>
type Days = Pick<DashboardFacts, 'today' | 'trend'>

/** Charts of items dated in the chosen period; the others are as of today. */
const isOfPeriod = (key: ChartKey): boolean => CHARTS.some((chart) => chart.key === key && chart.of === 'period')
const isTrend = (key: ChartKey): boolean => CHARTS.some((chart) => chart.key === key && chart.shape === 'lines')

const periodName = ({ months }: Pick<Period, 'months'>): string =>
  PERIODS.find((period) => period.months === months)?.period ?? ''

/** `Trimestre, del 23 de agosto al 22 de noviembre de 2026`, `Todo` */
export const periodText = (period: Period): string => {
  const { from, to } = period
  return from !== null && to !== null ? `${periodName(period)}, ${rangeText(from, to, '')}` : periodName(period)
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * The days that a chart covers: the period's, those of a line from its first known day, or today.
 */
export const daysText = (key: ChartKey, { today, trend }: Days, period: Period): string => {
  if (isOfPeriod(key)) return periodText(period)
  const first = trend.find(({ types }) => types.length > 0)?.day
  return isTrend(key) && first !== undefined && first < today
    ? capital(rangeText(first, today, ''))
    : `A hoy, ${dateText(today, '')}`
}

/** The unobserved days of debts over time. @param gaps whether incomplete lines are drawn */
export const trendNotes = (key: ChartKey, { trend }: Days, gaps = false): string[] => {
  const until = isTrend(key) ? trend.findLast(({ seen, types }) => !seen && types.length > 0)?.day : undefined
  return [
    ...(until ? [`Hasta el ${dateText(until, '')} es una estimación a partir de los cambios registrados.`] : []),
    ...(isTrend(key) && gaps ? ['Los tramos sin línea no tienen datos.'] : []),
  ]
}

/** Characters that file systems refuse in names. */
const UNFIT = /[\\/:*?"<>|\p{Cc}]+/gu

type Named = { title: string; period: Pick<Period, 'months'>; day: string }

/**
 * `Padrón Multas por estado Trimestre 2026-11-22`.
 * @param chart absent: the whole dashboard
 * @param day of the export
 */
export const fileTitle = ({ title, period, day }: Named, chart?: ChartKey): string => {
  const of = chart === undefined || isOfPeriod(chart) ? periodName(period) : ''
  return `Padrón ${title} ${of} ${day}`.replace(UNFIT, ' ').replace(/\s+/g, ' ').trim()
}
