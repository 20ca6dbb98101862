// What falls due: by week and as a list, the official calendars, the address for calendar programs, and the reminder
// settings.
import { NOTICES } from '@padron/contract/common'
import { daysBetween, localTime } from '@padron/contract/days'
import {
  OBLIGATION_WEEKS,
  OBLIGATIONS_DOWNLOAD_AT_MOST,
  type ObligationFilter,
  type obligations as rows,
} from '@padron/contract/obligations'
import { QUEUE_ID } from '@padron/contract/queue'
import type { ReminderKind } from '@padron/contract/rules/obligation-kinds'
import { countOf, numberText } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import { notFound, refuse } from '../../errors/http-problem.ts'
import { checkDayRange } from '../../fleet/day-range.ts'
import { kindsFor } from '../../fleet/obligations.ts'
import { addressAt } from '../../http/access/place.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Handlers } from '../../http/serve.ts'
import { covers } from '../../identity/accounts/levels.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { linkRequesterOf } from '../../jobs/link-requester.ts'
import { refuseUnknownChannels } from '../../mail/channel-outbox.ts'
import { readHolidays, readUnitsInWords } from '../../rules/official-values.ts'
import { newToken } from '../../secrets/tokens.ts'
import { readCalendars, readRuleVehicles } from './calendar.queries.ts'
import { type Span, usualDays } from './calendar.rules.ts'
import { feedPath, readFeed, removeFeed, writeFeed } from './feed.queries.ts'
import { countList, readList, readMonths, readWeeks } from './obligations.queries.ts'
import { readReminders, withOwners, writeReminders } from './reminders.queries.ts'
import { listQueryOf, readerOf, type WorkbookPayload, workbookPath } from './workbook.ts'

/** Two existing days in order, or else a month. */
const checkDays = ({ from, to, month, overdue }: Pick<ObligationFilter, 'from' | 'to' | 'month' | 'overdue'>): void => {
  if (month !== undefined && (from ?? to ?? overdue) !== undefined)
    throw refuse(400, 'Pida un mes, o fechas, o lo vencido.', 'month')
  checkDayRange({ from, to })
}

const RULE_DAYS_AT_MOST = 731

/** The default days: the listed weeks, from today or from the given first day. */
const ruleDays = ({ from, to }: { from?: string | undefined; to?: string | undefined }, today: string): Span => {
  checkDayRange({ from, to })
  const usual = usualDays(from ?? today, OBLIGATION_WEEKS)
  const days = { from: usual.from, to: to ?? usual.to }
  if (days.to < days.from) throw refuse(400, 'La fecha final es anterior a la inicial.', 'to')
  if (daysBetween(days.from, days.to) > RULE_DAYS_AT_MOST)
    throw refuse(400, 'Las fechas abarcan dos años como máximo.', 'to')
  return days
}

const NO_PANEL =
  `Son más de ${numberText(OBLIGATIONS_DOWNLOAD_AT_MOST, 'MX')} vencimientos y usted no tiene acceso al panel de ` +
  'trabajos, que entrega los archivos largos: acote lo que exporta.'

const DONE = { message: NOTICES.done }

const NO_CHANNELS = 'Los canales los elige quien puede consultar los reportes programados.'

/** @param mails whether this installation sends email */
export const obligations = (mails: boolean): Handlers<typeof rows> => ({
  weeks: ({ query, session, now, tx }) => readWeeks(tx, readerOf(session, now, session.roles, query)),

  months: ({ query, session, now, tx }) => readMonths(tx, readerOf(session, now, session.roles, query)),

  list: ({ query: { vehicleAssetId, page, pageSize = '25', ...filter }, session, now, tx }) => {
    checkDays(filter)
    return readList(tx, readerOf(session, now, session.roles, filter), {
      ...listQueryOf(filter),
      ...(vehicleAssetId === undefined ? {} : { vehicleId: Number(vehicleAssetId) }),
      page,
      pageSize: Number(pageSize),
    })
  },

  workbook: async ({ body: filter, session, now, tx, kit }) => {
    checkDays(filter)
    const totalCount = await countList(tx, readerOf(session, now, session.roles, filter), listQueryOf(filter))
    const expiries = countOf(totalCount, 'vencimiento', 'vencimientos')
    if (totalCount <= OBLIGATIONS_DOWNLOAD_AT_MOST) {
      const { tenantId, companyName } = session
      await sql`select record_activity(${tenantId}, 'company', ${tenantId}, ${companyName}, 'update',
        ${JSON.stringify({ exported: [null, `Vista de ${expiries} (Excel)`] })}::jsonb)`.execute(tx)
      const fileUrl = kit.signFile(workbookPath(tenantId, { ...linkRequesterOf(session), filter }))
      return { totalCount, fileUrl, queueItemId: null }
    }
    if (!session.roles.has('queue_read')) throw refuse(422, NO_PANEL)
    const payload: WorkbookPayload = { filter }
    const queueItemId = await enqueue(tx, {
      queueId: QUEUE_ID.obligations,
      description: `Archivo de ${expiries}`,
      payload,
    })
    return { totalCount, fileUrl: null, queueItemId }
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
    const token = newToken()
    await writeFeed(tx, session, token, now)
    return { path: addressAt(kit.place, feedPath(token)) }
  },

  revokeFeed: async ({ session, tx }) => {
    await removeFeed(tx, session)
    return DONE
  },

  reminders: async ({ session, tx }) => {
    const { kinds, channels, ...chosen } = await readReminders(tx, session)
    const sending = seesChannels(session)
      ? await withOwners(tx, session.tenantId, channels)
      : channels.map((each) => ({ ...each, active: false }))
    return { ...chosen, channels: sending, kinds: visible(session, kinds), mails }
  },

  setReminders: async ({ body: { active, days, kinds, channels, ...body }, session, tx }) => {
    const before = await readReminders(tx, session)
    const { byEmail = before.byEmail } = body
    if (active && days.length === 0) throw refuse(422, 'Elija al menos un día de aviso.', 'days')
    if (active && kinds.length === 0) throw refuse(422, 'Elija al menos un tipo de vencimiento.', 'kinds')
    const chosen = channels ?? (seesChannels(session) ? before.channels : [])
    if (active && !byEmail && chosen.length === 0) throw refuse(422, 'Elija el correo o un canal.', 'channels')
    if (channels && channels.length > 0 && !seesChannels(session)) throw refuse(403, NO_CHANNELS, 'channels')
    await refuseUnknownChannels(tx, channels ?? [])
    await writeReminders(tx, session, {
      active,
      days: [...new Set(days)].toSorted((a, b) => b - a),
      kinds: [...new Set(kinds)],
      byEmail,
      channels,
    })
    return DONE
  },
})

/** Only users who may see channels choose them, and are reminded by them. */
const seesChannels = ({ roles }: Session): boolean => covers(roles, ['programReports_read'])

/** Excludes documents for readers without their permission. */
const visible = ({ roles }: Session, kinds: readonly ReminderKind[]): ReminderKind[] => {
  const seen = new Set<ReminderKind>([...kindsFor(roles, undefined), 'calendar'])
  return kinds.filter((kind) => seen.has(kind))
}
