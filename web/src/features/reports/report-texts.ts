// A report in words: its schedule and next date, its recipients, and its last result.
import { daysBetween } from '@padron/contract/days'
import type { EmailCounts } from '@padron/contract/queue'
import type { Report } from '@padron/contract/reports/definition'
import {
  type EmailOutcome,
  emailOutcome,
  type RoundOutcome,
  reportKinds,
  WEEKDAYS,
} from '@padron/contract/reports/rules'
import { dateTime, localDay } from '../../lib/dates.ts'
import type { Sign } from '../../lib/status-texts.ts'

type Schedule = Pick<Report, 'frequency' | 'sendDay' | 'sendHour'>

/** 'a las 7:00', 'a la 1:00' */
const hourText = (hour: number): string => `${hour === 1 ? 'a la' : 'a las'} ${hour}:00`

const weekday = (day: number): string => (WEEKDAYS[day - 1] ?? '').toLowerCase()
/** The first day of the month that not every month has. */
const SHORTEST = 29
const monthDay = (day: number): string =>
  day < SHORTEST ? `El día ${day} de cada mes` : `El día ${day} de cada mes, o el último,`

/** 'Cada lunes a las 7:00' */
export const scheduleText = ({ frequency, sendDay, sendHour }: Schedule): string => {
  const at = hourText(sendHour)
  if (frequency === 'weekly') return `Cada ${weekday(sendDay)} ${at}`
  if (frequency === 'biweekly') return `Cada dos semanas, el ${weekday(sendDay)} ${at}`
  return `${monthDay(sendDay)} ${at}`
}

/** From this number of days on, the distance is in weeks. */
const WEEKS_FROM = 14

/** @param at the next date; a past one is being processed */
export const nextText = (at: string, now: number, zone: string): string => {
  if (Date.parse(at) <= now) return 'en preparación'
  const exact = dateTime(at, zone)
  const days = daysBetween(localDay(now, zone), exact.slice(0, 10))
  if (days === 0) return `hoy ${hourText(Number(exact.slice(11, 13)))}`
  if (days === 1) return `mañana ${hourText(Number(exact.slice(11, 13)))}`
  return days < WEEKS_FROM ? `en ${days} días` : `en ${Math.floor(days / 7)} semanas`
}

/** 'lunes 23 de noviembre de 2026, 07:00' */
export const longDate = (at: string, zone: string): string => {
  const words = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: zone } as const
  const day = new Intl.DateTimeFormat('es-MX', words).format(new Date(at)).replace(',', '')
  return `${day}, ${dateTime(at, zone).slice(11)}`
}

const MAILS_LISTED = 2
/** The first two addresses, and the number of the others. */
export const mailsText = (mails: readonly string[]): string => {
  const more = mails.length - MAILS_LISTED
  return mails.slice(0, MAILS_LISTED).join(', ') + (more > 0 ? ` y ${more} más` : '')
}

/** All addresses and channels: 'ana@norte.mx', 'Despacho (en pausa)'. */
export const recipientsOf = ({ mails, channels }: Pick<Report, 'mails' | 'channels'>): readonly string[] => [
  ...mails,
  ...channels.map(({ name, active }) => (active ? name : `${name} (en pausa)`)),
]
/** The first two addresses, and all channels. */
export const recipientsText = ({ mails, channels }: Pick<Report, 'mails' | 'channels'>): string =>
  [mailsText(mails), ...recipientsOf({ mails: [], channels })].filter(Boolean).join(', ')

/** For use within a sentence. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

export const kindName = (kind: Report['kind']): string => reportKinds().find((one) => one.kind === kind)?.name ?? kind

/** The text of a report without a filter. */
const ALL = 'Todos los vehículos'
export const fleetText = ({ view, asked }: Pick<Report, 'view' | 'asked'>): string => {
  if (view) return `Vista «${view.name}»`
  return asked.length > 0 ? asked.map(([what, value]) => `${what}: ${value}`).join(' · ') : ALL
}

const OUTCOME_SIGNS = { skipped: 'unprocessed', failed: 'warning', over: 'warning' } as const
const FATE_SIGNS: Readonly<Record<EmailOutcome, Sign>> = {
  sent: 'clear',
  pending: 'unprocessed',
  kept: 'unprocessed',
  failed: 'warning',
  forgotten: 'unprocessed',
}

export const outcomeSign = (outcome: RoundOutcome, emails: EmailCounts): Sign =>
  outcome === 'sent' || outcome === 'notice' ? FATE_SIGNS[emailOutcome(emails)] : OUTCOME_SIGNS[outcome]

/** What a report sent now does if it is empty. */
export const EMPTY_NOW: Readonly<Record<Report['emptyPolicy'], string>> = {
  send: 'Si no hay nada que informar, se envía igual.',
  notice: 'Si no hay nada que informar, se envía solo el aviso «sin novedades».',
  skip: 'Si no hay nada que informar, no se envía nada.',
}
