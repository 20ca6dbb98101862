// Which period the address opens, and its query. Pure.
import type { Args, Reply } from '@padron/contract/call'
import { daysBetween, isCalendarDay, WEEK_DAYS, weekOf } from '@padron/contract/days'
import type { ObligationKind } from '@padron/contract/obligation-kinds'
import { OBLIGATION_WEEKS, type obligations } from '@padron/contract/obligations'
import { shortRange } from '../../lib/day-words.ts'
import type { ObligationsSearch } from './search.ts'

export type Period = { is: 'overdue' } | { is: 'week'; from: string; to: string } | { is: 'later'; from: string }

/** @param today the company's day; a week that is over, or none, is this one */
export const periodOf = ({ week, overdue }: ObligationsSearch, today: string): Period => {
  if (overdue) return { is: 'overdue' }
  if (week === 'later') return { is: 'later', from: weekOf(today, OBLIGATION_WEEKS).from }
  const nth = week && isCalendarDay(week) ? Math.floor(daysBetween(today, week) / WEEK_DAYS) : 0
  return { is: 'week', ...weekOf(today, Math.max(0, nth)) }
}

/** What the address says for a stretch. */
export const periodSearch = (period: Period): Pick<ObligationsSearch, 'week' | 'overdue'> => {
  if (period.is === 'overdue') return { week: undefined, overdue: 'si' }
  if (period.is === 'later') return { week: 'later', overdue: undefined }
  return { week: period.from, overdue: undefined }
}

/** Whether an address that names no stretch opens at what is overdue: there is some, and nothing is due this week. */
export const opensOverdue = (
  { week, overdue, kinds }: ObligationsSearch,
  weeks: Reply<typeof obligations.weeks> | undefined,
): boolean => !week && !overdue && !kinds && !!weeks?.overdue.total && weeks.weeks[0]?.total === 0

/** "Esta semana: ninguno" */
export const noneText = (period: Period, today: string, known: boolean): string => {
  const none = known ? 'ninguno' : 'sin datos'
  if (period.is === 'overdue') return `Vencidos: ${none}`
  if (period.is === 'later') return `Después: ${none}`
  return period.from === today ? `Esta semana: ${none}` : `${shortRange(period.from, period.to)}: ${none}`
}

/** One name for each: what the strip's choice is keyed by. */
export const periodKey = (period: Period): string => (period.is === 'week' ? period.from : period.is)

const rangeOf = (period: Period) => {
  if (period.is === 'overdue') return { overdue: 'true' as const }
  return period.is === 'later' ? { from: period.from } : { from: period.from, to: period.to }
}

/** None: all of them. */
export const kindsQuery = (kinds: readonly ObligationKind[]): { kinds?: string } =>
  kinds.length > 0 ? { kinds: kinds.join(',') } : {}

export const listQuery = (
  period: Period,
  kinds: readonly ObligationKind[],
  page: number | undefined,
): Args<typeof obligations.list>['query'] => ({
  ...rangeOf(period),
  ...kindsQuery(kinds),
  ...(page && { page: `${page}` }),
})
