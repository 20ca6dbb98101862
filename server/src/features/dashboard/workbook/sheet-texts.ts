// The texts above the tables of a dashboard's workbook: the period, the time of computation, and the basis of a figure.
// Pure.
import type { Basis, DashboardFacts, PeriodStatistics } from '@padron/contract/dashboard'
import type { ChartKey } from '@padron/contract/dashboard/chart-keys'
import { daysText, periodText } from '@padron/contract/dashboard/chart-texts'
import { CHARTS, type Section } from '@padron/contract/dashboard/charts'
import { isAhead, UNDATED } from '@padron/contract/dashboard/rules'
import { localMinute } from '@padron/contract/days'
import type { Country } from '@padron/contract/places/countries'
import { basisText } from '@padron/contract/texts/basis-texts'
import { payLines } from '@padron/contract/texts/payment-labels'
import { zoneName } from '@padron/contract/texts/zone-name'

/** What a workbook is written from. */
export type WorkbookSource = { facts: DashboardFacts; period: PeriodStatistics; country: Country; timeZone: string }
type Locale = Pick<WorkbookSource, 'country' | 'timeZone'>

export const sectionOf = (key: ChartKey): Section => {
  const section = CHARTS.find((chart) => chart.key === key)?.section
  if (!section) throw new Error(`no chart ${key}`)
  return section
}

const periodNote = ({ months, from }: PeriodStatistics, country: Country): string => {
  if (isAhead(months)) return `${payLines(country)} que vencen en esos días`
  if (months === UNDATED) return 'lo que no tiene fecha'
  return from === null ? 'con fecha o sin ella' : 'lo que tiene fecha de esos días'
}
export const periodWords = (period: PeriodStatistics, country: Country): string =>
  `${periodText(period)}: ${periodNote(period, country)}`
/** The days that a chart covers. */
export const daysWords = (
  key: ChartKey,
  { facts, period, country }: Pick<WorkbookSource, 'facts' | 'period' | 'country'>,
): string => {
  const days = daysText(key, facts, period)
  return days === periodText(period) ? periodWords(period, country) : days
}

/** The text of a value that no source reported. */
export const UNKNOWN = 'sin dato'

export const momentWords = (instant: string, timeZone: string): string =>
  `${localMinute(instant, timeZone)} (${zoneName(timeZone)})`

export const basisWords = (basis: Basis, { country, timeZone }: Locale): string => {
  const oldest = basis.oldest === null ? '' : `; dato más antiguo: ${momentWords(basis.oldest, timeZone)}`
  return `${basisText(basis, country)}${oldest}.`
}
