// The deadlines of discounts that end within some days. The day of a debt, or of its notification, determines the
// end of its discount, so the past is searched by day and not by debt. Pure.
import { addDays } from '@padron/contract/days'
import { endOfTerm, type WorkingDays } from '../../../rules/working-days.ts'
import type { StoredPaymentRule } from './payment-rules.ts'

/** Debts of `countedOn` cost `percent` less until the end of `deadline`, and `percentAfter` less after it. */
export type Deadline = {
  ruleKey: string
  step: number
  countsFrom: StoredPaymentRule['countsFrom']
  countedOn: string
  deadline: string
  /** The end by the rule's other interpretation; after `deadline`. */
  otherDeadline: string | null
  percent: number
  percentAfter: number
}
type Days = { from: string; to: string }

/** Upper bound of the calendar days of a deadline: two for each working day, plus the longest run of holidays. */
const CALENDAR_PER_WORKING = 2
const LONGEST_HOLIDAYS = 14

const daysFrom = (from: string, to: string): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** A rule does not apply to debts before its start, nor to deadlines after its end. */
const holds = ({ validFrom, validTo }: StoredPaymentRule, countedOn: string, deadline: string): boolean =>
  (validFrom === null || countedOn >= validFrom) && (validTo === null || deadline <= validTo)

/**
 * Deadlines of the active discount rules, by rule, step and day.
 * @param week first and last day on which they end by either interpretation, both included
 */
export const deadlinesIn = (rules: readonly StoredPaymentRule[], week: Days, workingDays: WorkingDays): Deadline[] =>
  rules.flatMap((rule) =>
    rule.steps.flatMap(({ days, percent }, step) => {
      const { ruleKey, countsFrom, dayKind, otherDayKind, otherSteps } = rule
      const otherDays = otherSteps?.[step]?.days ?? days
      const isRead = otherDayKind !== null || otherSteps !== null
      const percentAfter = rule.steps[step + 1]?.percent ?? 0
      const first = addDays(week.from, -(CALENDAR_PER_WORKING * Math.max(days, otherDays) + LONGEST_HOLIDAYS))
      return daysFrom(first, week.to).flatMap((countedOn) => {
        const own = endOfTerm(workingDays, dayKind, countedOn, days)
        const other = isRead ? endOfTerm(workingDays, otherDayKind ?? dayKind, countedOn, otherDays) : own
        const [deadline, later] = other < own ? [other, own] : [own, other]
        const otherDeadline = isRead ? later : null
        // When the deadline that all sources apply is past, the other interpretation's is still to come.
        const next = otherDeadline && deadline < week.from ? otherDeadline : deadline
        if (next < week.from || next > week.to || !holds(rule, countedOn, next)) return []
        return [{ ruleKey, step, countsFrom, countedOn, deadline, otherDeadline, percent, percentAfter }]
      })
    }),
  )
