// Reminders by email and to channels: at most one a user and local day, in the morning, of the dates that reached one
// of the user's steps. The transaction that writes it records the reminded dates, so that each is sent once, and again
// if the date changes. A user who sees a part of the fleet is reminded of that part.
import { addDays, localTime } from '@padron/contract/days'
import { money } from '@padron/contract/money'
import { asCountry, type Country } from '@padron/contract/places/countries'
import { OBLIGATION_KINDS } from '@padron/contract/rules/obligation-kinds'
import { countOf, numberText, vehiclesText } from '@padron/contract/texts/count-of'
import { nearText, numericDay } from '@padron/contract/texts/day-texts'
import type { FastifyBaseLogger } from 'fastify'
import { asTenant, type Db, readAsTenant, type Tx, withScope } from '../../db/client.ts'
import { kindsFor } from '../../fleet/obligations.ts'
import { covers } from '../../identity/accounts/levels.ts'
import { readRequesterAccess } from '../../jobs/requester.ts'
import type { Schedule } from '../../jobs/schedule.ts'
import { withLocale } from '../../locale.ts'
import { type ChannelContent, writeChannelNotices } from '../../mail/channel-outbox.ts'
import type { MailContent } from '../../mail/email-content.ts'
import type { Mailbox } from '../../mail/mailbox.ts'
import { emailsLeft, writeMails } from '../../mail/outbox.ts'
import {
  beginRound,
  type Candidate,
  type Due,
  type DueCalendar,
  readCandidates,
  readDue,
  readDueCalendars,
  writeSent,
  writeSentCalendars,
} from './reminders.queries.ts'

const FROM_HOUR = 7
const LINES_AT_MOST = 100
const LINK_DAYS = 30
const INFORMATIVE =
  'Los calendarios oficiales son informativos: no dicen si un vehículo ya cumplió. Confírmelos con la autoridad.'
const QUIET_MS = 3_600_000

/** Users without due dates: until when they are skipped, and the rules that this result depends on. */
export type Quiet = Map<string, { until: number; rulesLabel: string }>
type Reminding = { db: Db; mailbox: Mailbox; now: () => Date; log: FastifyBaseLogger; quiet?: Quiet }

type Line = { dueOn: string; text: string }
const calendarText = ({ kind, title, vehicles }: DueCalendar): string =>
  kind === 'holiday' ? `${title}: día inhábil` : `${title}: último día · ${vehiclesText(vehicles)}`

const linesOf = (due: readonly Due[], calendars: readonly DueCalendar[]): Line[] =>
  [
    ...calendars.map((each) => ({ dueOn: each.dueOn, text: calendarText(each) })),
    ...due.map(({ dueOn, plate, title }) => ({ dueOn, text: `${plate} · ${title}` })),
  ].toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))

/**
 * '2 vencimientos próximos y 1 día inhábil': a holiday is no due date.
 * @param where follows the due dates
 */
const countText = (due: readonly Due[], calendars: readonly DueCalendar[], where = ''): string => {
  const holidays = calendars.filter(({ kind }) => kind === 'holiday').length
  const dates = due.length + calendars.length - holidays
  if (dates === 0) return countOf(holidays, 'día inhábil próximo', 'días inhábiles próximos')
  const datesText = `${countOf(dates, 'vencimiento próximo', 'vencimientos próximos')}${where}`
  return holidays === 0 ? datesText : `${datesText} y ${countOf(holidays, 'día inhábil', 'días inhábiles')}`
}

/** A paragraph per date: `21/11/2026 (en 7 días):` and what falls due, official calendars first. */
export const reminderEmail = (
  due: readonly Due[],
  today: string,
  calendars: readonly DueCalendar[] = [],
): MailContent => {
  const lines = linesOf(due, calendars)
  const listed = lines.slice(0, LINES_AT_MOST)
  const days = [...Map.groupBy(listed, ({ dueOn }) => dueOn)]
  const more = lines.length - listed.length
  return {
    subject: `Padrón: ${countText(due, calendars)}`,
    lines: [
      `Hay ${countText(due, calendars, ' en sus vehículos')}:`,
      ...days.flatMap(([day, items]) => [
        `${numericDay(day)} (${nearText(day, today)}):`,
        ...items.map(({ text }) => `· ${text}`),
      ]),
      ...(more > 0 ? [`y ${numberText(more)} más.`] : []),
      ...(calendars.some(({ own }) => !own) ? [INFORMATIVE] : []),
      'Puede cambiar o apagar estos recordatorios en el calendario de la consola.',
    ],
    link: { text: 'Abrir el calendario', path: '/calendar', until: `${addDays(today, LINK_DAYS)}T00:00:00Z` },
  }
}

const lineOf = (country: Country, today: string, { plate, kind, dueOn, amount }: Due): string => {
  const what = OBLIGATION_KINDS.find((one) => one.kind === kind)?.[country] ?? kind
  const sum = amount === null ? '' : `, ${money(amount, country)}`
  return `${plate} · ${what}${sum} · ${numericDay(dueOn)} (${nearText(dueOn, today)})`
}

/** The same for channels: plates, kinds and amounts, without the names of documents. */
const reminderNotice = (
  due: readonly Due[],
  today: string,
  calendars: readonly DueCalendar[],
  country: Country,
): ChannelContent => {
  const what = countText(due, calendars)
  const lines = [
    ...calendars.map((each) => ({
      dueOn: each.dueOn,
      text: `${calendarText(each)} · ${numericDay(each.dueOn)} (${nearText(each.dueOn, today)})`,
    })),
    ...due.map((each) => ({ dueOn: each.dueOn, text: lineOf(country, today, each) })),
  ]
  return {
    title: what,
    lines: lines
      .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
      .slice(0, LINES_AT_MOST)
      .map(({ text }) => text),
    ...(lines.length > LINES_AT_MOST && { omitted: lines.length - LINES_AT_MOST }),
    item: what,
    path: '/calendar',
  }
}

type Round = Pick<Reminding, 'db' | 'mailbox'> & { day: string; now: Date }

/** One user's round of a day. @param tx the company's own @returns whether something was written */
const remindOne = async (tx: Tx, who: Candidate, { db, day, now, mailbox }: Round): Promise<boolean> => {
  const access = await readRequesterAccess(tx, who.tenantId, who.userId, 'vehicles_read', undefined, true)
  if (access.refused !== undefined) return false
  // Only users who may see channels choose them.
  const channelIds = covers(access.roles, ['programReports_read']) ? who.channelIds : []
  if (who.email === null && channelIds.length === 0) return false
  const kinds = who.kinds.filter((kind) => kind !== 'calendar')
  const seen = kinds.length > 0 ? kindsFor(access.roles, kinds.join(',')) : []
  const country = asCountry(who.country)
  const read = async (from: Tx) => ({
    due: await readDue(from, who, { days: who.days, kinds: seen, today: day }),
    calendars: who.kinds.includes('calendar')
      ? await readDueCalendars(from, who, { days: who.days, country, today: day })
      : [],
  })
  const part = access.isScoped && withScope(db, who.userId)
  const { due, calendars } = await (part ? readAsTenant(part, who.tenantId, read) : read(tx))
  const items = due.length + calendars.length
  if (items === 0) return false
  // Dates without an email today are not recorded; they are sent when possible.
  if (who.email !== null && (await emailsLeft(tx, who.tenantId)) === 0) return false
  const roundId = await beginRound(tx, who, day, items, now)
  if (roundId === undefined) return false
  await writeSent(tx, who, due, now)
  await writeSentCalendars(tx, who, calendars, now)
  const content = withLocale(country, () => reminderEmail(due, day, calendars))
  const recipients = who.email === null ? [] : [who.email]
  await writeMails(tx, mailbox, { kind: 'reminder', subjectId: roundId, recipients, content })
  const notice = withLocale(country, () => reminderNotice(due, day, calendars, country))
  await writeChannelNotices(tx, { kind: 'reminder', eventKey: `reminder ${roundId}`, channelIds, content: notice })
  return true
}

/**
 * Not before the user's local morning, nor twice a day. New rules may bring due dates, so users without any are no
 * longer skipped.
 */
const isTime = ({ timeZone, lastDay, rulesLabel, ...who }: Candidate, at: Date, quiet: Quiet): boolean => {
  const { day, hour } = localTime(at, timeZone)
  const known = quiet.get(keyOf(who))
  const left = known?.rulesLabel === rulesLabel ? known.until - at.getTime() : 0
  // More than an hour is left only if the clock was set back.
  return hour >= FROM_HOUR && lastDay !== day && (left <= 0 || left > QUIET_MS)
}
const keyOf = ({ tenantId, userId }: Pick<Candidate, 'tenantId' | 'userId'>): string => `${tenantId} ${userId}`

/**
 * One pass over all users, safe in concurrent processes. For users without a way to send to them nothing is recorded,
 * so that all reminders are still sent once there is one.
 * @returns to how many users
 */
export const sendReminders = async (
  { db, mailbox, now, log, quiet = new Map() }: Reminding,
  signal?: AbortSignal,
): Promise<number> => {
  const at = now()
  let written = 0
  for (const who of (await readCandidates(db, mailbox.configured)).filter((candidate) =>
    isTime(candidate, at, quiet),
  )) {
    if (signal?.aborted) break
    const { day } = localTime(at, who.timeZone)
    try {
      const wrote = await asTenant(db, who.tenantId, (tx) => remindOne(tx, who, { db, day, now: at, mailbox }))
      if (wrote) written++
      else quiet.set(keyOf(who), { until: at.getTime() + QUIET_MS, rulesLabel: who.rulesLabel })
    } catch (error) {
      log.error({ err: error, tenantId: who.tenantId }, 'a reminder could not be written')
    }
  }
  return written
}

/**
 * A pass every minute, so that reminders follow a rule pack; users without due dates are skipped for an hour, or until
 * the rules change.
 */
export const reminders = (reminding: Reminding): Schedule => {
  const quiet: Quiet = new Map()
  return {
    everyMs: 60_000,
    run: (signal) => sendReminders({ ...reminding, quiet }, signal),
    failure: 'reminders could not be sent',
  }
}
