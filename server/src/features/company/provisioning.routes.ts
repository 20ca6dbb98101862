// The token with which the company's identity provider administers its users (identity/scim/). Its holder decides who
// belongs to the company, so only users with every permission may manage it.
import { PROVISIONING_TEXTS, provisioning as rows } from '@padron/contract/provisioning'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import type { AppContext } from '../../feature.ts'
import { type Session, tokenHash } from '../../http/access/sessions.ts'
import type { Handlers } from '../../http/serve.ts'
import { SCIM_TOKEN_PREFIX, scimAddress } from '../../identity/scim/scim.routes.ts'
import { newToken } from '../../secrets/tokens.ts'
import { needAll, recordCompanyChange } from './sign-in.routes.ts'

type StoredToken = { createdAt: string; madeBy: string; lastUsedAt: string | null; presetId: number | null }

const storedToken = async (tx: Tx, tenantId: number, locks = false): Promise<StoredToken | undefined> => {
  const { rows: found } = await sql<StoredToken>`
    select created_at as "createdAt", made_by as "madeBy", last_used_at as "lastUsedAt", preset_id as "presetId"
    from company_provisioning
    where tenant_id = ${tenantId} ${locks ? sql`for update` : sql``}`.execute(tx)
  return found[0]
}

/** @returns the profile's name @throws HttpProblem */
const checkProfile = async (tx: Tx, tenantId: number, presetId: number): Promise<string> => {
  const { rows: found } = await sql<{ name: string }>`
    select preset_name as name
    from preset
    where tenant_id = ${tenantId} and preset_id = ${presetId}
    for share`.execute(tx)
  const [preset] = found
  if (!preset) throw refuse(422, PROVISIONING_TEXTS.profile, 'presetId')
  return preset.name
}

const nameOf = async (tx: Tx, { tenantId }: Session, presetId: number | null | undefined): Promise<string | null> => {
  if (!presetId) return null
  const { rows: found } = await sql<{ name: string }>`
    select preset_name as name from preset where tenant_id = ${tenantId} and preset_id = ${presetId}`.execute(tx)
  return found[0]?.name ?? null
}

export const provisioningCalls = ({
  place,
  publicUrl,
}: Pick<AppContext, 'place' | 'publicUrl'>): Handlers<typeof rows> => ({
  read: async ({ session, tx, request }) => {
    needAll(session)
    const { rows: counted } = await sql<{ users: number }>`
      select count(*)::int as users
      from provisioned_user
      where tenant_id = ${session.tenantId} and deleted_at is null`.execute(tx)
    return {
      address: scimAddress(request, place, publicUrl),
      token: (await storedToken(tx, session.tenantId)) ?? null,
      users: counted[0]?.users ?? 0,
    }
  },

  issue: async ({ body: { presetId }, session, tx }) => {
    needAll(session)
    const { tenantId, username } = session
    const profile = await checkProfile(tx, tenantId, presetId)
    const { rows: provider } = await sql`select from company_idp where tenant_id = ${tenantId} for update`.execute(tx)
    if (provider.length === 0) throw refuse(409, PROVISIONING_TEXTS.noProvider)
    const before = await storedToken(tx, tenantId, true)
    const token = SCIM_TOKEN_PREFIX + newToken()
    await sql`
      insert into company_provisioning (tenant_id, token_hash, preset_id, made_by)
      values (${tenantId}, ${tokenHash(token)}, ${presetId}, ${username})
      on conflict (tenant_id) do update set
        token_hash = excluded.token_hash,
        preset_id = excluded.preset_id,
        made_by = excluded.made_by,
        created_at = now(),
        last_used_at = null`.execute(tx)
    const was = await nameOf(tx, session, before?.presetId)
    await recordCompanyChange(tx, session, {
      provisioning_token: [before ? 'El anterior' : null, 'Uno nuevo'],
      ...(was === profile ? {} : { provisioning_profile: [was, profile] }),
    })
    return { token }
  },

  save: async ({ body: { presetId }, session, tx }) => {
    needAll(session)
    const profile = await checkProfile(tx, session.tenantId, presetId)
    const before = await storedToken(tx, session.tenantId, true)
    if (!before) throw refuse(409, PROVISIONING_TEXTS.none)
    await sql`
      update company_provisioning
      set preset_id = ${presetId}
      where tenant_id = ${session.tenantId}`.execute(tx)
    const was = await nameOf(tx, session, before.presetId)
    if (was !== profile) await recordCompanyChange(tx, session, { provisioning_profile: [was, profile] })
    return { message: rows.save.done }
  },

  remove: async ({ session, tx }) => {
    needAll(session)
    const before = await storedToken(tx, session.tenantId, true)
    if (!before) throw refuse(409, PROVISIONING_TEXTS.none)
    await sql`delete from company_provisioning where tenant_id = ${session.tenantId}`.execute(tx)
    await recordCompanyChange(tx, session, { provisioning_token: ['El anterior', null] })
    return { message: rows.remove.done }
  },
})
