// Numbers, days and periods of a written filter (reader.ts): «5 mil», «15 días», «diciembre», «del 1/12/2026 al
// 15/12/2026». Pure.
import { addDays, addMonths, hasPlausibleYear, isCalendarDay, monthDays } from '@padron/contract/days'
import { amountOf } from '../typed-amount.ts'
import { BEFORE_PERIOD, type Days, type Meaning, NUMBER_WORDS, TIMES, UNITS } from './lexicon.ts'

export type Token = { raw: string; word: string }
/** The words of a text, their meanings, and the company's day, `yyyy-MM-dd`. */
export type Words = { tokens: readonly Token[]; meaningAt: (at: number) => Match | undefined; today: string }
export type Match = { length: number; meaning: Meaning }
export type Amount = { value: number; next: number; times: boolean }
/**
 * `next`: the index of the first word after it. Without `days` the text looks like dates but is invalid: «31/02/2027».
 */
export type Period = { days?: Days; next: number }

/** The maximum of a period of due dates. */
const PERIOD_MAX_DAYS = 3_660
const RANGE_STARTS = ['del', 'desde', 'entre']
const RANGE_JOINS = ['y', 'al', 'a', 'hasta']

const wordAt = ({ tokens }: Words, at: number): string => tokens[at]?.word ?? ''

export const numberAt = (words: Words, at: number): Amount | undefined => {
  const word = wordAt(words, at)
  const [, figures = '', suffix = ''] = /^([\d.,]+)(mil|k|d|dias|millones)?$/.exec(word) ?? []
  const read = figures ? amountOf(figures) : NUMBER_WORDS[word]
  if (read === undefined || read === null) return undefined
  if (suffix && UNITS[suffix]) return undefined
  const own = TIMES[suffix]
  if (own) return { value: read * own, next: at + 1, times: true }
  const times = TIMES[wordAt(words, at + 1)]
  return times
    ? { value: read * times, next: at + 2, times: true }
    : { value: read, next: at + 1, times: word === 'mil' }
}

const monthsLater = (day: string, months: number): string => {
  const { from, to } = monthDays(addMonths(day.slice(0, 7), months))
  const same = `${from.slice(0, 8)}${day.slice(8)}`
  return same < to ? same : to
}

/** The year after a month: «diciembre 2026», «diciembre de 2026». */
const yearAt = (words: Words, at: number): { year: string; next: number } | undefined => {
  const start = ['de', 'del'].includes(wordAt(words, at)) ? at + 1 : at
  return /^20\d\d$/.test(wordAt(words, start)) ? { year: wordAt(words, start), next: start + 1 } : undefined
}

/** The next month of that name, or that of the given year. */
const monthAt = (words: Words, at: number, month: number): Period => {
  const { today } = words
  const beside = yearAt(words, at + 1)
  const two = `${month}`.padStart(2, '0')
  const named = beside?.year ?? today.slice(0, 4)
  const isOver = !beside && `${named}-${two}` < today.slice(0, 7)
  const days = monthDays(`${isOver ? Number(named) + 1 : named}-${two}`)
  const from = days.from < today && days.to >= today ? today : days.from
  return { days: { from, to: days.to }, next: beside?.next ?? at + 1 }
}

/** A numeric day, «15/12/2026», or a day with its month, «5 de diciembre»: without a year, the next one. */
const dayAt = (words: Words, at: number): { day: string | undefined; next: number } | undefined => {
  const valid = (day: string) => (hasPlausibleYear(day) && isCalendarDay(day) ? day : undefined)
  const [, day, month, year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(wordAt(words, at)) ?? []
  const two = (text = ''): string => text.padStart(2, '0')
  if (year) return { day: valid(`${year}-${two(month)}-${two(day)}`), next: at + 1 }
  const named = words.meaningAt(at + 2)?.meaning
  if (!/^\d{1,2}$/.test(wordAt(words, at)) || wordAt(words, at + 1) !== 'de' || named?.as !== 'month') return undefined
  const inYear = (of: string) => `${of}-${two(`${named.month}`)}-${two(wordAt(words, at))}`
  const beside = yearAt(words, at + 3)
  const thisYear = words.today.slice(0, 4)
  const found = inYear(beside?.year ?? thisYear)
  return {
    day: valid(!beside && found < words.today ? inYear(`${Number(thisYear) + 1}`) : found),
    next: beside?.next ?? at + 3,
  }
}

const rangeOf = (from: string | undefined, to: string | undefined, next: number): Period =>
  from && to && from <= to ? { days: { from, to }, next } : { next }

/** «el 5 de diciembre», «antes del 15/12/2026», «hasta el …», «del … al …», «entre el 1 y el 15 de diciembre». */
const datesAt = (words: Words, at: number): Period | undefined => {
  const first = wordAt(words, at)
  const isBefore = first === 'antes' && ['de', 'del'].includes(wordAt(words, at + 1))
  const isRange = RANGE_STARTS.includes(first)
  const afterArticle = (next: number): number => (wordAt(words, next) === 'el' ? next + 1 : next)
  const start = afterArticle(at + (isBefore ? 2 : isRange || first === 'hasta' ? 1 : 0))
  const one = dayAt(words, start)
  if (one && isBefore) return rangeOf(words.today, one.day && addDays(one.day, -1), one.next)
  if (one && first === 'hasta') return rangeOf(words.today, one.day, one.next)
  const join = one?.next ?? start + 1
  const two = RANGE_JOINS.includes(wordAt(words, join)) ? dayAt(words, afterArticle(join + 1)) : undefined
  const number = /^\d{1,2}$/.exec(wordAt(words, start))?.[0]
  if (two && (one || number))
    return rangeOf(one ? one.day : `${two.day?.slice(0, 8)}${number?.padStart(2, '0')}`, two.day, two.next)
  if (!one) return undefined
  return isRange ? { next: one.next } : rangeOf(one.day, one.day, one.next)
}

/** Days, weeks or months from now, a named period, or dates. */
export const periodAt = (words: Words, at: number): Period | undefined => {
  const dates = datesAt(words, at)
  if (dates) return dates
  const { today } = words
  let start = at
  while (BEFORE_PERIOD.has(wordAt(words, start))) start++
  for (const from of [at, start]) {
    const match = words.meaningAt(from)
    if (match?.meaning.as === 'period') return { days: match.meaning.days(today), next: from + match.length }
    if (match?.meaning.as === 'month') return monthAt(words, from, match.meaning.month)
  }
  const glued = /^(\d{1,4})(d|dias?)$/.exec(wordAt(words, start))
  const count = glued ? { value: Number(glued[1]), next: start + 1 } : numberAt(words, start)
  const unit = glued ? 'day' : UNITS[wordAt(words, count?.next ?? -1)]
  if (!count || !unit || !Number.isInteger(count.value)) return undefined
  if (count.value * { day: 1, week: 7, month: 30 }[unit] > PERIOD_MAX_DAYS) return undefined
  const to = unit === 'month' ? monthsLater(today, count.value) : addDays(today, count.value * (unit === 'day' ? 1 : 7))
  return { days: { from: today, to }, next: count.next + (glued ? 0 : 1) }
}
