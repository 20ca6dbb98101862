// The period of the address, and its query. Pure.
import type { Args, Reply } from '@padron/contract/call'
import { addMonths, daysBetween, isCalendarDay, monthDays, WEEK_DAYS, weekOf } from '@padron/contract/days'
import {
  type Grouping,
  monthName,
  OBLIGATION_MONTHS,
  OBLIGATION_WEEKS,
  type ObligationFilter,
  type obligations,
} from '@padron/contract/obligations'
import type { ObligationKind } from '@padron/contract/rules/obligation-kinds'
import { shortRange } from '../../lib/day-texts.ts'
import type { ObligationsSearch, View } from './search.ts'

export type Period =
  | { is: 'overdue' }
  | { is: 'week'; from: string; to: string }
  | { is: 'month'; month: string; from: string; to: string }
  | { is: 'later'; from: string }

const monthPeriod = (month: string): Period => ({ is: 'month', month, ...monthDays(month) })

/** The view that an address names, directly or by its period. */
export const viewOf = ({ view, week, month, overdue }: ObligationsSearch): View | undefined => {
  if (view) return view
  if (month) return 'month'
  return week || overdue ? 'week' : undefined
}

/** @param today the company's day; a past week, or none, means the current one; a past month is valid */
export const periodOf = (search: ObligationsSearch, today: string, view: View = 'week'): Period => {
  const { week, month, overdue } = search
  if (overdue) return { is: 'overdue' }
  if (view === 'month') {
    const thisMonth = today.slice(0, 7)
    if (month === 'later') return { is: 'later', from: monthDays(addMonths(thisMonth, OBLIGATION_MONTHS)).from }
    return monthPeriod(month ?? thisMonth)
  }
  if (week === 'later') return { is: 'later', from: weekOf(today, OBLIGATION_WEEKS).from }
  const nth = week && isCalendarDay(week) ? Math.floor(daysBetween(today, week) / WEEK_DAYS) : 0
  return { is: 'week', ...weekOf(today, Math.max(0, nth)) }
}

/** The search parameters of a period; a week or a month implies its view. */
export const periodSearch = (
  period: Period,
  view: View = 'week',
): Pick<ObligationsSearch, 'view' | 'week' | 'month' | 'overdue'> => {
  const none = { view: undefined, week: undefined, month: undefined, overdue: undefined }
  if (period.is === 'overdue') return { ...none, ...(view === 'month' && { view }), overdue: 'si' }
  if (period.is === 'later') return { ...none, [view]: 'later' }
  return period.is === 'month' ? { ...none, month: period.month } : { ...none, week: period.from }
}

/**
 * Whether an address without a period opens the overdue items: there are some, and nothing is due this week. By month,
 * the overdue items of this month are part of the month.
 */
export const opensOverdue = (
  search: ObligationsSearch,
  weeks: Reply<typeof obligations.weeks> | undefined,
): boolean => {
  const { week, month, overdue, kinds, search: text, view } = search
  const isPlain = !week && !month && !overdue && !kinds && !text && view !== 'month'
  return isPlain && !!weeks?.overdue.total && weeks.weeks[0]?.total === 0
}

/** "Esta semana: ninguno" */
export const noneText = (period: Period, today: string, known: boolean): string => {
  const none = known ? 'ninguno' : 'sin datos'
  if (period.is === 'overdue') return `Vencidos: ${none}`
  if (period.is === 'later') return `Después: ${none}`
  if (period.is === 'month') return `${monthTitle(period.month)}: ${none}`
  return period.from === today ? `Esta semana: ${none}` : `${shortRange(period.from, period.to)}: ${none}`
}

/** "Noviembre de 2026" */
export const monthTitle = (month: string): string => {
  const name = monthName(month)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** The key of a period in the strip. */
export const periodKey = (period: Period): string => {
  if (period.is === 'week') return period.from
  return period.is === 'month' ? period.month : period.is
}

const rangeOf = (period: Period): Pick<ObligationFilter, 'from' | 'to' | 'month' | 'overdue'> => {
  if (period.is === 'overdue') return { overdue: 'true' as const }
  if (period.is === 'month') return { month: period.month }
  return period.is === 'later' ? { from: period.from } : { from: period.from, to: period.to }
}

/** Empty for all kinds and all vehicles. */
export const narrowQuery = (
  kinds: readonly ObligationKind[],
  search: string | undefined,
): { kinds?: string; search?: string } => ({
  ...(kinds.length > 0 && { kinds: kinds.join(',') }),
  ...(search && { search }),
})

export type ListFilter = {
  period: Period
  kinds: readonly ObligationKind[]
  search?: string | undefined
  groupBy?: Grouping | undefined
}

/** The filter of the whole list, all its pages. */
export const filterOf = ({ period, kinds, search, groupBy }: ListFilter): ObligationFilter => ({
  ...rangeOf(period),
  ...narrowQuery(kinds, search),
  ...(groupBy && { groupBy }),
})

type ListQuery = Args<typeof obligations.list>['query']

export const listQuery = (
  filter: ListFilter,
  page: number | undefined,
  pageSize?: NonNullable<ListQuery['pageSize']>,
): ListQuery => ({ ...filterOf(filter), ...(page && { page: `${page}` }), ...(pageSize && { pageSize }) })
