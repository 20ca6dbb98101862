// The SQL of service accounts. A company has tens of them at most: read by its key.
import type { ServiceAccount } from '@padron/contract/service-accounts'
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../../db/client.ts'
import { serviceName } from '../../http/access/program-tokens.ts'

/** Ended accounts are listed for this time, then deleted. */
const ENDED_RETENTION = sql`interval '90 days'`
const LISTED = sql`least(s.revoked_at, s.expires_at) > now() - ${ENDED_RETENTION}`
const OPEN = sql`s.revoked_at is null and s.expires_at > now()`

export type StoredAccount = Omit<ServiceAccount, 'permissions'> & { roleIds: number[] }

/** @param id one account, whatever its state; absent: all that are listed */
export const readAccounts = async (tx: Tx, tenantId: number, id?: number): Promise<StoredAccount[]> => {
  const { rows } = await sql<StoredAccount>`
    select s.user_id as "serviceAccountId", s.account_name as name, s.ending, s.role_ids as "roleIds", s.addresses,
      s.created_at as "createdAt", s.created_by as "createdBy", s.expires_at as "expiresAt",
      case when s.former_until > now() then s.former_until end as "formerUntil",
      s.last_used_at as "lastUsedAt", s.last_used_address as "lastUsedAddress",
      s.last_refused_at as "lastRefusedAt", s.last_refused_address as "lastRefusedAddress",
      s.revoked_at as "revokedAt", s.revoked_by as "revokedBy",
      case
        when s.revoked_at is not null then 'revoked'
        when s.expires_at <= now() then 'expired'
        else 'active' end as status, s.row_version as version
    from service_account s
    where s.tenant_id = ${tenantId} and ${id === undefined ? LISTED : sql`s.user_id = ${id}`}
    order by not (${OPEN}), lower(s.account_name), s.user_id desc`.execute(tx)
  return rows
}

type LockedAccount = { roleIds: number[]; secretHash: Buffer; formerOpens: boolean; version: number }

/** Locks an account that is not revoked until the transaction ends. */
export const lockAccount = async (tx: Tx, tenantId: number, id: number): Promise<LockedAccount | undefined> => {
  const { rows } = await sql<LockedAccount>`
    select s.role_ids as "roleIds", s.secret_hash as "secretHash", s.row_version as version,
      coalesce(s.former_until > now(), false) as "formerOpens"
    from service_account s
    where s.tenant_id = ${tenantId} and s.user_id = ${id} and s.revoked_at is null
    for update`.execute(tx)
  return rows[0]
}

/** Serializes the creation and renaming of a company's accounts, so that limit and names hold. */
export const lockNames = (tx: Tx, tenantId: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('service account ' || ${tenantId}::bigint, 0))`.execute(tx)

export type Named = { id: number; name: string; isRevoked: boolean }

export const readNames = async (tx: Tx, tenantId: number): Promise<Named[]> => {
  const { rows } = await sql<Named>`
    select s.user_id as id, s.account_name as name, s.revoked_at is not null as "isRevoked"
    from service_account s
    where s.tenant_id = ${tenantId}`.execute(tx)
  return rows
}

/** The account's name in its row of users; the number makes it unique. */
const usernameOf = (name: string, id: number): string => `${serviceName(name)} (${id})`

/** Creates the row that represents the account as a user. Nobody signs in with it. @returns its id */
export const createAccountUser = async (tx: Tx, tenantId: number, name: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select nextval('account_id') as id`.execute(tx)
  const id = rows[0]?.id ?? 0
  await tx
    .insertInto('app_user')
    .values({
      tenant_id: tenantId,
      user_id: id,
      username: usernameOf(name, id),
      password_hash: '',
      active: false,
      is_service: true,
    })
    .execute()
  return id
}

export const renameAccountUser = (tx: Tx, tenantId: number, id: number, name: string): Promise<unknown> =>
  sql`
    update app_user
    set username = ${usernameOf(name, id)}
    where tenant_id = ${tenantId} and user_id = ${id} and is_service`.execute(tx)

const DELETED_AT_ONCE = 10_000
export const deleteEndedAccounts = (db: Db): Promise<void> =>
  asSystem(db, async (tx) => {
    await sql`delete from app_user where is_service and (tenant_id, user_id) in (
      select s.tenant_id, s.user_id
      from service_account s
      where not (${LISTED})
      limit ${DELETED_AT_ONCE})`.execute(tx)
  })
