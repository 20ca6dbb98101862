// A date, a range of days and the distance to a day in words. A day is `yyyy-MM-dd` and has no time zone. Pure.
import { dateOfDay, daysBetween } from '../days.ts'

const MONTH = new Intl.DateTimeFormat('es-MX', { month: 'long', timeZone: 'UTC' })

const number = (day: string): number => dateOfDay(day).getUTCDate()
const month = (day: string): string => MONTH.format(dateOfDay(day))
const year = (day: string): string => day.slice(0, 4)

/** "05/11/2026", the format that people write. */
export const numericDay = (day: string): string => day.split('-').toReversed().join('/')

/** "05/11/2026 09:30" for "2026-11-05 09:30". */
export const numericMoment = (moment: string): string => {
  const [day = '', ...time] = moment.split(' ')
  return [numericDay(day), ...time].join(' ')
}

/** Includes the year unless it is the current one. */
const yearText = (day: string, today: string): string => (year(day) === year(today) ? '' : ` de ${year(day)}`)

/** "23 de noviembre", "4 de enero de 2027" */
export const dateText = (day: string, today: string): string => `${number(day)} de ${month(day)}${yearText(day, today)}`

/** "del 23 al 29 de noviembre", "del 28 de diciembre al 3 de enero de 2027", "el 23 de noviembre" */
export const rangeText = (from: string, to: string, today: string): string => {
  if (from === to) return `el ${dateText(from, today)}`
  const sameYear = year(from) === year(to)
  const start =
    from.slice(0, 7) === to.slice(0, 7)
      ? `${number(from)}`
      : `${number(from)} de ${month(from)}${sameYear ? '' : yearText(from, today)}`
  return `del ${start} al ${dateText(to, today)}`
}

/** The distance to a day: "hoy", "mañana", "en 5 días", "venció ayer", "venció hace 12 días". */
export const nearText = (day: string, today: string): string => {
  const left = daysBetween(today, day)
  if (left === 0) return 'hoy'
  if (left === 1) return 'mañana'
  if (left === -1) return 'venció ayer'
  return left > 0 ? `en ${left} días` : `venció hace ${-left} días`
}
