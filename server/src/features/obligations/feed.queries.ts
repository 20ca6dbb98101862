// The secret address of a user's calendar: 32 random bytes, of which only the hash is stored. It shows what the user
// may see at the time of reading.
import { addDays, localTime } from '@padron/contract/days'
import type { CalendarRule, Obligation } from '@padron/contract/obligations'
import { sql } from 'kysely'
import { asSystem, asTenant, type Db, type Tx } from '../../db/client.ts'
import { type CompanyFacts, companyFacts } from '../../fleet/company.ts'
import { kindsFor } from '../../fleet/obligations.ts'
import { readAsLinkRequester } from '../../jobs/link-requester.ts'
import { sha256 } from '../../secrets/tokens.ts'
import { readCalendars } from './calendar.queries.ts'
import { readNearest } from './obligations.queries.ts'

export const FEED_DAYS_BACK = 30
export const FEED_DAYS_AHEAD = 365
export const FEED_EVENTS = 2_000

export const feedPath = (token: string): string => `/files/calendar/${token}.ics`

type Whose = { tenantId: number; userId: number }

export const readFeed = async (tx: Tx, { tenantId, userId }: Whose) => {
  const { rows } = await sql<{ createdAt: string; lastReadAt: string | null }>`
    select created_at as "createdAt", last_read_at as "lastReadAt"
    from calendar_feed
    where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx)
  return rows[0] ?? null
}

type Owner = Whose & { username: string }

/** Records in the user's activity that an address was created or revoked, without the address. */
const record = async (
  tx: Tx,
  { tenantId, userId, username }: Owner,
  before: boolean,
  after: 'active' | 'other' | null,
): Promise<void> => {
  const change = JSON.stringify({ calendar_feed: [before ? 'active' : null, after] })
  await sql`select record_activity(${tenantId}, 'user', ${userId}, ${username}, 'update', ${change}::jsonb)`.execute(tx)
}

/** Replaces the former address, which stops working. */
export const writeFeed = async (tx: Tx, owner: Owner, token: string, now: Date): Promise<void> => {
  const { tenantId, userId } = owner
  const { rows } = await sql<{ had: boolean }>`
    insert into calendar_feed (tenant_id, user_id, token_hash, created_at)
    values (${tenantId}, ${userId}, ${sha256(token)}, ${now.toISOString()})
    on conflict (tenant_id, user_id) do update
    set token_hash = excluded.token_hash, created_at = excluded.created_at, last_read_at = null
    returning xmax <> 0 as had`.execute(tx)
  const had = rows[0]?.had ?? false
  await record(tx, owner, had, had ? 'other' : 'active')
}

export const removeFeed = async (tx: Tx, owner: Owner): Promise<void> => {
  const { tenantId, userId } = owner
  const { rows } = await sql`
    delete from calendar_feed
    where tenant_id = ${tenantId} and user_id = ${userId}
    returning user_id`.execute(tx)
  if (rows.length > 0) await record(tx, owner, true, null)
}

/** Reads across companies, because the address determines the company; reads only by its key. */
export const findFeed = (db: Db, hash: Buffer): Promise<Whose | undefined> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<Whose>`
      select tenant_id as "tenantId", user_id as "userId"
      from calendar_feed
      where token_hash = ${hash}`.execute(tx)
    return rows[0]
  })

export type FeedContent = Omit<CompanyFacts, 'tenantId'> & {
  /** The user sees only some of the company's vehicles. */
  isPart: boolean
  obligations: Obligation[]
  /** There are more dates than the file has. */
  cut: boolean
  rules: CalendarRule[]
}

/** @returns undefined if the user is inactive, lacks the permission, or is of a suspended company */
export const readFeedContent = (db: Db, { tenantId, userId }: Whose, now: Date): Promise<FeedContent | undefined> =>
  readAsLinkRequester(db, tenantId, { userId }, 'vehicles_read', async (tx, access) => {
    const facts = await companyFacts(tx, tenantId)
    const { day: today } = localTime(now, facts.timeZone)
    const days = { from: addDays(today, -FEED_DAYS_BACK), to: addDays(today, FEED_DAYS_AHEAD) }
    const kinds = kindsFor(access.roles, undefined)
    const near = await readNearest(tx, { tenantId, today, kinds }, { ...days, most: FEED_EVENTS })
    const rules = await readCalendars(tx, { tenantId, country: facts.country, today, days })
    const cut = near.length > FEED_EVENTS
    const obligations = cut ? withoutFarthest(near, today) : near
    return { ...facts, isPart: access.isScoped === true, obligations, cut, rules }
  })

/** Drops the extra row that was read to detect more. */
const withoutFarthest = (near: readonly Obligation[], today: string): Obligation[] => {
  const far = ({ dueOn }: Obligation) => Math.abs(Date.parse(dueOn) - Date.parse(today))
  const last = near.reduce((farthest, each, i) => (far(each) >= far(near[farthest] ?? each) ? i : farthest), 0)
  return near.filter((_, i) => i !== last)
}

/** Updates at most once an hour: calendar programs read often. */
export const markRead = (db: Db, { tenantId, userId }: Whose, now: Date): Promise<unknown> =>
  asTenant(db, tenantId, (tx) =>
    sql`
      update calendar_feed
      set last_read_at = ${now.toISOString()}
      where tenant_id = ${tenantId} and user_id = ${userId}
      and (last_read_at is null or last_read_at < ${now.toISOString()}::timestamptz - interval '1 hour')`.execute(tx),
  )
