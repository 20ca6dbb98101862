// For whom the address of a file was made: a user, and the token they asked with. An address outlives the call that
// made it; it opens no more than both do when it is opened, and nothing once the token ended.
import { Id } from '@padron/contract/common'
import { expandRoles } from '@padron/contract/permissions'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { Tx } from '../db/client.ts'
import type { Session } from '../http/sessions.ts'
import { type Needs, type Standing, standingOf } from './orderer.ts'

/**
 * Inside the address: a token's number and not its scope, because the token is looked at again anyway and addresses
 * are short.
 */
export const Asker = z.strictObject({ userId: Id, tokenId: z.optional(Id) })
export type Asker = z.infer<typeof Asker>

export const askerOf = ({ userId, byToken }: Pick<Session, 'userId' | 'byToken'>): Asker => ({
  userId,
  ...(byToken ? { tokenId: byToken.tokenId } : {}),
})

/** As it stands in a path: a user, or a user and a token with a dot between. */
export const askerText = ({ userId, tokenId }: Asker): string =>
  tokenId === undefined ? `${userId}` : `${userId}.${tokenId}`

/** @returns undefined where it is none */
export const askerIn = (text: string): Asker | undefined => {
  const [, userId, tokenId] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (userId === undefined) return undefined
  return { userId: Number(userId), ...(tokenId === undefined ? {} : { tokenId: Number(tokenId) }) }
}

const ENDED = 'El token con que se pidió ya no sirve.'

/** @returns what a token was given, undefined once it was revoked, is past or forgotten */
const scopeOf = async (tx: Tx, tenantId: number, { userId, tokenId }: Asker): Promise<string[] | undefined> => {
  const { rows } = await sql<{ scope: string[] }>`
    select scope from personal_token where tenant_id = ${tenantId} and token_id = ${tokenId} and user_id = ${userId}
      and revoked_at is null and expires_at > now()`.execute(tx)
  return rows[0]?.scope
}

/** As standingOf: never more than the token they asked with. */
export const standingOfAsker = async (tx: Tx, tenantId: number, asker: Asker, needs: Needs): Promise<Standing> => {
  if (asker.tokenId === undefined) return standingOf(tx, tenantId, asker.userId, needs)
  const scope = await scopeOf(tx, tenantId, asker)
  if (!scope) return { refused: ENDED }
  return standingOf(tx, tenantId, asker.userId, needs, expandRoles(scope.filter((name) => name !== 'admin')))
}
