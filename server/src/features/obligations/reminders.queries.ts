// A user's reminders: their settings, and which dates to remind of today.
import { addDays, DAY_MS, daysBetween } from '@padron/contract/days'
import type { CalendarRule } from '@padron/contract/obligations'
import { USUAL_LADDER } from '@padron/contract/obligations'
import type { Country } from '@padron/contract/places/countries'
import { type ObligationKind, ReminderKind } from '@padron/contract/rules/obligation-kinds'
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../../db/client.ts'
import { obligationCondition } from '../../fleet/obligations.ts'
import { namedChannels } from '../../mail/channel-outbox.ts'
import { blockedReasonOf, type OwnerRoles, ownerRolesSql } from '../../mail/channel-owner.ts'
import { RULES_LABEL } from '../../rules/store-packs.ts'
import { readCalendars } from './calendar.queries.ts'

type Whose = { tenantId: number; userId: number }
type Chosen = { active: boolean; days: number[]; kinds: ReminderKind[]; byEmail: boolean }
type NamedChannel = { channelId: number; name: string; active: boolean }

/** The default is off: no unrequested email. */
const USUAL: Chosen = { active: false, days: [...USUAL_LADDER], kinds: [...ReminderKind.options], byEmail: true }

type Stored = {
  active: boolean | null
  days: number[]
  kinds: ReminderKind[]
  email: string | null
  byEmail: boolean
  channels: NamedChannel[]
  lastSentAt: string | null
}

export const readReminders = async (tx: Tx, { tenantId, userId }: Whose) => {
  const { rows } = await sql<Stored>`
    select s.active, s.days, s.kinds, u.email, s.by_email as "byEmail",
      ${namedChannels('s.tenant_id', 's.channel_ids')} as channels,
      (select max(r.at) from reminder_round r where r.tenant_id = u.tenant_id and r.user_id = u.user_id) as "lastSentAt"
    from app_user u
    left join reminder_setting s on s.tenant_id = u.tenant_id and s.user_id = u.user_id
    where u.tenant_id = ${tenantId} and u.user_id = ${userId}`.execute(tx)
  const [found] = rows
  const { active, days, kinds, byEmail } = found && found.active !== null ? { ...found, active: found.active } : USUAL
  const { email, channels = [], lastSentAt = null } = found ?? {}
  return { active, days, kinds, byEmail, channels, email: email || null, lastSentAt }
}

/** Channels whose owner may no longer configure notices are listed as off: they send nothing. */
export const withOwners = async (tx: Tx, tenantId: number, named: readonly NamedChannel[]): Promise<NamedChannel[]> => {
  const ids = named.map(({ channelId }) => channelId)
  const { rows } = await sql<{ channelId: number; roleIds: OwnerRoles }>`
    select c.channel_id as "channelId", ${ownerRolesSql(sql`c`)} as "roleIds"
    from channel c
    where c.tenant_id = ${tenantId} and c.channel_id = any(${ids}::bigint[])`.execute(tx)
  const roles = new Map(rows.map(({ channelId, roleIds }) => [channelId, roleIds]))
  return named.map((each) => ({
    ...each,
    active: each.active && blockedReasonOf(roles.get(each.channelId) ?? null) === null,
  }))
}

export const writeReminders = (
  tx: Tx,
  { tenantId, userId }: Whose,
  { active, days, kinds, byEmail, channels }: Chosen & { channels: readonly number[] | undefined },
): Promise<unknown> =>
  sql`insert into reminder_setting (tenant_id, user_id, active, days, kinds, by_email, channel_ids)
    values (${tenantId}, ${userId}, ${active}, ${days}::smallint[], ${kinds}::text[], ${byEmail},
      ${[...new Set(channels)]}::bigint[])
    on conflict (tenant_id, user_id) do update
    set active = excluded.active, days = excluded.days, kinds = excluded.kinds, by_email = excluded.by_email,
      channel_ids = ${channels ? sql`excluded.channel_ids` : sql`reminder_setting.channel_ids`}`.execute(tx)

export type Candidate = Whose & {
  timeZone: string
  country: string
  /** Null: none by email. */
  email: string | null
  channelIds: number[]
  days: number[]
  kinds: ReminderKind[]
  /** The day of the user's last round. */
  lastDay: string | null
  /** Identifies the official rules in force. */
  rulesLabel: string
}

/**
 * Active users with reminders on and a way to send them, except of suspended companies. Cost: one row per user with
 * reminders on.
 * @param mails whether this installation sends emails
 */
export const readCandidates = (db: Db, mails: boolean): Promise<Candidate[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<Candidate>`
      select s.tenant_id as "tenantId", s.user_id as "userId", c.time_zone as "timeZone", c.country,
        case when ${mails} and s.by_email then nullif(u.email, '') end as email, s.channel_ids as "channelIds", s.days,
        s.kinds,
        (select max(r.day)
        from reminder_round r
        where r.tenant_id = s.tenant_id and r.user_id = s.user_id) as "lastDay", ${RULES_LABEL} as "rulesLabel"
      from reminder_setting s
      join app_user u on u.tenant_id = s.tenant_id and u.user_id = s.user_id and u.active
      join company c on c.tenant_id = s.tenant_id and c.suspended_at is null and c.move_state is null
      where s.active and cardinality(s.days) > 0 and cardinality(s.kinds) > 0
        and (${mails} and s.by_email and u.email <> ''
          or exists (
            select from channel ch
            where ch.tenant_id = s.tenant_id and ch.channel_id = any(s.channel_ids) and ch.active
              and ch.removed_at is null))
      order by s.tenant_id, s.user_id`.execute(tx)
    return rows
  })

export type Due = {
  vehicleId: number
  sourceKey: string
  dueOn: string
  /** Days before the date: the nearest step reached. */
  step: number
  plate: string
  title: string
  kind: ObligationKind
  amount: number | null
}

/**
 * Dates that reached a step of the user's of which no reminder was sent, neither of this step nor of a nearer one.
 * Cost: at most the company's dates of the next sixty days: 100 to 200 ms with 50,000 vehicles of three dates each.
 */
export const readDue = async (
  tx: Tx,
  { tenantId, userId }: Whose,
  { days, kinds, today }: { days: readonly number[]; kinds: readonly ObligationKind[]; today: string },
): Promise<Due[]> => {
  const { rows } = await sql<Due>`
    select o.vehicle_id as "vehicleId", o.source_key as "sourceKey", o.due_on as "dueOn", t.step, v.plate, o.title,
      o.kind, o.amount::float8 as amount
    from obligation o, vehicle v,
      lateral (select min(d) as step from unnest(${[...days]}::int[]) d where d >= o.due_on - ${today}::date) t
    where ${obligationCondition(tenantId, kinds, today)}
      and o.due_on between ${today}::date and ${addDays(today, Math.max(...days))}::date
      and not exists (
        select from sent_reminder s
        where s.tenant_id = o.tenant_id and s.user_id = ${userId} and s.vehicle_id = o.vehicle_id
          and s.source_key = o.source_key and s.due_on = o.due_on and s.step <= t.step)
    order by o.due_on, v.plate, o.vehicle_id, o.source_key`.execute(tx)
  return rows
}

export type DueCalendar = {
  ruleKey: string
  /** The company's own: not official. */
  own: boolean
  /** The last day that all sources allow; of a holiday its first day. */
  dueOn: string
  step: number
  kind: CalendarRule['kind']
  title: string
  vehicles: number
}

type Sent = { ruleKey: string; dueOn: string; step: number }
const readSentCalendars = async (tx: Tx, { tenantId, userId }: Whose, today: string): Promise<Sent[]> => {
  const { rows } = await sql<Sent>`
    select rule_key as "ruleKey", due_on as "dueOn", min(step)::int as step
    from sent_calendar_reminder
    where tenant_id = ${tenantId} and user_id = ${userId} and due_on >= ${today}
    group by 1, 2`.execute(tx)
  return rows
}

type Dated = Pick<CalendarRule, 'kind'> & Pick<CalendarRule['occurrences'][number], 'from' | 'to'>
const dueDay = ({ kind, from, to }: Dated): string => (kind === 'holiday' ? from : to)

/**
 * Days of calendars that touch some vehicle and reached a step of which no reminder was sent.
 * Cost: the fleet once, only on the days on which some calendar reaches a step.
 */
export const readDueCalendars = async (
  tx: Tx,
  { tenantId, userId }: Whose,
  { days, country, today }: { days: readonly number[]; country: Country; today: string },
): Promise<DueCalendar[]> => {
  const sent = await readSentCalendars(tx, { tenantId, userId }, today)
  const stepOf = (ruleKey: string, dueOn: string): number | undefined => {
    const left = daysBetween(today, dueOn)
    const step = days.filter((each) => each >= left).toSorted((a, b) => a - b)[0]
    const last = sent.find((each) => each.ruleKey === ruleKey && each.dueOn === dueOn)?.step
    return left < 0 || step === undefined || (last !== undefined && last <= step) ? undefined : step
  }
  const until = addDays(today, Math.max(...days))
  const rules = await readCalendars(
    tx,
    { tenantId, country, today, days: { from: today, to: until } },
    ({ ruleKey, kind }, { from, to }) => stepOf(ruleKey, dueDay({ kind, from, to })) !== undefined,
  )
  return rules.flatMap(({ ruleKey, own, kind, title, occurrences }) =>
    occurrences.flatMap(({ from, to, vehicles }) => {
      const dueOn = dueDay({ kind, from, to })
      const step = stepOf(ruleKey, dueOn)
      return vehicles > 0 && step !== undefined ? [{ ruleKey, own, dueOn, step, kind, title, vehicles }] : []
    }),
  )
}

/** Starts the user's round of the day. @returns its id; undefined if another process started it */
export const beginRound = async (
  tx: Tx,
  { tenantId, userId }: Whose,
  day: string,
  items: number,
  now: Date,
): Promise<string | undefined> => {
  const { rows } = await sql<{ roundId: string }>`
    insert into reminder_round (tenant_id, user_id, day, items, at)
    values (${tenantId}, ${userId}, ${day}, ${items}, ${now.toISOString()})
    on conflict do nothing returning round_id as "roundId"`.execute(tx)
  return rows[0]?.roundId
}

export const writeSent = (tx: Tx, { tenantId, userId }: Whose, due: readonly Due[], now: Date): Promise<unknown> =>
  sql`insert into sent_reminder (tenant_id, user_id, vehicle_id, source_key, due_on, step, sent_at)
    select ${tenantId}, ${userId}, d."vehicleId", d."sourceKey", d."dueOn", d.step, ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(due)}::json) as d("vehicleId" bigint, "sourceKey" text, "dueOn" date,
      step smallint)
    on conflict do nothing`.execute(tx)

export const writeSentCalendars = (
  tx: Tx,
  { tenantId, userId }: Whose,
  due: readonly DueCalendar[],
  now: Date,
): Promise<unknown> =>
  sql`insert into sent_calendar_reminder (tenant_id, user_id, rule_key, due_on, step, sent_at)
    select ${tenantId}, ${userId}, d."ruleKey", d."dueOn", d.step, ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(due)}::json) as d("ruleKey" text, "dueOn" date, step smallint)
    on conflict do nothing`.execute(tx)

/** Longer than any step, so that no reminder is repeated. */
const RETENTION_DAYS = 400

export const deleteOldReminders = (db: Db, now: Date): Promise<unknown> =>
  asSystem(db, async (tx) => {
    const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS).toISOString()
    await sql`delete from sent_reminder where sent_at < ${before}`.execute(tx)
    await sql`delete from sent_calendar_reminder where sent_at < ${before}`.execute(tx)
    await sql`delete from reminder_round where at < ${before}`.execute(tx)
  })
