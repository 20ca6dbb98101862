// What falls due: by week and as a list, the official calendars, the address for calendar programs, and the reminder
// settings.
import { NOTICES } from '@padron/contract/common'
import { daysBetween, hasPlausibleYear, isCalendarDay, localTime } from '@padron/contract/days'
import type { ReminderKind } from '@padron/contract/obligation-kinds'
import { OBLIGATION_WEEKS, type obligations as rows } from '@padron/contract/obligations'
import { kindsFor } from '../../fleet/obligations.ts'
import { addressAt } from '../../http/place.ts'
import { notFound, refuse } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve.ts'
import type { Session } from '../../http/sessions.ts'
import { readHolidays, readUnitsInWords } from '../../rules/official-values.ts'
import { readCalendars, readRuleVehicles } from './calendar.queries.ts'
import { type Span, usualDays } from './calendar.rules.ts'
import { feedPath, newFeedToken, readFeed, removeFeed, writeFeed } from './feed.queries.ts'
import { type Reader, readList, readWeeks } from './obligations.queries.ts'
import { readReminders, writeReminders } from './reminders.queries.ts'

const readerOf = ({ tenantId, timeZone, roles }: Session, now: Date, kinds: string | undefined): Reader => ({
  tenantId,
  today: localTime(now, timeZone).day,
  kinds: kindsFor(roles, kinds),
})

const faultOf = (what: string, day: string): string | undefined => {
  if (!isCalendarDay(day)) return `La fecha ${what} no existe.`
  return hasPlausibleYear(day) ? undefined : `La fecha ${what} debe estar entre los años 1900 y 2199.`
}

/** Two existing days in order. */
const checkDays = ({ from, to }: { from?: string | undefined; to?: string | undefined }): void => {
  const [first, last] = [from && faultOf('inicial', from), to && faultOf('final', to)]
  if (first) throw refuse(400, first, 'from')
  if (last) throw refuse(400, last, 'to')
  if (from !== undefined && to !== undefined && to < from)
    throw refuse(400, 'La fecha final es anterior a la inicial.', 'to')
}

const RULE_DAYS_AT_MOST = 731

/** The default days: the listed weeks, from today or from the given first day. */
const ruleDays = ({ from, to }: { from?: string | undefined; to?: string | undefined }, today: string): Span => {
  checkDays({ from, to })
  const usual = usualDays(from ?? today, OBLIGATION_WEEKS)
  const days = { from: usual.from, to: to ?? usual.to }
  if (days.to < days.from) throw refuse(400, 'La fecha final es anterior a la inicial.', 'to')
  if (daysBetween(days.from, days.to) > RULE_DAYS_AT_MOST)
    throw refuse(400, 'Las fechas abarcan dos años como máximo.', 'to')
  return days
}

const DONE = { message: NOTICES.done }

/** @param mails whether this installation sends email */
export const obligations = (mails: boolean): Handlers<typeof rows> => ({
  weeks: ({ query: { kinds }, session, now, tx }) => readWeeks(tx, readerOf(session, now, kinds)),

  list: ({ query: { from, to, overdue, kinds, vehicleAssetId, page }, session, now, tx }) => {
    checkDays({ from, to })
    return readList(tx, readerOf(session, now, kinds), {
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(vehicleAssetId === undefined ? {} : { vehicleId: Number(vehicleAssetId) }),
      overdue: overdue === 'true',
      page,
    })
  },

  rules: async ({ query, session: { tenantId, country, timeZone }, now, tx }) => {
    const { day: today } = localTime(now, timeZone)
    return {
      rules: await readCalendars(tx, { tenantId, country, today, days: ruleDays(query, today) }),
      units: await readUnitsInWords(tx, country, today),
      holidays: await readHolidays(tx, country, today),
    }
  },

  ruleVehicles: async ({ params: { ruleKey }, query: { page }, session: { tenantId, country, timeZone }, now, tx }) => {
    const { day: today } = localTime(now, timeZone)
    const found = await readRuleVehicles(tx, { tenantId, country, today }, ruleKey, page)
    if (!found) throw notFound()
    return found
  },

  feed: async ({ session, tx }) => ({ feed: await readFeed(tx, session) }),

  createFeed: async ({ kit, session, now, tx }) => {
    const token = newFeedToken()
    await writeFeed(tx, session, token, now)
    return { path: addressAt(kit.place, feedPath(token)) }
  },

  revokeFeed: async ({ session, tx }) => {
    await removeFeed(tx, session)
    return DONE
  },

  reminders: async ({ session, tx }) => {
    const { kinds, ...chosen } = await readReminders(tx, session)
    return { ...chosen, kinds: visible(session, kinds), mails }
  },

  setReminders: async ({ body: { active, days, kinds }, session, tx }) => {
    if (active && days.length === 0) throw refuse(422, 'Elija al menos un día de aviso.', 'days')
    if (active && kinds.length === 0) throw refuse(422, 'Elija al menos un tipo de vencimiento.', 'kinds')
    await writeReminders(tx, session, {
      active,
      days: [...new Set(days)].toSorted((a, b) => b - a),
      kinds: [...new Set(kinds)],
    })
    return DONE
  },
})

/** Excludes documents for readers without their permission. */
const visible = ({ roles }: Session, kinds: readonly ReminderKind[]): ReminderKind[] => {
  const seen = new Set<ReminderKind>([...kindsFor(roles, undefined), 'calendar'])
  return kinds.filter((kind) => seen.has(kind))
}
