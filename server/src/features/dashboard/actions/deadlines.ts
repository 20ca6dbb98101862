// Which debts have a discount that ends in some days: the day of a debt, or of its notification, tells the end of its
// discount, so each day of the past is asked once, and not each debt. Pure.
import { addDays } from '@padron/contract/days'
import { addWorkingDays } from './business-days.ts'
import type { StoredPaymentRule } from './payment-rules.ts'

/** Debts of that day have that much less until the end of `deadline`, and `later` after it. */
export type Deadline = {
  ruleKey: string
  step: number
  countsFrom: StoredPaymentRule['countsFrom']
  countedOn: string
  deadline: string
  /** The end by the rule's other reading, which is later. */
  otherDeadline: string | null
  percent: number
  later: number
}
type Days = { from: string; to: string }

/** No longer than so many days of the calendar for each working day, with the longest row of holidays. */
const CALENDAR_PER_WORKING = 2
const LONGEST_HOLIDAYS = 14

const endOf = (dayKind: StoredPaymentRule['dayKind'], countedOn: string, days: number): string =>
  dayKind === 'business' ? addWorkingDays(countedOn, days) : addDays(countedOn, days)

const daysFrom = (from: string, to: string): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** A rule promises nothing of debts from before it, nor of days after its end. */
const holds = ({ validFrom, validTo }: StoredPaymentRule, countedOn: string, deadline: string): boolean =>
  (validFrom === null || countedOn >= validFrom) && (validTo === null || deadline <= validTo)

/**
 * Of the shown rules of discounts, by rule, step and day.
 * @param week the days in which they end by either reading, both included
 */
export const deadlinesIn = (rules: readonly StoredPaymentRule[], week: Days): Deadline[] =>
  rules.flatMap((rule) =>
    rule.steps.flatMap(({ days, percent }, step) => {
      const { ruleKey, countsFrom, dayKind, otherDayKind } = rule
      const later = rule.steps[step + 1]?.percent ?? 0
      const first = addDays(week.from, -(CALENDAR_PER_WORKING * days + LONGEST_HOLIDAYS))
      return daysFrom(first, week.to).flatMap((countedOn) => {
        const deadline = endOf(dayKind, countedOn, days)
        const otherDeadline = otherDayKind && endOf(otherDayKind, countedOn, days)
        // Once the end that all sources keep is past, the other one is still an end.
        const next = otherDeadline && deadline < week.from ? otherDeadline : deadline
        if (next < week.from || next > week.to || !holds(rule, countedOn, deadline)) return []
        return [{ ruleKey, step, countsFrom, countedOn, deadline, otherDeadline, percent, later }]
      })
    }),
  )
