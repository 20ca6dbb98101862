// The values of the form of one of the company's own calendars, their validation, and the body of the request. Pure.
import type { OwnCalendar } from '@padron/contract/obligations'
import type { Country } from '@padron/contract/places/countries'
import { OwnCalendarFields, OwnKind, ownCalendarFaults } from '@padron/contract/rules/own-calendar-rules'
import { z } from 'zod/mini'
import { displayText, readDay } from '../../lib/typed-day.ts'
import { type Faults, hasFaults, schemaFaults } from '../../ui/form/faults.ts'

/** Field values before they are valid, stored as a draft. Days as typed: `dd/mm` or `dd/mm/aaaa`. */
export const OwnCalendarDraft = z.object({
  kind: OwnKind,
  title: z.string(),
  states: z.array(z.number()),
  digits: z.array(z.number()),
  windows: z.array(z.object({ key: z.number(), from: z.string(), to: z.string() })),
  note: z.string(),
})
export type OwnCalendarValues = z.infer<typeof OwnCalendarDraft>
export type TypedWindow = OwnCalendarValues['windows'][number]

export const newWindow = (windows: readonly TypedWindow[]): TypedWindow => ({
  key: Math.max(0, ...windows.map(({ key }) => key)) + 1,
  from: '',
  to: '',
})

export const NEW: OwnCalendarValues = {
  kind: 'calendar',
  title: '',
  states: [],
  digits: [],
  windows: [newWindow([])],
  note: '',
}

const YEARLY = /^(\d{1,2})[-/. ](\d{1,2})$/
/** `5/11` → `11-05`, `5/11/2026` → `2026-11-05`; anything else unchanged */
const storedDay = (typed: string): string => {
  const [, day, month] = YEARLY.exec(typed.trim()) ?? []
  if (day && month) return `${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return readDay(typed) ?? typed.trim()
}
const typedDay = (stored: string): string =>
  stored.length === 5 ? stored.split('-').toReversed().join('/') : displayText(stored)

export const toOwnCalendarValues = ({
  kind,
  title,
  states,
  digits,
  windows,
  note,
}: OwnCalendar): OwnCalendarValues => ({
  ...{ kind, title, states, digits, note },
  windows: windows.map(({ from, to }, at) => ({ key: at + 1, from: typedDay(from), to: typedDay(to) })),
})

/** A holiday applies to every plate. */
export const toOwnCalendarBody = ({ windows, digits, ...values }: OwnCalendarValues): OwnCalendarFields => ({
  ...values,
  digits: values.kind === 'holiday' ? [] : digits,
  windows: windows.map(({ from, to }) => ({ from: storedDay(from), to: storedDay(to) })),
})

export const validateOwnCalendar = (values: OwnCalendarValues, country: Country): Faults => {
  const body = toOwnCalendarBody(values)
  const faults = schemaFaults(OwnCalendarFields, body)
  if (hasFaults(faults)) return faults
  return Object.fromEntries(ownCalendarFaults(body, country).map(({ path, message }) => [path, message]))
}
