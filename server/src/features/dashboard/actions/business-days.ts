// Working days of Colombia: neither weekends nor holidays. Law 51 of 1983 (Emiliani) fixes some dates, moves others
// to the Monday that follows, and counts the rest from Easter. Pure; days as `yyyy-MM-dd`.
import { addDays, dateOfDay } from '@padron/contract/days'

const FIXED = ['01-01', '05-01', '07-20', '08-07', '12-08', '12-25'] as const
const TO_MONDAY = ['01-06', '03-19', '06-29', '08-15', '10-12', '11-01', '11-11'] as const
/** Holy Thursday and Good Friday; then, on Mondays, Ascension, Corpus Christi and Sacred Heart. */
const FROM_EASTER = [-3, -2, 43, 64, 71] as const

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

const holidaysOf = (year: number): ReadonlySet<string> =>
  new Set([
    ...FIXED.map((day) => `${year}-${day}`),
    ...TO_MONDAY.map((day) => nextMonday(`${year}-${day}`)),
    ...FROM_EASTER.map((days) => addDays(easter(year), days)),
  ])

const known = new Map<number, ReadonlySet<string>>()
const holidays = (year: number): ReadonlySet<string> => {
  const days = known.get(year) ?? holidaysOf(year)
  known.set(year, days)
  return days
}

export const isWorkingDay = (day: string): boolean =>
  dateOfDay(day).getUTCDay() % 6 !== 0 && !holidays(Number(day.slice(0, 4))).has(day)

/** @param days working days to add, not counting the first day */
export const addWorkingDays = (day: string, days: number): string => {
  let last = day
  for (let left = days; left > 0; ) {
    last = addDays(last, 1)
    if (isWorkingDay(last)) left--
  }
  return last
}
