// What the screen of a user's own account shows.
import type { Account } from '@padron/contract/account'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { Session } from '../../http/access/sessions.ts'
import { FACTOR_RULES, type FactorRules } from '../../identity/second-factor/second-factor.ts'

const SESSIONS_LISTED = 50
const SIGN_INS_LISTED = 10 // of each kind: a flood of failed tries hides no sign-in

/** Identifies a session without giving access to it: the first bytes of its token's hash. */
export const SESSION_ID = sql`encode(substr(t.token_hash, 1, 16), 'hex')::uuid`

const passkeys = (rpId: string) => sql`
  select coalesce(json_agg(json_build_object('passkeyId', k.passkey_id, 'name', k.passkey_name, 'createdAt',
    k.created_at, 'lastUsedAt', k.last_used_at, 'fits', k.rp_id = ${rpId}) order by k.created_at), '[]')
  from passkey k
  where k.tenant_id = f.tenant_id and k.user_id = f.user_id`

/** Null if none is set up. @param rpId the domain to which this installation's passkeys are bound */
const secondFactor = (rpId: string) => sql`
  select json_build_object('since', f.confirmed_at, 'application', f.last_step > 0, 'passkeys', (${passkeys(rpId)}),
    'recoveryCodesLeft', (
      select count(*)::int
      from recovery_code c
      where c.tenant_id = u.tenant_id and c.user_id = u.user_id and c.used_at is null),
    'devices', (
      select count(*)::int
      from known_device d
      where d.tenant_id = u.tenant_id and d.user_id = u.user_id and d.expires_at > now()))
  from second_factor f
  where f.tenant_id = u.tenant_id and f.user_id = u.user_id and f.confirmed_at is not null`

/** @param own the hash of this request's token */
const openSessions = (own: Buffer) => sql`
  select coalesce(json_agg(o order by o."startedAt" desc), '[]')
  from (
    select ${SESSION_ID} as "sessionId", t.created_at as "startedAt", t.expires_at as "expiresAt", t.address, s.agent,
      t.token_hash = ${own} as current
    from access_token t
    left join sign_in s on s.tenant_id = t.tenant_id and s.user_id = t.user_id and s.succeeded
      and s.token_hash = t.token_hash
    where t.tenant_id = u.tenant_id and t.user_id = u.user_id and t.expires_at > now()
    order by t.created_at desc
    limit ${SESSIONS_LISTED}) o`

const signIns = (own: Buffer) => sql`
  select json_agg(json_build_object('at', s.at, 'address', s.address, 'agent', s.agent, 'succeeded', s.succeeded,
    'current', coalesce(s.token_hash = ${own}, false)) order by s.sign_in_id desc)
  from unnest('{true,false}'::boolean[]) as k(succeeded)
  cross join lateral (
    select *
    from sign_in s
    where s.tenant_id = u.tenant_id and s.user_id = u.user_id and s.succeeded = k.succeeded
    order by s.sign_in_id desc
    limit ${SIGN_INS_LISTED}) s`

type StoredAccount = FactorRules & {
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  customId: string | null
  profile: string | null
  termsVersion: string | null
  termsAt: string | null
  passwordChangedAt: string | null
  secondFactor: Account['secondFactor']
  openSessions: number
  sessions: Account['sessions']
  signIns: { at: string; address: string; agent: string; succeeded: boolean; current: boolean }[]
}

/** Cost: the user's sessions and sign-ins by key, as many as are listed. */
export const readAccount = async (
  tx: Tx,
  { tenantId, userId, tokenHash }: Pick<Session, 'tenantId' | 'userId' | 'tokenHash'>,
  rpId: string,
): Promise<StoredAccount> => {
  const { rows } = await sql<StoredAccount>`
    select u.first_name as "firstName", u.last_name as "lastName", u.email, u.phone, u.custom_id as "customId",
      p.preset_name as profile, u.terms_version as "termsVersion", u.terms_at as "termsAt",
      u.password_changed_at as "passwordChangedAt", ${FACTOR_RULES}, (${secondFactor(rpId)}) as "secondFactor",
      (select count(*)::int
      from access_token t
      where t.tenant_id = u.tenant_id and t.user_id = u.user_id and t.expires_at > now()) as "openSessions",
      (${openSessions(tokenHash)}) as sessions, coalesce((${signIns(tokenHash)}), '[]') as "signIns"
    from app_user u
    join company c on c.tenant_id = u.tenant_id
    left join preset p on p.tenant_id = u.tenant_id and p.preset_id = u.preset_id
    where u.tenant_id = ${tenantId} and u.user_id = ${userId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the user of the session does not exist')
  return row
}
