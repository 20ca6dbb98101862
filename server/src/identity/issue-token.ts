// A session begins: its token, unless the company is suspended or moves, or the password changed meanwhile.
import { MOVE_TEXTS } from '@padron/contract/common'
import { TOKEN_ERRORS } from '@padron/contract/session'
import { sql } from 'kysely'
import { asSystem, type Db } from '../db/client.ts'
import { lockCompany } from '../db/company-lock.ts'
import { type PlaceName, tokenAt } from '../http/access/place.ts'
import { tokenHash } from '../http/access/sessions.ts'
import { newToken } from '../secrets/tokens.ts'
import { OAuthError } from './oauth-error.ts'
import type { KnownUser } from './passwords/credentials.ts'

export const TOKEN_SECONDS = 8 * 3600
/** How long a sign-in waits for a suspension or a change of the password. */
const LOCK_MS = 2_000
/** Seconds until a client retries during a move, which lasts less than a minute. */
const RETRY_SECONDS = 60

type TokenRequest = {
  place: PlaceName
  clientId: string
  scope: string
  byProvider: boolean
  address: string
  agent: string
  now: Date
}

/** @throws OAuthError if the company is moving to another installation, or has moved */
const refuseMove = (company: { state: string | null; to: string | null } | undefined): void => {
  const { state = null, to = null } = company ?? {}
  if (state === 'moved') throw new OAuthError(400, 'invalid_grant', to ? MOVE_TEXTS.movedTo(to) : MOVE_TEXTS.moved)
  if (state !== null && state !== 'leaving')
    throw new OAuthError(503, 'temporarily_unavailable', MOVE_TEXTS.moving, { retryAfter: RETRY_SECONDS })
}

/**
 * @throws OAuthError if the password changed since it was checked: the change ended every earlier session
 */
export const issueToken = async (
  db: Db,
  { tenantId, userId, passwordHash }: KnownUser,
  { place, clientId, scope, byProvider, address, agent, now }: TokenRequest,
): Promise<string> => {
  const token = tokenAt(place, newToken())
  const hash = tokenHash(token)
  const of = { tenant_id: tenantId, user_id: userId }
  const expires_at = new Date(now.getTime() + TOKEN_SECONDS * 1000).toISOString()
  const session = { ...of, token_hash: hash, client_id: clientId, scope, by_provider: byProvider, address, expires_at }
  await asSystem(db, async (tx) => {
    // Sent together, run in this order: a change of the password waits for the fourth, and then ends this session too.
    const [, , company, { numUpdatedRows }] = await Promise.all([
      // A sign-in has one of the few connections that every session is looked up with.
      sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(tx),
      // A suspension waits for this, and then ends this session too.
      lockCompany(tx, tenantId),
      sql<{ state: string | null; to: string | null }>`
        select move_state as state, moved_to as to
        from company
        where tenant_id = ${tenantId} and suspended_at is null`.execute(tx),
      tx
        .updateTable('app_user')
        .set({ last_sign_in: now.toISOString() })
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', userId)
        .where('password_hash', '=', passwordHash)
        .where('active', '=', true)
        .executeTakeFirst(),
      tx.insertInto('access_token').values(session).execute(),
      tx
        .insertInto('sign_in')
        .values({ ...of, address, agent, succeeded: true, token_hash: hash })
        .execute(),
    ])
    if (numUpdatedRows === 0n || company.rows.length === 0)
      throw new OAuthError(400, 'invalid_grant', TOKEN_ERRORS.wrong)
    refuseMove(company.rows[0])
  })
  return token
}
