// Accounts with providers: several portals of one contract share its credential, monthly cap and pause. A portal
// shares its account while it has no credential of its own (`portal.shared_account_key`). Lock order: the account,
// then the portal.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { accountOwner } from '../../secrets/owners.ts'

/**
 * The product's accounts. A portal belongs to the account whose key its own key equals or begins with: `verifik`,
 * `verifik-simit`.
 */
export const PROVIDER_ACCOUNTS = [
  { key: 'apitude', name: 'Apitude' },
  { key: 'placapi', name: 'PlacApi' },
  { key: 'verifik', name: 'Verifik' },
] as const

export const providerAccountOf = (portalKey: string): string | null =>
  PROVIDER_ACCOUNTS.find(({ key }) => portalKey === key || portalKey.startsWith(`${key}-`))?.key ?? null

/** When the credit of portal `p` ran out: its account's date if it shares one. */
export const creditOutSinceSql = sql`case when p.shared_account_key is null then p.credit_out_since
  else (select a.credit_out_since from portal_account a where a.account_key = p.shared_account_key) end`

/** When paused portal `p` is queried next: portals of one account share one hour. */
export const probeAtSql = sql`case when p.shared_account_key is null then p.probe_at
  else (select a.probe_at from portal_account a where a.account_key = p.shared_account_key) end`

/** This month's spending and queries of the portals that share account `a`. Needs padron_system. */
export const accountMonthSql = (month: RawBuilder<unknown>) => sql`(
  select coalesce(sum(am.spent), 0) as spent, coalesce(sum(am.queries), 0) as queries
  from portal ap
  join portal_usage am on am.portal_key = ap.portal_key and am.month = ${month}
  where ap.shared_account_key = a.account_key)`

/** A portal's stored credential and the owner that it is sealed for. */
export type StoredCredential = { owner: string; stored: string }

/** @returns an empty one where neither the portal nor its account has a credential */
export const readCredential = async (tx: Tx, portalKey: string): Promise<StoredCredential> => {
  const row = await tx
    .selectFrom('portal as p')
    .leftJoin('portal_account as a', 'a.account_key', 'p.shared_account_key')
    .select(['p.credential as own', 'a.account_key as account', 'a.credential as shared'])
    .where('p.portal_key', '=', portalKey)
    .executeTakeFirst()
  if (row?.account) return { owner: accountOwner(row.account), stored: row.shared ?? '' }
  return { owner: portalKey, stored: row?.own ?? '' }
}

/** The owner of the hourly probe that a paused query uses: the shared account, else the portal itself. */
export type PauseOwner = { portalKey: string; accountKey: string | null }

/** @param probeAt an expression over the changed row */
export const setProbeAt = async (tx: Tx, { portalKey, accountKey }: PauseOwner, probeAt: RawBuilder<unknown>) => {
  if (accountKey === null)
    await sql`update portal set probe_at = ${probeAt} where portal_key = ${portalKey}`.execute(tx)
  else await sql`update portal_account set probe_at = ${probeAt} where account_key = ${accountKey}`.execute(tx)
}

/**
 * Locks the account that a portal shares.
 * @returns its key, which may have changed by the time the portal is locked too
 */
export const lockAccountOf = async (tx: Tx, portalKey: string): Promise<string | null> => {
  const { rows } = await sql<{ key: string }>`
    select a.account_key as key
    from portal p
    join portal_account a on a.account_key = p.shared_account_key
    where p.portal_key = ${portalKey}
    for no key update of a`.execute(tx)
  return rows[0]?.key ?? null
}

/** For the operator's settings, which may move a portal to another account. */
export const lockAccounts = (tx: Tx): Promise<unknown> =>
  sql`select from portal_account order by account_key for no key update`.execute(tx)

/**
 * Begins an outage at every portal that shares the account.
 * @param except a portal that reports its own
 */
export const beginAccountOutages = (tx: Tx, accountKey: string, since: Date, except: string): Promise<unknown> =>
  sql`
    insert into source_outage (portal_key, began_at, outcome)
    select portal_key, ${since.toISOString()}, 'no-credit'
    from portal
    where shared_account_key = ${accountKey} and portal_key <> ${except} and base_url is not null
    order by portal_key
    on conflict (portal_key) where ended_at is null do nothing`.execute(tx)

export const endAccountOutages = (tx: Tx, accountKey: string): Promise<unknown> =>
  sql`
    update source_outage o
    set ended_at = now()
    from portal p
    where p.shared_account_key = ${accountKey}
      and o.portal_key = p.portal_key
      and o.ended_at is null
      and o.outcome = 'no-credit'`.execute(tx)

/** Ends the pause of an account without credit; the caller holds its lock. */
export const resumeAccount = async (tx: Tx, accountKey: string): Promise<void> => {
  await sql`
    update portal_account
    set credit_out_since = null, probe_at = null
    where account_key = ${accountKey}`.execute(tx)
  await endAccountOutages(tx, accountKey)
}
