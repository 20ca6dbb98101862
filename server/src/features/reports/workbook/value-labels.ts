// The workbook's words for listed values; what is written can be read again. Pure.
import { bareWords } from '@padron/contract/normalize'
import { EMPTY_POLICIES, FREQUENCIES, type Frequency, reportKinds, WEEKDAYS } from '@padron/contract/reports/rules'
import { type Refusal, refuse } from '@padron/contract/template/cell-rules'
import { nearestWord } from '@padron/contract/template/nearest'
import { isSameWord } from '@padron/contract/texts/local-text'

const LAST_DAY = 31
const LAST = 'Último'
const YES = 'Sí'
const NO = 'No'
export const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const MONTH_DAYS = Array.from({ length: LAST_DAY - 1 }, (_, i) => `${i + 1}`)
export const DAYS = [...WEEKDAYS, ...MONTH_DAYS, LAST]

/** Values and their words. */
export type Worded<T> = readonly (readonly [T, string])[]
/** In the words of the current country. */
export const kindWords = () => reportKinds().map(({ kind, name }) => [kind, name] as const)
export const HOW_OFTEN = FREQUENCIES.map(({ frequency, name }) => [frequency, name] as const)
export const POLICIES = EMPTY_POLICIES.map(({ policy, name }) => [policy, name] as const)
export const ACTIVITY = [
  [true, YES],
  [false, NO],
] as const

export const wordOf = <T>(words: Worded<T>, value: T): string => words.find(([each]) => each === value)?.[1] ?? ''
export const dayWord = (frequency: Frequency, sendDay: number): string => {
  if (frequency !== 'monthly') return WEEKDAYS[sendDay - 1] ?? ''
  return sendDay === LAST_DAY ? LAST : `${sendDay}`
}

const QUOTED_AT_MOST = 80
/** The cell's text for messages, shortened. */
export const quoted = (text: string): string =>
  `«${text.length > QUOTED_AT_MOST ? `${text.slice(0, QUOTED_AT_MOST)}…` : text}»`

const list = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} o ${words.at(-1)}`
const strange = (text: string, words: readonly string[]): string => {
  const near = nearestWord(text, words)
  return near
    ? `${quoted(text)} no se reconoce; ¿quiso escribir ${near}?`
    : `${quoted(text)} no se reconoce; escriba ${list(words)}.`
}

export const readWord = <T>(text: string, words: Worded<T>): T | Refusal => {
  const found = words.find(([, word]) => isSameWord(text, word))
  const names = words.map(([, word]) => word)
  return found ? found[0] : refuse(strange(text, names))
}

/** Includes cells that Excel converted to booleans. */
export const readActive = (text: string): boolean | Refusal => {
  const typed = bareWords(text)
  if (typed === 'verdadero' || typed === 'falso') return typed === 'verdadero'
  return readWord<boolean>(text, ACTIVITY)
}

const readWeekday = (text: string): number | Refusal => {
  if (/^\d+$/.test(text) || bareWords(text) === bareWords(LAST))
    return refuse(`De un reporte semanal o quincenal escriba el día de la semana: ${list(WEEKDAYS)}.`)
  return readWord(
    text,
    WEEKDAYS.map((name, i) => [i + 1, name] as const),
  )
}

const readMonthday = (text: string): number | Refusal => {
  if (bareWords(text) === bareWords(LAST)) return LAST_DAY
  if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= LAST_DAY) return Number(text)
  const near = /\p{L}/u.test(text) ? nearestWord(text, [LAST]) : undefined
  return refuse(near ? strange(text, [LAST]) : `De un reporte mensual escriba un número del 1 al 31, o ${LAST}.`)
}

/** @param frequency undefined if unknown: then any day is accepted */
export const readDay = (text: string, frequency: Frequency | undefined): number | Refusal => {
  if (frequency === undefined)
    return readWord(
      text,
      DAYS.map((name, i) => [i, name] as const),
    )
  return frequency === 'monthly' ? readMonthday(text) : readWeekday(text)
}

const HOUR = /^(\d{1,2})(?::(\d\d)(?::00)?)?(?:\s*h(?:rs?|oras)?\.?)?$/i
export const readHour = (text: string): number | Refusal => {
  const [, hour = '', minutes = '00'] = HOUR.exec(text) ?? []
  if (hour === '' || Number(hour) > 23) return refuse(`${quoted(text)} no es una hora; escríbala como 07:00.`)
  return minutes === '00' ? Number(hour) : refuse('Los reportes salen a la hora en punto, por ejemplo 07:00.')
}
