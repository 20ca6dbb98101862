// The rules of calendars and holidays that a company adds for its own vehicles, with their texts, and their days in
// words. Pure.
import { z } from 'zod/mini'
import { Id, text } from '../common.ts'
import { hasPlausibleYear, isCalendarDay } from '../days.ts'
import type { Country } from '../places/countries.ts'
import { STATES } from '../places/states.ts'
import { isOneLine } from '../reports/rules.ts'
import { rangeText } from '../texts/day-texts.ts'

/** Limit of a company. */
export const OWN_CALENDARS_AT_MOST = 100
export const OWN_WINDOWS_AT_MOST = 12
export const OWN_TITLE_MAX = 120
export const OWN_NOTE_MAX = 500

export const OWN_KINDS = [
  { kind: 'calendar', name: 'Calendario' },
  { kind: 'holiday', name: 'Día inhábil' },
] as const
export const OwnKind = z.enum(['calendar', 'holiday'], 'Tipo no válido')
export type OwnKind = z.infer<typeof OwnKind>

const DAY_FORM = 'Escriba una fecha válida'
const WindowDay = z.string().check(z.regex(/^(?:\d{4}-)?\d\d-\d\d$/, DAY_FORM))
/** `MM-dd` for every year, or `yyyy-MM-dd` for one; both days have the same form. */
const Window = z.strictObject({ from: WindowDay, to: WindowDay })
type Window = z.infer<typeof Window>

export const OwnCalendarFields = z.strictObject({
  kind: OwnKind,
  title: text(OWN_TITLE_MAX).check(
    z.refine((typed) => typed.trim() !== '', 'Escriba un título'),
    z.refine(isOneLine, 'El título no puede tener saltos de línea'),
  ),
  /** Empty: all. */
  states: z.array(Id).check(z.maxLength(STATES.length, 'Son más estados de los que hay')),
  /** Last digits of the plate; empty: all. */
  digits: z.array(z.int().check(z.gte(0), z.lte(9))).check(z.maxLength(10, 'Son más dígitos de los que hay')),
  windows: z
    .array(Window)
    .check(
      z.minLength(1, 'Agregue al menos un periodo'),
      z.maxLength(OWN_WINDOWS_AT_MOST, `${OWN_WINDOWS_AT_MOST} periodos como máximo`),
    ),
  /** Empty: none. */
  note: text(OWN_NOTE_MAX),
})
export type OwnCalendarFields = z.infer<typeof OwnCalendarFields>

type Fault = { path: string; message: string }

const isOfOneYear = ({ from }: Window): boolean => from.length > 5

/** A leap year, so that 29 February is a day of every year. */
const LEAP_YEAR = '2000'
const inYear = (window: Window, year: string): Window =>
  isOfOneYear(window) ? window : { from: `${year}-${window.from}`, to: `${year}-${window.to}` }

const dayFault = (day: string): string | undefined => {
  const whole = day.length > 5 ? day : `${LEAP_YEAR}-${day}`
  if (!isCalendarDay(whole)) return 'no existe'
  return hasPlausibleYear(whole) ? undefined : 'debe estar entre los años 1900 y 2199'
}

const windowFaults = (window: Window, place: number): Fault[] => {
  const path = `windows.${place}`
  const which = `del periodo ${place + 1}`
  const [first, last] = [dayFault(window.from), dayFault(window.to)]
  if (first) return [{ path: `${path}.from`, message: `La fecha inicial ${which} ${first}` }]
  if (last) return [{ path: `${path}.to`, message: `La fecha final ${which} ${last}` }]
  if (window.from.length !== window.to.length)
    return [{ path: `${path}.to`, message: `Las dos fechas ${which} llevan año, o ninguna` }]
  return window.to < window.from
    ? [{ path: `${path}.to`, message: `La fecha final ${which} es anterior a la inicial` }]
    : []
}

/** Also for windows of different kinds: a window of every year may overlap one of a single year. */
export const windowsOverlap = (one: Window, other: Window): boolean => {
  const years = [one, other].filter(isOfOneYear).flatMap(({ from, to }) => {
    const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
    // A window of a year or more contains every day of the year.
    return Array.from({ length: Math.min(3, last - first + 1) }, (_, i) => `${first + i}`)
  })
  return (years.length > 0 ? years : [LEAP_YEAR]).some((year) => {
    const [a, b] = [inYear(one, year), inYear(other, year)]
    return a.from <= b.to && b.from <= a.to
  })
}

const overlapFaults = (windows: readonly Window[]): Fault[] =>
  windows.flatMap((window, place) => {
    const other = windows.findIndex((each, before) => before < place && windowsOverlap(window, each))
    const message = `El periodo ${place + 1} se traslapa con el ${other + 1}`
    return other < 0 ? [] : [{ path: `windows.${place}.from`, message }]
  })

/** Faults that the schema does not detect, by their path in the body. */
export const ownCalendarFaults = (
  { kind, states, digits, windows }: Pick<OwnCalendarFields, 'kind' | 'states' | 'digits' | 'windows'>,
  country: Country,
): Fault[] => {
  const known = STATES.filter((state) => state.country === country).map(({ stateId }) => stateId)
  const unknown = states.find((stateId) => !known.includes(stateId))
  const wrong = windows.flatMap(windowFaults)
  return [
    ...(unknown === undefined ? [] : [{ path: 'states', message: `No existe el estado ${unknown}` }]),
    ...(kind === 'holiday' && digits.length > 0
      ? [{ path: 'digits', message: 'Un día inhábil no depende de la placa' }]
      : []),
    ...(wrong.length > 0 ? wrong : overlapFaults(windows)),
  ]
}

/** 'Cada año del 1 de marzo al 30 de abril; del 3 al 5 de mayo de 2027.' */
export const ownWindowsText = (windows: readonly Window[]): string => {
  const yearly = windows
    .filter((window) => !isOfOneYear(window))
    .map((window) => {
      const { from, to } = inYear(window, LEAP_YEAR)
      return rangeText(from, to, from)
    })
  const dated = windows.filter(isOfOneYear).map(({ from, to }) => rangeText(from, to, ''))
  const words = [...(yearly.length > 0 ? [`cada año ${yearly.join(', ')}`] : []), ...dated].join('; ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** A prefix that no rule of a pack has. */
export const OWN_KEY = 'propio-'
/** The key of its rule in the list of official calendars. */
export const ownRuleKey = (ownCalendarId: number): string => `${OWN_KEY}${ownCalendarId}`
export const ownCalendarIdOf = (ruleKey: string): number => Number(ruleKey.slice(OWN_KEY.length))
