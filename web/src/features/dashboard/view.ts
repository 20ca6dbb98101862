// The current view of a dashboard, and the texts that depend on it. Pure.
import type { Reply } from '@padron/contract/call'
import type { DashboardFacts, dashboard, PeriodStatistics } from '@padron/contract/dashboard'
import { chartsOf, type Section, sectionBasis, sectionVerdict } from '@padron/contract/dashboard/charts'
import { type DashboardName, FAMILIES, isAhead, PERIODS, UNDATED } from '@padron/contract/dashboard/rules'
import type { Country } from '@padron/contract/places/countries'
import { countOf } from '@padron/contract/texts/count-of'
import { NOT_QUERIED_LABEL } from '@padron/contract/texts/count-verdict'
import { localText } from '@padron/contract/texts/local-text'
import { PAY_WORDS } from '@padron/contract/texts/payment-labels'
import { rangeText } from '../../lib/day-texts.ts'
import { noneOwed, unknownNote } from './basis-texts.ts'

type Answer = Reply<typeof dashboard.read>['dashboard']

const isWhole = (answer: Answer): answer is Answer & DashboardFacts =>
  answer.statistics !== null && answer.statistics.length > 0 && answer.computedAt !== undefined

/** The statistics of a reply; undefined before the first ones were computed. */
export const factsOf = (answer: Answer): DashboardFacts | undefined => (isWhole(answer) ? answer : undefined)

export type View = { name: DashboardName; facts: DashboardFacts; period: PeriodStatistics; country: Country }

const isTrend = (key: string): boolean => key.toLowerCase().endsWith('trend')
const nothingSeen = ({ trend }: DashboardFacts): boolean => trend.every(({ types }) => types.length === 0)

const UNDATED_NAME = PERIODS.find(({ months }) => months === UNDATED)?.period ?? ''
const COUNTS = { tickets: 'totalTicketsCount', tenencias: 'totalTenenciasCount' } as const

/** Debts without a date are in no period of days: how many there are, and where. */
const undatedNote = (section: Section, { facts, period: { months }, country }: View): string => {
  const undated = facts.statistics.find((period) => period.months === UNDATED)
  if (months <= 0 || !undated || (section !== 'tickets' && section !== 'tenencias')) return ''
  const { one, many } = FAMILIES[country][section]
  const count = undated[COUNTS[section]]
  return count > 0 ? `Sin fecha hay ${countOf(count, one, many, country)}: en «${UNDATED_NAME}».` : ''
}

/** The note under an empty chart: how many vehicles are unknown. */
export const emptyNote = (section: Section, view: View): string | undefined => {
  const { facts, country } = view
  const basis = sectionBasis(section, facts)
  if (basis) return [undatedNote(section, view), unknownNote(basis, country)].filter(Boolean).join(' ') || undefined
  const verdict = sectionVerdict(section, facts, country)
  return verdict === 'partial' ? 'Solo se cuenta lo que se sabe: no de todos los vehículos se sabe todo.' : undefined
}

/** Why a chart is empty. */
export const emptyText = (section: Section, key: string, { period: { months }, facts, country }: View): string => {
  if (sectionVerdict(section, facts, country) === 'unknown') return NOT_QUERIED_LABEL
  if (isTrend(key) && nothingSeen(facts)) return 'Todavía sin datos'
  if (isTrend(key) || key === 'debtByType') return localText('Ningún adeudo', country)
  if (section === 'debts') return noneOwed(localText('adeudo', country), months, country)
  if (section === 'tickets' || section === 'tenencias') return noneOwed(FAMILIES[country][section].one, months, country)
  if (section === 'stolen') return months === 0 ? 'Ningún reporte de robo' : 'Ninguno se vio en este periodo'
  if (section === 'fleet') return 'Ningún vehículo activo'
  if (key.endsWith('Previous30')) return 'Nada venció en los últimos 30 días'
  return 'Nada vence en los próximos 30 días'
}

/** Figures other than debts are as of today, except for one chart with its own dates. */
const others = ({ name, country }: View): string => {
  const stolen = chartsOf(name, country).some(({ section }) => section === 'stolen')
  return stolen
    ? 'La gráfica de reportes de robo es de esas fechas; el resto está al día de hoy.'
    : 'El resto está al día de hoy.'
}

/** The selected period in a sentence. @param everything the name of the period of any date */
export const periodText = (view: View, everything: string): string => {
  const { months, from, to } = view.period
  if (months === UNDATED)
    return localText(
      'Adeudos cuya fecha no dio la fuente y que ya estaban en su primera respuesta. El resto está al día de hoy.',
      view.country,
    )
  if (from === null || to === null)
    return localText('Todos los adeudos que se conocen, con fecha o sin ella.', view.country)
  const days = rangeText(from, to, view.facts.today)
  if (isAhead(months)) return `${PAY_WORDS[view.country].lines} que vencen ${days}. El resto está al día de hoy.`
  return (
    `${localText('Adeudos con fecha', view.country)} ${days}; los que no la tienen están en «${UNDATED_NAME}» y en «${everything}». ` +
    `${others(view)}`
  )
}
