// The debts whose discount ends within some days.
import { expect, it } from 'vitest'
import { workingDaysOf } from '../../../rules/working-days.ts'
import { deadlinesIn } from './deadlines.ts'
import type { StoredPaymentRule } from './payment-rules.ts'

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
  once: false,
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
  deadlinesIn([rule], { from, to }, workingDaysOf([])).map(({ countedOn, deadline, percent, percentAfter }) => [
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
  // Debts of Friday, Saturday and Sunday have five working days that end on the same Friday.
  expect(deadlinesOf(rule, '2026-11-27', '2026-11-29').map(([countedOn]) => countedOn)).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ])
})

it('returns both deadlines if another source states other days', () => {
  const otherSteps = [
    { days: 11, percent: 90 },
    { days: 30, percent: 50 },
  ]
  const both = deadlinesIn([{ ...RULE, otherSteps }], { from: '2026-03-14', to: '2026-03-14' }, workingDaysOf([]))
  expect(both.map(({ countedOn, deadline, otherDeadline }) => [countedOn, deadline, otherDeadline])).toEqual([
    // The safe deadline was yesterday; the other source's is today.
    ['2026-03-03', '2026-03-13', '2026-03-14'],
    ['2026-03-04', '2026-03-14', '2026-03-15'],
    ['2026-02-12', '2026-03-14', '2026-03-14'],
  ])
})

it('uses the earlier deadline as the safe one, whichever source states it', () => {
  const otherSteps = [
    { days: 8, percent: 90 },
    { days: 30, percent: 50 },
  ]
  const [first] = deadlinesIn([{ ...RULE, otherSteps }], { from: '2026-03-12', to: '2026-03-12' }, workingDaysOf([]))
  expect(first).toMatchObject({ countedOn: '2026-03-02', deadline: '2026-03-10', otherDeadline: '2026-03-12' })
})
