// Working days of a country: neither weekends nor holidays, by its holiday rules. Days as `yyyy-MM-dd`.
import { addDays, dateOfDay } from '@padron/contract/days'
import type { Country } from '@padron/contract/places/countries'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'

export type HolidayRule = {
  /** `MM-dd` of every year, or `yyyy-MM-dd`; null: it counts from Easter. */
  day: string | null
  /** Days after Easter Sunday. */
  easter: number | null
  /** It is observed on the following Monday, unless it is a Monday. */
  moved: boolean
  validFrom: string | null
  validTo: string | null
}

/** Easter Sunday of the Gregorian calendar (Oudin, 1940). */
const easter = (year: number): string => {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const epact = (19 * golden + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 15) % 30
  const moon = epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7
  const sunday = moon - weekday // days after 28 March
  return addDays(`${year}-03-28`, sunday)
}

const nextMonday = (day: string): string => addDays(day, (8 - dateOfDay(day).getUTCDay()) % 7)

const dayIn = ({ day, easter: offset }: HolidayRule, year: number): string | null => {
  if (offset !== null) return addDays(easter(year), offset)
  if (day === null || day.length > 5) return day
  return `${year}-${day}`
}

/** The day on which it is observed; null: not in that year. */
export const holidayOn = (rule: HolidayRule, year: number): string | null => {
  const { moved, validFrom, validTo } = rule
  const day = dayIn(rule, year)
  if (day === null || (validFrom !== null && day < validFrom) || (validTo !== null && day > validTo)) return null
  return moved ? nextMonday(day) : day
}

const holidaysOf = (rules: readonly HolidayRule[], year: number): ReadonlySet<string> =>
  new Set(rules.flatMap((rule) => holidayOn(rule, year) ?? []))

export type WorkingDays = {
  isWorkingDay: (day: string) => boolean
  /** @param days working days to add, not counting the first day */
  addWorkingDays: (day: string, days: number) => string
}

export const workingDaysOf = (rules: readonly HolidayRule[]): WorkingDays => {
  const byYear = new Map<number, ReadonlySet<string>>()
  const holidays = (year: number): ReadonlySet<string> => {
    const days = byYear.get(year) ?? holidaysOf(rules, year)
    byYear.set(year, days)
    return days
  }
  const isWorkingDay = (day: string): boolean =>
    dateOfDay(day).getUTCDay() % 6 !== 0 && !holidays(Number(day.slice(0, 4))).has(day)
  const addWorkingDays = (day: string, days: number): string => {
    let last = day
    for (let left = days; left > 0; ) {
      last = addDays(last, 1)
      if (isWorkingDay(last)) left--
    }
    return last
  }
  return { isWorkingDay, addWorkingDays }
}

/** @param days not counting the first one */
export const endOfTerm = (
  { addWorkingDays }: WorkingDays,
  dayKind: 'calendar' | 'business',
  from: string,
  days: number,
): string => (dayKind === 'business' ? addWorkingDays(from, days) : addDays(from, days))

export const readWorkingDays = async (tx: Tx, country: Country): Promise<WorkingDays> => {
  const { rows } = await sql<HolidayRule>`
    select day, easter, moved, valid_from as "validFrom", valid_to as "validTo"
    from holiday_rule
    where country = ${country}`.execute(tx)
  return workingDaysOf(rows)
}
