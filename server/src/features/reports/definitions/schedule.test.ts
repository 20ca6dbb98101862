// When reports are sent: days and hours in the company's zone, across clock changes. Expected dates are local times.
import type { FirstSend, Frequency } from '@padron/contract/reports/rules'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it, test } from 'vitest'
import { firstOnOf, nextSend, nextSends } from './schedule.ts'

const MEXICO = 'America/Mexico_City'
const TIJUANA = 'America/Tijuana'
const JUAREZ = 'America/Ciudad_Juarez'
const BOGOTA = 'America/Bogota'
const [MONDAY, TUESDAY, WEDNESDAY, FRIDAY, SUNDAY] = [1, 2, 3, 5, 7]

/** Local time in a zone. */
const at = (clock: string, timeZone = MEXICO): Date =>
  new Date(Temporal.PlainDateTime.from(clock).toZonedDateTime(timeZone).epochMilliseconds)
const localTime = (moment: Date, timeZone = MEXICO): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toString({ smallestUnit: 'minute', timeZoneName: 'never' })
    .slice(0, 22)
const rule = (frequency: Frequency, sendDay: number, firstOn: string, timeZone = MEXICO, sendHour = 7) => ({
  frequency,
  sendDay,
  sendHour,
  firstOn,
  timeZone,
})

const NEXT: readonly [what: string, ReturnType<typeof rule>, after: string, next: string][] = [
  ['the day before', rule('weekly', MONDAY, '2026-11-02'), '2026-11-22T23:59', '2026-11-23T07:00-06:00'],
  ['that day, before its hour', rule('weekly', MONDAY, '2026-11-02'), '2026-11-23T06:59', '2026-11-23T07:00-06:00'],
  ['at its hour', rule('weekly', MONDAY, '2026-11-02'), '2026-11-23T07:00', '2026-11-30T07:00-06:00'],
  ['that day, after its hour', rule('weekly', MONDAY, '2026-11-02'), '2026-11-23T12:00', '2026-11-30T07:00-06:00'],
  ['not before the first', rule('weekly', MONDAY, '2026-12-07'), '2026-11-22T12:00', '2026-12-07T07:00-06:00'],
  ['in the next year', rule('weekly', FRIDAY, '2026-01-02'), '2026-12-25T08:00', '2027-01-01T07:00-06:00'],
  ['every second week', rule('biweekly', MONDAY, '2026-11-02'), '2026-11-02T08:00', '2026-11-16T07:00-06:00'],
  ['not the week between', rule('biweekly', MONDAY, '2026-11-02'), '2026-11-09T06:00', '2026-11-16T07:00-06:00'],
  ['in its week, after its hour', rule('biweekly', MONDAY, '2026-11-02'), '2026-11-16T07:00', '2026-11-30T07:00-06:00'],
  ['after a year of 53 weeks', rule('biweekly', MONDAY, '2026-11-02'), '2027-01-01T00:00', '2027-01-11T07:00-06:00'],
  [
    'years later, at the same two-week pace',
    rule('biweekly', MONDAY, '2026-11-02'),
    '2030-03-01T00:00',
    '2030-03-04T07:00-06:00',
  ],
  ['a day of the month', rule('monthly', 15, '2026-11-15'), '2026-11-15T07:00', '2026-12-15T07:00-06:00'],
  ['a month without a 31st', rule('monthly', 31, '2026-01-31'), '2026-11-22T12:00', '2026-11-30T07:00-06:00'],
  ['February', rule('monthly', 31, '2026-01-31'), '2027-02-01T00:00', '2027-02-28T07:00-06:00'],
  ['February of a leap year', rule('monthly', 30, '2026-01-30'), '2028-02-01T00:00', '2028-02-29T07:00-06:00'],
  ['the 30th again, after February', rule('monthly', 30, '2026-01-30'), '2028-02-29T07:00', '2028-03-30T07:00-06:00'],
  ['the last day, after its hour', rule('monthly', 31, '2026-01-31'), '2026-11-30T07:00', '2026-12-31T07:00-06:00'],
  ['the turn of the year', rule('monthly', 1, '2026-01-01'), '2026-12-01T07:00', '2027-01-01T07:00-06:00'],
]
test.each(NEXT)('the next send: %s', (_what, each, after, next) => {
  expect(localTime(nextSend(each, at(after)))).toBe(next)
})

// Clocks there go forward on 14 March 2027 at 2:00 and back on 7 November 2027 at 2:00.
const CLOCKS: readonly [what: string, ReturnType<typeof rule>, after: string, next: string][] = [
  [
    'an hour that does not exist becomes the next one',
    rule('weekly', SUNDAY, '2026-11-01', TIJUANA, 2),
    '2027-03-13T12:00',
    '2027-03-14T03:00-07:00',
  ],
  [
    'a week later it is the configured hour again',
    rule('weekly', SUNDAY, '2026-11-01', TIJUANA, 2),
    '2027-03-14T12:00',
    '2027-03-21T02:00-07:00',
  ],
  [
    'of an hour that occurs twice, the first is used',
    rule('weekly', SUNDAY, '2026-11-01', TIJUANA, 1),
    '2027-11-06T12:00',
    '2027-11-07T01:00-07:00',
  ],
  [
    'an hour that occurs twice sends once',
    rule('weekly', SUNDAY, '2026-11-01', TIJUANA, 1),
    '2027-11-07T01:00',
    '2027-11-14T01:00-08:00',
  ],
  [
    'the same hour in summer',
    rule('monthly', 1, '2026-11-01', JUAREZ, 7),
    '2027-06-15T00:00',
    '2027-07-01T07:00-06:00',
  ],
  [
    'the same hour in winter',
    rule('monthly', 1, '2026-11-01', JUAREZ, 7),
    '2027-11-15T00:00',
    '2027-12-01T07:00-07:00',
  ],
  [
    'every second week, across the change',
    rule('biweekly', MONDAY, '2027-03-08', JUAREZ, 7),
    '2027-03-08T08:00',
    '2027-03-22T07:00-06:00',
  ],
  [
    'a zone without clock changes',
    rule('weekly', SUNDAY, '2026-11-01', BOGOTA, 2),
    '2027-03-13T12:00',
    '2027-03-14T02:00-05:00',
  ],
  [
    'midnight belongs to the day that starts',
    rule('weekly', MONDAY, '2026-11-02', BOGOTA, 0),
    '2026-11-22T23:59',
    '2026-11-23T00:00-05:00',
  ],
]
test.each(CLOCKS)('clock changes: %s', (_what, each, after, next) => {
  expect(localTime(nextSend(each, at(after, each.timeZone)), each.timeZone)).toBe(next)
})

it('is sent once where an hour occurs twice, also when computed within the second one', () => {
  const sunday = rule('weekly', SUNDAY, '2026-11-01', TIJUANA, 1)
  const second = Temporal.ZonedDateTime.from('2027-11-07T01:30-08:00[America/Tijuana]').epochMilliseconds
  expect(localTime(nextSend(sunday, new Date(second)), TIJUANA)).toBe('2027-11-14T01:00-08:00')
})

// 22 November 2026 is a Sunday: its ISO week began on the 16th.
const FIRST: readonly [FirstSend, Frequency, day: number, now: string, on: string][] = [
  [-1, 'weekly', WEDNESDAY, '2026-11-17T12:00', '2026-11-18'],
  [-1, 'weekly', WEDNESDAY, '2026-11-18T06:59', '2026-11-18'],
  [-1, 'weekly', WEDNESDAY, '2026-11-18T07:00', '2026-11-25'],
  [-1, 'biweekly', WEDNESDAY, '2026-11-19T00:00', '2026-11-25'],
  [-1, 'monthly', 31, '2026-11-30T06:00', '2026-11-30'],
  [-1, 'monthly', 31, '2026-11-30T08:00', '2026-12-31'],
  [-1, 'monthly', 1, '2026-12-31T08:00', '2027-01-01'],
  [0, 'weekly', WEDNESDAY, '2026-11-16T12:00', '2026-11-18'],
  [0, 'weekly', WEDNESDAY, '2026-11-18T06:59', '2026-11-18'],
  [0, 'weekly', WEDNESDAY, '2026-11-18T07:00', '2026-11-25'],
  [0, 'weekly', WEDNESDAY, '2026-11-22T12:00', '2026-11-25'],
  [0, 'biweekly', SUNDAY, '2026-11-22T06:00', '2026-11-22'],
  [0, 'biweekly', TUESDAY, '2026-11-22T06:00', '2026-11-24'],
  [0, 'monthly', 18, '2026-11-16T12:00', '2026-11-18'],
  [0, 'monthly', 18, '2026-11-19T12:00', '2026-12-18'],
  [1, 'weekly', WEDNESDAY, '2026-11-16T12:00', '2026-11-25'],
  [1, 'weekly', WEDNESDAY, '2026-11-18T12:00', '2026-11-25'],
  [1, 'weekly', MONDAY, '2026-11-22T23:00', '2026-11-23'],
  [1, 'weekly', MONDAY, '2026-11-23T00:00', '2026-11-30'],
  [1, 'biweekly', SUNDAY, '2026-11-16T00:00', '2026-11-29'],
  [1, 'monthly', 18, '2026-11-16T12:00', '2026-12-18'],
  [1, 'monthly', 24, '2026-11-16T12:00', '2026-11-24'],
  [1, 'monthly', 31, '2026-12-28T12:00', '2027-01-31'],
  [1, 'weekly', FRIDAY, '2026-12-23T12:00', '2027-01-01'],
]
test.each(FIRST)('first send %s, %s on %s, requested at %s', (first, frequency, sendDay, now, on) => {
  const cadence = { frequency, sendDay, sendHour: 7, timeZone: MEXICO }
  expect(firstOnOf(cadence, first, at(now))).toBe(on)
})

describe('the week of the first send is that of the company’s zone', () => {
  // Sunday evening in Tijuana, and Monday already in Bogotá.
  const now = new Date('2026-11-23T05:30:00Z')
  const monday = { frequency: 'weekly', sendDay: MONDAY, sendHour: 7 } as const
  it.each([
    [TIJUANA, '2026-11-23'],
    [BOGOTA, '2026-11-30'],
  ])('%s', (timeZone, on) => expect(firstOnOf({ ...monday, timeZone }, 1, now)).toBe(on))
})

it('returns three different dates as the next sends', () => {
  const sends = nextSends(rule('monthly', 31, '2026-11-30'), at('2026-11-30T07:00'), 3)
  expect(sends.map((each) => localTime(each).slice(0, 10))).toEqual(['2026-12-31', '2027-01-31', '2027-02-28'])
})
