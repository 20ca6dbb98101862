// Colombia's working days, and the debts whose discount ends within some days.
import { expect, it } from 'vitest'
import { addWorkingDays, isWorkingDay } from './business-days.ts'
import { deadlinesIn } from './deadlines.ts'
import type { StoredPaymentRule } from './payment-rules.ts'

/** Holidays as the Ministry of Labour lists them; those on Saturdays and Sundays are left out. */
const HOLIDAYS_2026 = [
  '01-01',
  '01-12',
  '03-23',
  '04-02',
  '04-03',
  '05-01',
  '05-18',
  '06-08',
  '06-15',
  '06-29',
  '07-20',
  '08-07',
  '08-17',
  '10-12',
  '11-02',
  '11-16',
  '12-08',
  '12-25',
]
const HOLIDAYS_2027 = [
  '01-01',
  '01-11',
  '03-22',
  '03-25',
  '03-26',
  '05-10',
  '05-31',
  '06-07',
  '07-05',
  '07-20',
  '08-16',
  '10-18',
  '11-01',
  '11-15',
  '12-08',
]

it.each([
  [2026, HOLIDAYS_2026],
  [2027, HOLIDAYS_2027],
])('the holidays of %i are no working days, and no other day of the week is free', (year, holidays) => {
  const free: string[] = []
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10)
    if (new Date(at).getUTCDay() % 6 !== 0 && !isWorkingDay(day)) free.push(day.slice(5))
  }
  expect(free).toEqual(holidays)
})

it('counts working days from the day after', () => {
  expect(addWorkingDays('2026-11-20', 5)).toBe('2026-11-27')
  expect(addWorkingDays('2026-03-27', 5)).toBe('2026-04-07') // Holy Week
})

const RULE: StoredPaymentRule = {
  ruleKey: 'x',
  kind: 'discount',
  title: 'x',
  where: 'x',
  says: 'x',
  validFrom: null,
  validTo: null,
  source: 'x',
  sourceDate: null,
  version: '2026-01-01',
  authority: null,
  link: null,
  note: null,
  follows: null,
  stateIds: null,
  typeIds: [9],
  steps: [
    { days: 10, percent: 90 },
    { days: 30, percent: 50 },
  ],
  dayKind: 'calendar',
  countsFrom: 'debt',
  otherDayKind: null,
  otherSteps: null,
  otherReading: null,
  onlyWords: null,
  exceptWords: null,
  enabledOverride: null,
}
const deadlinesOf = (rule: StoredPaymentRule, from: string, to: string) =>
  deadlinesIn([rule], { from, to }).map(({ countedOn, deadline, percent, percentAfter }) => [
    countedOn,
    deadline,
    percent,
    percentAfter,
  ])

it('finds each past day whose discount ends in the given days, and the percentage after it', () => {
  expect(deadlinesOf(RULE, '2026-03-14', '2026-03-15')).toEqual([
    ['2026-03-04', '2026-03-14', 90, 50],
    ['2026-03-05', '2026-03-15', 90, 50],
    ['2026-02-12', '2026-03-14', 50, 0],
    ['2026-02-13', '2026-03-15', 50, 0],
  ])
  expect(deadlinesOf({ ...RULE, steps: [{ days: 0, percent: 70 }] }, '2026-03-15', '2026-03-15')).toEqual([
    ['2026-03-15', '2026-03-15', 70, 0],
  ])
})

it('ignores debts from before the rule and deadlines after its end', () => {
  const rule = { ...RULE, validFrom: '2026-02-13', validTo: '2026-03-14' }
  expect(deadlinesOf(rule, '2026-03-14', '2026-03-15')).toEqual([['2026-03-04', '2026-03-14', 90, 50]])
})

it('finds all days whose deadlines fall on one working day', () => {
  const rule: StoredPaymentRule = { ...RULE, dayKind: 'business', steps: [{ days: 5, percent: 50 }] }
  // What arose on Friday, Saturday or Sunday has five working days that end on the same Friday.
  expect(deadlinesOf(rule, '2026-11-27', '2026-11-29').map(([countedOn]) => countedOn)).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ])
})
