// The requester of a signed link: a user, and the token of the call if there was one. A link outlives its call: when
// opened, it gives only what user and token allow at that time, and nothing after the token expires. For a service
// account the user is enough, because its permissions are read with its user.
import { Id } from '@padron/contract/common'
import { expandRoles } from '@padron/contract/permissions'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { type Db, readAsTenant, type Tx, withScope } from '../db/client.ts'
import type { Session } from '../http/access/sessions.ts'
import { type Needs, type RequesterAccess, readRequesterAccess } from './requester.ts'

/** Part of the link: the token's number and not its scope, because the token is read again and links are short. */
export const LinkRequester = z.strictObject({ userId: Id, tokenId: z.optional(Id) })
export type LinkRequester = z.infer<typeof LinkRequester>

export const linkRequesterOf = ({ userId, byToken }: Pick<Session, 'userId' | 'byToken'>): LinkRequester => ({
  userId,
  ...(byToken?.kind === 'personal' ? { tokenId: byToken.tokenId } : {}),
})

/** The requester in a path: the user, or the user, a dot and the token. */
export const formatLinkRequester = ({ userId, tokenId }: LinkRequester): string =>
  tokenId === undefined ? `${userId}` : `${userId}.${tokenId}`

/** @returns undefined if the text is no requester */
export const parseLinkRequester = (text: string): LinkRequester | undefined => {
  const [, userId, tokenId] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (userId === undefined) return undefined
  return { userId: Number(userId), ...(tokenId === undefined ? {} : { tokenId: Number(tokenId) }) }
}

const TOKEN_EXPIRED = 'El token con que se pidió ya no sirve.'

/** @returns the token's scope; undefined once it is revoked, expired or deleted */
const readScope = async (
  tx: Tx,
  tenantId: number,
  { userId, tokenId }: LinkRequester,
): Promise<string[] | undefined> => {
  const { rows } = await sql<{ scope: string[] }>`
    select scope
    from personal_token
    where tenant_id = ${tenantId} and token_id = ${tokenId} and user_id = ${userId}
      and revoked_at is null and expires_at > now()`.execute(tx)
  return rows[0]?.scope
}

/** As readRequesterAccess, within the scope of the token. */
export const readLinkRequesterAccess = async (
  tx: Tx,
  tenantId: number,
  requester: LinkRequester,
  needs: Needs,
  parts = false,
): Promise<RequesterAccess> => {
  const { userId, tokenId } = requester
  if (tokenId === undefined) return readRequesterAccess(tx, tenantId, userId, needs, undefined, parts)
  const scope = await readScope(tx, tenantId, requester)
  if (!scope) return { refused: TOKEN_EXPIRED }
  const roles = expandRoles(scope.filter((name) => name !== 'admin'))
  return readRequesterAccess(tx, tenantId, userId, needs, roles, parts)
}

export type LinkAccess = Exclude<RequesterAccess, { refused: string }>

/**
 * Opens a link with the requester's present permissions and part of the fleet.
 * @param work reads from the database as the requester sees it
 * @returns undefined if the requester may no longer open it
 */
export const readAsLinkRequester = async <T>(
  db: Db,
  tenantId: number,
  requester: LinkRequester,
  needs: Needs,
  work: (tx: Tx, access: LinkAccess, db: Db) => Promise<T>,
): Promise<T | undefined> => {
  const part = withScope(db, requester.userId)
  const { access, result } = await readAsTenant(db, tenantId, async (tx) => {
    const access = await readLinkRequesterAccess(tx, tenantId, requester, needs, true)
    if (access.refused !== undefined) return {}
    return access.isScoped ? { access } : { result: await work(tx, access, db) }
  })
  return access ? readAsTenant(part, tenantId, (tx) => work(tx, access, part)) : result
}

/**
 * Opens an address; it names its requester only if they see a part of the fleet (http/serve.ts).
 * @param requester as written in the address
 */
export const readAsLink = async <T>(
  db: Db,
  tenantId: number,
  { requester, needs }: { requester: string | undefined; needs: Needs },
  work: (tx: Tx) => Promise<T>,
): Promise<T | undefined> => {
  if (requester === undefined) return readAsTenant(db, tenantId, work)
  const known = parseLinkRequester(requester)
  return known && readAsLinkRequester(db, tenantId, known, needs, work)
}
