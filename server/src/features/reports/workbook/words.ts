// The workbook's words for listed values; what is written can be read again. Pure.
import { EMPTY_POLICIES, FREQUENCIES, type Frequency, REPORT_KINDS, WEEKDAYS } from '@padron/contract/report-rules'
import { bareWords } from '@padron/contract/state-names'
import { nearestWord } from '@padron/contract/template-nearest'

const LAST_DAY = 31
export const LAST = 'Último'
export const YES = 'Sí'
export const NO = 'No'
export const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const MONTH_DAYS = Array.from({ length: LAST_DAY - 1 }, (_, i) => `${i + 1}`)
export const DAYS = [...WEEKDAYS, ...MONTH_DAYS, LAST]

/** Values and their words. */
export type Worded<T> = readonly (readonly [T, string])[]
export const KINDS = REPORT_KINDS.map(({ kind, name }) => [kind, name] as const)
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

/** A cell's value, or why it is refused. */
export type CellResult<T> = { value: T } | { refused: string }
const list = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} o ${words.at(-1)}`
const strange = (text: string, words: readonly string[]): string => {
  const near = nearestWord(text, words)
  return near
    ? `${quoted(text)} no se reconoce; ¿quiso escribir ${near}?`
    : `${quoted(text)} no se reconoce; escriba ${list(words)}.`
}

export const readWord = <T>(text: string, words: Worded<T>): CellResult<T> => {
  const typed = bareWords(text)
  const found = words.find(([, word]) => bareWords(word) === typed)
  const names = words.map(([, word]) => word)
  return found ? { value: found[0] } : { refused: strange(text, names) }
}

/** Includes cells that Excel converted to booleans. */
export const readActive = (text: string): CellResult<boolean> => {
  const typed = bareWords(text)
  if (typed === 'verdadero' || typed === 'falso') return { value: typed === 'verdadero' }
  return readWord<boolean>(text, ACTIVITY)
}

const readWeekday = (text: string): CellResult<number> => {
  if (/^\d+$/.test(text) || bareWords(text) === bareWords(LAST))
    return { refused: `De un reporte semanal o quincenal escriba el día de la semana: ${list(WEEKDAYS)}.` }
  return readWord(
    text,
    WEEKDAYS.map((name, i) => [i + 1, name] as const),
  )
}

const readMonthday = (text: string): CellResult<number> => {
  if (bareWords(text) === bareWords(LAST)) return { value: LAST_DAY }
  if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= LAST_DAY) return { value: Number(text) }
  const near = /\p{L}/u.test(text) ? nearestWord(text, [LAST]) : undefined
  return { refused: near ? strange(text, [LAST]) : `De un reporte mensual escriba un número del 1 al 31, o ${LAST}.` }
}

/** @param frequency undefined if unknown: then any day is accepted */
export const readDay = (text: string, frequency: Frequency | undefined): CellResult<number> => {
  if (frequency === undefined)
    return readWord(
      text,
      DAYS.map((name, i) => [i, name] as const),
    )
  return frequency === 'monthly' ? readMonthday(text) : readWeekday(text)
}

const HOUR = /^(\d{1,2})(?::(\d\d)(?::00)?)?(?:\s*h(?:rs?|oras)?\.?)?$/i
export const readHour = (text: string): CellResult<number> => {
  const [, hour = '', minutes = '00'] = HOUR.exec(text) ?? []
  if (hour === '' || Number(hour) > 23) return { refused: `${quoted(text)} no es una hora; escríbala como 07:00.` }
  return minutes === '00'
    ? { value: Number(hour) }
    : { refused: 'Los reportes salen a la hora en punto, por ejemplo 07:00.' }
}
