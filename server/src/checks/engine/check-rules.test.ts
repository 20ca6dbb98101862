// What each outcome means for the status, the next due date and the sums.
import { OUTCOMES, type Outcome } from '@padron/contract/resource-status'
import { describe, expect, it } from 'vitest'
import { addDebts, debtOfStatus, sumDebts } from '../store/debt.ts'
import {
  answerUntil,
  failureStatus,
  freshHours,
  isGood,
  isPortalFault,
  nextDue,
  toStatusColumns,
} from './check-rules.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const MARCH = new Date('2026-03-10T12:00:00Z')
const hoursTo = (due: Date) => (due.getTime() - NOW.getTime()) / 3_600_000
type Ended = Parameters<typeof nextDue>[0]
const hoursAfter = (outcome: Outcome, types: readonly number[], rest: Partial<Ended> = {}) =>
  hoursTo(nextDue({ outcome, types, attempts: 0, now: NOW, random: 0, ...rest }))

describe('outcomes', () => {
  it.each(Object.keys(OUTCOMES) as Outcome[])(
    '%s is an answer, a fault of the portal or a failure that a person must fix, never two of them',
    (outcome) => {
      expect(isGood(outcome) && (isPortalFault(outcome) || failureStatus(outcome) !== undefined)).toBe(false)
      expect(failureStatus(outcome) ?? 13).toBeOneOf([13, 15, 18])
    },
  )

  it('of failed checks never write a clear status', () => {
    expect(
      Object.keys(OUTCOMES)
        .map((outcome) => failureStatus(outcome as Outcome))
        .filter((status) => status !== undefined),
    ).toEqual([13, 13, 18, 15])
  })
})

describe('the next due date', () => {
  it('comes before the first of the types expires', () => {
    for (const random of [0, 0.5, 0.999]) {
      expect(hoursAfter('ok', [1, 8], { random })).toBeLessThanOrEqual(24)
      expect(hoursAfter('ok', [1, 8], { random })).toBeGreaterThan(22.7)
    }
    expect(hoursAfter('ok', [2])).toBe(720)
    expect(hoursAfter('partial', [2])).toBe(4)
  })

  it('comes when a policy, an inspection or a payment line of the answer expires', () => {
    const line = (day: string | null) => [{ type: 8, results: [{ paymentLineDueDate: day }] }]
    const until = (type: number, validUntil: string) => hoursTo(answerUntil({ type, validUntil, results: [] }, NOW))
    expect(hoursAfter('ok', [8], { answers: line('2026-11-22') })).toBe(44) // over at midnight in Tijuana
    // an expired payment line is ignored
    expect(hoursAfter('ok', [8], { answers: line('2026-11-01') })).toBe(168)
    expect(until(12, '2026-11-23')).toBe(68)
    expect(until(12, '2027-06-01')).toBe(168)
    // A policy is queried daily in its last fifteen days.
    expect([until(5, '2027-06-01'), until(5, '2026-12-10'), until(5, '2026-12-03'), until(5, '2026-11-21')]).toEqual([
      168, 168, 24, 20,
    ])
  })

  it('of a captured answer with a last day is that day, at most ninety days away', () => {
    const captured = (validUntil: string) => hoursTo(answerUntil({ type: 5, validUntil, results: [] }, NOW, 30))
    expect(captured('2026-12-31')).toBe((40 + 1) * 24 - 4)
    expect(captured('2028-01-01')).toBe(90 * 24)
  })

  it('counts from the source’s own date; if its cache has expired already, it is a day later', () => {
    const cached = (hours: number) => hoursAfter('ok', [2], { answeredAt: new Date(NOW.getTime() - hours * 3_600_000) })
    expect([cached(72), cached(719), cached(960)]).toEqual([648, 1, 24])
  })

  it('follows the season in which tenencia and refrendo are paid', () => {
    expect([freshHours(0, NOW), freshHours(0, MARCH), freshHours(8, MARCH), freshHours(1, MARCH)]).toEqual([
      168, 24, 24, 24,
    ])
  })

  it('after a portal’s fault comes soon three times and then ever later, with jitter', () => {
    const seconds = (attempts: number, random: number) => hoursAfter('timeout', [1], { attempts, random }) * 3600
    expect([1, 2, 3].map((attempts) => Number(seconds(attempts, 0).toFixed(3)))).toEqual([0.5, 0.5, 0.5])
    expect([1, 2, 3].map((attempts) => Math.round(seconds(attempts, 1)))).toEqual([4, 8, 16])
    expect(seconds(4, 1)).toBe(1800)
    expect(seconds(30, 1)).toBe(12 * 3600)
  })

  it('honours Retry-After, and is a day later for failures that a person must fix', () => {
    expect(hoursAfter('rate-limited', [1], { attempts: 1, retryAfterSeconds: 7200 })).toBe(2)
    expect(hoursAfter('rate-limited', [1], { attempts: 1, retryAfterSeconds: 999_999 })).toBe(24)
    for (const outcome of ['captcha', 'needs-input', 'shape-drift', 'bad-credentials', 'blocked'] as const)
      expect(hoursAfter(outcome, [1], { attempts: 1 })).toBe(24)
    expect([1, 5, 50].map((attempts) => hoursAfter('no-credit', [1], { attempts }))).toEqual([1, 1, 1])
  })
})

describe('the vehicle’s status columns', () => {
  it('show the worst status of each type; a possible tenencia shows in the tenencia column', () => {
    const columns = toStatusColumns([
      { typeId: 1, statusId: 1 },
      { typeId: 1, statusId: 0 },
      { typeId: 0, statusId: 3 },
      { typeId: 10, statusId: 21 },
      { typeId: 4, statusId: 5 },
    ])
    expect(columns).toMatchObject({ ticketStatus: 0, tenenciaStatus: 21, stolenStatus: 5, insuranceStatus: -1 })
  })
})

describe('the total owed', () => {
  const result = (total: number | null, rows = 0) => ({
    name: '',
    subTotal: null,
    discount: null,
    surcharge: null,
    total,
    paymentLine: null,
    paymentLineDueDate: null,
    pdfUrl: null,
    scrapedTickets: [],
    scrapedRefrendo: [],
    scrapedTenencias: Array.from({ length: rows }, () => ({
      folio: null,
      description: '',
      dateTime: null,
      subTotal: null,
      discountsSum: null,
      surchargesSum: null,
      total: null,
    })),
  })

  it('sums amounts and counts debts without one: unknown is never zero', () => {
    expect(sumDebts([result(0.1), result(0.2), result(null, 3)])).toEqual({ total: 0.3, withoutAmount: 3 })
    expect(sumDebts([result(null)])).toEqual({ total: null, withoutAmount: 1 })
  })

  it('includes only types that are money, and no possible tenencia', () => {
    expect(debtOfStatus(10, 21, [result(900)])).toEqual({ total: 0, withoutAmount: 0 })
    expect(debtOfStatus(5, 8, [result(900)])).toEqual({ total: 0, withoutAmount: 0 })
    expect(debtOfStatus(1, 0, [result(900)])).toEqual({ total: 900, withoutAmount: 0 })
  })

  it('counts a debt of zero as one without amount, and ignores one that another resource lists', () => {
    expect(debtOfStatus(1, 0, [])).toEqual({ total: null, withoutAmount: 1 })
    expect(debtOfStatus(1, 0, [result(0)])).toEqual({ total: null, withoutAmount: 1 })
    expect(debtOfStatus(0, 2, [result(0, 2), result(null)])).toEqual({ total: null, withoutAmount: 3 })
    expect(debtOfStatus(1, 0, [{ ...result(0), elsewhere: true }])).toEqual({ total: 0, withoutAmount: 0 })
    expect(debtOfStatus(1, 1, [])).toEqual({ total: 0, withoutAmount: 0 })
  })

  it('is unknown while no source of money has answered', () => {
    const debt = { total: 5, withoutAmount: 1 }
    expect(
      addDebts([
        { typeId: 4, answered: true, debt },
        { typeId: 1, answered: false, debt },
      ]),
    ).toEqual({ total: null, withoutAmount: 0 })
    expect(
      addDebts([
        { typeId: 1, answered: true, debt },
        { typeId: 0, answered: true, debt: { total: null, withoutAmount: 2 } },
      ]),
    ).toEqual({ total: 5, withoutAmount: 3 })
  })
})
