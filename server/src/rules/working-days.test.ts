// Colombia's working days, from the holidays of the shipped pack.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSystem } from '../db/client.ts'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'
import { readWorkingDays, type WorkingDays, workingDaysOf } from './working-days.ts'

let fresh: FreshDatabase
let workingDays: WorkingDays
beforeAll(async () => {
  fresh = await freshDatabase()
  workingDays = await asSystem(fresh.db, (tx) => readWorkingDays(tx, 'CO'))
})
afterAll(() => fresh.drop())

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
])('the holidays of %i are no working days, and all other weekdays are', (year, holidays) => {
  const free: string[] = []
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10)
    if (new Date(at).getUTCDay() % 6 !== 0 && !workingDays.isWorkingDay(day)) free.push(day.slice(5))
  }
  expect(free).toEqual(holidays)
})

it('counts working days from the day after', () => {
  expect(workingDays.addWorkingDays('2026-11-20', 5)).toBe('2026-11-27')
  expect(workingDays.addWorkingDays('2026-03-27', 5)).toBe('2026-04-07') // Holy Week
})

it('ignores holidays that are not valid at the time, and a single day counts only in its year', () => {
  const once = { day: '2026-11-23', easter: null, moved: false, validFrom: null, validTo: null }
  const { isWorkingDay } = workingDaysOf([once, { ...once, day: '11-24', validTo: '2025-12-31' }])
  expect(['2026-11-23', '2027-11-23', '2026-11-24', '2025-11-24'].map(isWorkingDay)).toEqual([false, true, true, false])
})
