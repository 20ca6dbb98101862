// A user's reminders in words. Pure.
import type { Reply } from '@padron/contract/call'
import type { obligations } from '@padron/contract/obligations'
import type { Country } from '@padron/contract/places/countries'
import type { ReminderKind } from '@padron/contract/rules/obligation-kinds'
import { choiceName } from './kind-labels.ts'

export type Reminders = Reply<typeof obligations.reminders>

/** Why no reminder can be sent; undefined: one can. */
export const whyNotSent = ({ mails, email, byEmail, channels }: Reminders): string | undefined => {
  if (channels.some(({ active }) => active)) return undefined
  if (!byEmail) return 'No sale: sus canales no están activos'
  if (!mails) return 'No sale: no hay servidor de correo'
  return email ? undefined : 'No sale: usted no tiene correo'
}

export const CALENDARS = 'Calendarios oficiales y de su empresa'

/** '1 día antes' */
export const stepText = (days: number): string => {
  if (days === 0) return 'El mismo día'
  return days === 1 ? '1 día antes' : `${days} días antes`
}

const joined = (parts: readonly string[]): string => new Intl.ListFormat('es').format(parts)

/** '30, 7 y 1 días antes, y el mismo día' */
export const stepsText = (days: readonly number[]): string => {
  if (days.length === 0) return 'Ningún día elegido'
  if (days.length === 1) return stepText(days[0] ?? 0)
  const before = days.filter((each) => each > 0).toSorted((a, b) => b - a)
  const text = before.length === 1 ? stepText(before[0] ?? 0) : `${joined(before.map(String))} días antes`
  return days.includes(0) ? `${text} y el mismo día` : text
}

export const remindedText = (kinds: readonly ReminderKind[], country: Country): string =>
  joined(kinds.map((kind) => (kind === 'calendar' ? CALENDARS : choiceName(kind, country)))) || 'Nada elegido'
