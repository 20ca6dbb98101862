// Personal access tokens: created and revoked by a person in the console, never by another token. User administrators
// list and revoke those of the whole company.
import { expandRoles } from '@padron/contract/permissions'
import { type tokens as rows, TOKEN_TEXTS, TOKENS_AT_MOST } from '@padron/contract/tokens'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import { tokenAt } from '../../http/access/place.ts'
import { newProgramToken } from '../../http/access/program-tokens.ts'
import { tokenHash } from '../../http/access/sessions.ts'
import type { Handlers } from '../../http/serve.ts'
import { covers } from '../../identity/accounts/levels.ts'
import { companyTokens, lockToken, openTokensOf, revokeToken, tokensOf } from './tokens.queries.ts'

/** Serializes the creation of a user's tokens, so that their limit and unique names hold. */
const refuseMany = async (tx: Tx, tenantId: number, userId: number, name: string): Promise<void> => {
  await sql`select from app_user where tenant_id = ${tenantId} and user_id = ${userId} for no key update`.execute(tx)
  const open = await openTokensOf(tx, tenantId, userId)
  if (open.some((each) => each.name.toLowerCase() === name.toLowerCase()))
    throw refuse(409, TOKEN_TEXTS.nameInUse, 'name')
  if (open.length >= TOKENS_AT_MOST) throw refuse(422, TOKEN_TEXTS.tooMany)
}

export const tokens: Handlers<typeof rows> = {
  list: async ({ session: { tenantId, userId }, tx }) => ({ tokens: await tokensOf(tx, tenantId, userId) }),

  ofCompany: async ({ session: { tenantId }, tx }) => ({ tokens: await companyTokens(tx, tenantId) }),

  create: async ({ body: { name: typed, permissions, days }, kit, session, tx }) => {
    const { tenantId, userId, roles } = session
    const scope = expandRoles(permissions)
    if (!covers(roles, scope)) throw refuse(403, TOKEN_TEXTS.notHeld, 'permissions')
    const name = typed.trim()
    await refuseMany(tx, tenantId, userId, name)
    const token = tokenAt(kit.place, newProgramToken('personal'))
    const { token_id } = await tx
      .insertInto('personal_token')
      .values({
        tenant_id: tenantId,
        user_id: userId,
        token_name: name,
        token_hash: tokenHash(token),
        ending: token.slice(-4),
        scope: sql<string[]>`${scope}::text[]`,
        expires_at: sql<string>`now() + ${days} * interval '1 day'`, // by the database's clock, which also checks it
      })
      .returning('token_id')
      .executeTakeFirstOrThrow()
    const created = (await openTokensOf(tx, tenantId, userId)).find(({ tokenId }) => tokenId === token_id)
    if (!created) throw new Error('the created token was not found')
    return { token, created }
  },

  revoke: async ({ params: { tokenId }, session: { tenantId, userId, roles }, tx }) => {
    const owner = await lockToken(tx, tenantId, tokenId)
    if (owner === undefined || (owner !== userId && !covers(roles, ['users_admin']))) throw notFound()
    await revokeToken(tx, tenantId, tokenId)
    return { message: 'Token de acceso revocado' }
  },
}
