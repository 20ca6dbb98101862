// The SQL of tokens. A user has at most tens of them, a company some thousands: read by the user's key.
import type { CompanyToken, Token } from '@padron/contract/tokens'
import { type RawBuilder, sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../../db/client.ts'

/** Ended tokens are listed for this time, then deleted. */
const ENDED_RETENTION = sql`interval '90 days'`
const OPEN = sql`t.revoked_at is null and t.expires_at > now()`
const LISTED = sql`coalesce(t.revoked_at, t.expires_at) > now() - ${ENDED_RETENTION}`

const ROW = sql`
  t.token_id as "tokenId", t.token_name as name, t.ending, t.scope as permissions, t.created_at as "createdAt",
  t.expires_at as "expiresAt", t.last_used_at as "lastUsedAt", t.last_used_address as "lastUsedAddress",
  case
    when t.revoked_at is not null then 'revoked'
    when t.expires_at <= now() then 'expired'
    else 'active' end as status`

const own = async (tx: Tx, tenantId: number, userId: number, which: RawBuilder<unknown>): Promise<Token[]> => {
  const { rows } = await sql<Token>`
    select ${ROW}
    from personal_token t
    where t.tenant_id = ${tenantId} and t.user_id = ${userId} and ${which}
    order by not (${OPEN}), t.token_id desc`.execute(tx)
  return rows
}

/** A user's own tokens: open ones first, then recently ended ones. */
export const tokensOf = (tx: Tx, tenantId: number, userId: number): Promise<Token[]> =>
  own(tx, tenantId, userId, LISTED)

export const openTokensOf = (tx: Tx, tenantId: number, userId: number): Promise<Token[]> =>
  own(tx, tenantId, userId, OPEN)

export const companyTokens = async (tx: Tx, tenantId: number): Promise<CompanyToken[]> => {
  const { rows } = await sql<CompanyToken>`
    select ${ROW}, json_build_object('userId', u.user_id, 'username', u.username, 'active', u.active) as "user"
    from personal_token t
    join app_user u on u.tenant_id = t.tenant_id and u.user_id = t.user_id
    where t.tenant_id = ${tenantId} and ${OPEN}
    order by u.username, t.token_id desc`.execute(tx)
  return rows
}

/** Locks an open token until the transaction ends. @returns its user */
export const lockToken = async (tx: Tx, tenantId: number, tokenId: number): Promise<number | undefined> => {
  const { rows } = await sql<{ userId: number }>`
    select t.user_id as "userId"
    from personal_token t
    where t.tenant_id = ${tenantId} and t.token_id = ${tokenId} and ${OPEN}
    for update`.execute(tx)
  return rows[0]?.userId
}

export const revokeToken = (tx: Tx, tenantId: number, tokenId: number) =>
  sql`
    update personal_token t
    set revoked_at = now()
    where t.tenant_id = ${tenantId} and t.token_id = ${tokenId} and ${OPEN}`.execute(tx)

const DELETED_AT_ONCE = 10_000
export const deleteExpiredTokens = (db: Db): Promise<void> =>
  asSystem(db, async (tx) => {
    await sql`delete from personal_token where (tenant_id, token_id) in (
      select t.tenant_id, t.token_id
      from personal_token t
      where not (${LISTED})
      limit ${DELETED_AT_ONCE})`.execute(tx)
  })
