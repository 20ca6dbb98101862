// The user's own account. Changing the password needs the current one, under the limits of sign-in, so that an open
// session is not enough to take over the account.
import { type Account, FACTOR_TEXTS, account as rows } from '@padron/contract/account'
import { ROLE_TYPES } from '@padron/contract/permissions'
import { SESSION_TEXTS } from '@padron/contract/session'
import { sql } from 'kysely'
import { asTenant, type Db, type Tx } from '../../db/client.ts'
import type { AppContext } from '../../feature.ts'
import { agentOf } from '../../http/origin.ts'
import { HttpProblem, notFound, refuse } from '../../http/problem.ts'
import { actorOf, type Handlers } from '../../http/serve.ts'
import type { Session } from '../../http/sessions.ts'
import { endSessions } from '../../identity/accounts.ts'
import { confirmPassword, wrongPassword } from '../../identity/credentials.ts'
import {
  beginPasskey,
  confirmProof,
  endPasskey,
  type FactorTools,
  forgetDevices,
  requestPasskey,
} from '../../identity/factor-challenge.ts'
import { beginApplication } from '../../identity/factor-codes.ts'
import { levelsOf } from '../../identity/levels.ts'
import { openNewPassword } from '../../identity/new-password.ts'
import { readNewPasskey } from '../../identity/passkeys.ts'
import { hashPassword } from '../../identity/passwords.ts'
import {
  addPasskey,
  confirmApplication,
  FACTOR_RULES,
  type FactorRules,
  findRemovalFault,
  giveOtherCodes,
  removeKind,
  requirementOf,
  requiresFactor,
} from '../../identity/second-factor.ts'

const SESSIONS_LISTED = 50
const SIGN_INS_LISTED = 10 // of each kind: a flood of failed tries hides no sign-in

/** Names a session without opening it: the first bytes of its token's hash. */
const SESSION_ID = sql`encode(substr(t.token_hash, 1, 16), 'hex')::uuid`

type Stored = FactorRules & {
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

const wrongCode = () => new HttpProblem(422, FACTOR_TEXTS.wrong, [{ path: 'code', message: FACTOR_TEXTS.wrong }])
const wrongPasskey = () => new HttpProblem(422, FACTOR_TEXTS.wrongPasskey)

/** Under the limits of sign-in. @throws HttpProblem where it is wrong, or was too often */
const needProof = async (db: Db, tools: FactorTools, session: Session, given: Parameters<typeof confirmProof>[3]) => {
  const verdict = await confirmProof(db, tools, session, given)
  if (verdict === 'wrong') throw given.proof.passkey === undefined ? wrongCode() : wrongPasskey()
  if (verdict !== 'right')
    throw new HttpProblem(429, SESSION_TEXTS.locked, undefined, { 'retry-after': String(verdict.seconds) })
}

const NOT_ADDED = {
  full: FACTOR_TEXTS.passkeysFull,
  name: FACTOR_TEXTS.sameName,
  known: FACTOR_TEXTS.samePasskey,
} as const

/** @throws HttpProblem where it may not be removed */
const refuseRemoval = (fault: 'unknown' | 'required' | undefined): void => {
  if (fault === 'unknown') throw notFound()
  if (fault === 'required') throw refuse(409, FACTOR_TEXTS.required)
}

type Context = Pick<AppContext, 'step' | 'mails' | 'webhooks' | 'rp'>

export const account = ({ step, mails, webhooks: { secrets }, rp }: Context): Handlers<typeof rows> => ({
  me: async ({ session, tx }) => {
    const { tenantId, userId, tokenHash, roles } = session
    const { rows: found } = await sql<Stored>`
      select u.first_name as "firstName", u.last_name as "lastName", u.email, u.phone, u.custom_id as "customId",
        p.preset_name as profile, u.terms_version as "termsVersion", u.terms_at as "termsAt",
        u.password_changed_at as "passwordChangedAt", ${FACTOR_RULES},
        (select json_build_object('since', f.confirmed_at, 'application', f.last_step > 0,
          'passkeys', (select coalesce(json_agg(json_build_object('passkeyId', k.passkey_id, 'name', k.passkey_name,
            'createdAt', k.created_at, 'lastUsedAt', k.last_used_at, 'fits', k.rp_id = ${rp?.id ?? ''})
            order by k.created_at), '[]')
          from passkey k
          where k.tenant_id = f.tenant_id and k.user_id = f.user_id),
          'recoveryCodesLeft', (select count(*)::int
          from recovery_code c
          where c.tenant_id = u.tenant_id and c.user_id = u.user_id and c.used_at is null),
          'devices', (select count(*)::int
          from known_device d
          where d.tenant_id = u.tenant_id and d.user_id = u.user_id and d.expires_at > now()))
        from second_factor f
        where f.tenant_id = u.tenant_id and f.user_id = u.user_id and f.confirmed_at is not null) as "secondFactor",
        (select count(*)::int
        from access_token t
        where t.tenant_id = u.tenant_id and t.user_id = u.user_id and t.expires_at > now()) as "openSessions",
        (select coalesce(json_agg(o order by o."startedAt" desc), '[]')
        from (
          select ${SESSION_ID} as "sessionId", t.created_at as "startedAt", t.expires_at as "expiresAt", t.address,
            s.agent, t.token_hash = ${tokenHash} as current
          from access_token t
          left join sign_in s on s.tenant_id = t.tenant_id and s.user_id = t.user_id and s.succeeded
            and s.token_hash = t.token_hash
          where t.tenant_id = u.tenant_id and t.user_id = u.user_id and t.expires_at > now()
          order by t.created_at desc
          limit ${SESSIONS_LISTED}) o) as sessions,
        coalesce((select json_agg(json_build_object('at', s.at, 'address', s.address, 'agent', s.agent, 'succeeded',
          s.succeeded,
            'current', coalesce(s.token_hash = ${tokenHash}, false)) order by s.sign_in_id desc)
          from unnest('{true,false}'::boolean[]) as k(succeeded)
          cross join lateral (
            select *
            from sign_in s
            where s.tenant_id = u.tenant_id and s.user_id = u.user_id and s.succeeded = k.succeeded
            order by s.sign_in_id desc
            limit ${SIGN_INS_LISTED}) s), '[]') as "signIns"
      from app_user u
      join company c on c.tenant_id = u.tenant_id
      left join preset p on p.tenant_id = u.tenant_id and p.preset_id = u.preset_id
      where u.tenant_id = ${tenantId} and u.user_id = ${userId}`.execute(tx)
    const row = found[0]
    if (!row) throw new Error('a session without its user')
    const { termsVersion, termsAt, profile, ofAdmins, ofUser, ...rest } = row
    const without = session.isMain ? 'Cuenta principal' : roles.size > 0 ? 'Permisos propios' : 'Sin roles'
    return {
      ...rest,
      username: session.username,
      company: { name: session.companyName, country: session.country, timeZone: session.timeZone },
      profile: profile ?? without,
      isMain: session.isMain,
      permissions: levelsOf(roles).map(({ roleTypeId, level }) => {
        const type = ROLE_TYPES.find((each) => each.roleTypeId === roleTypeId)
        return { name: type?.name ?? '', level: type?.levels[level - 1]?.description ?? '' }
      }),
      terms: { version: termsVersion, acceptedAt: termsAt },
      passkeyOrigin: rp?.origin ?? null,
      factorRequired: requirementOf({ ofAdmins, ofUser }, session),
    }
  },

  changePassword: async ({ body, session, kit, request, now }) => {
    const { username, tenantId, userId, tokenHash } = session
    const given = { username, sealed: body.current, address: request.ip, agent: agentOf(request), now }
    const { passwordHash } = await confirmPassword(kit.db, step, given)
    const password_hash = await hashPassword(await openNewPassword(step, { sealed: body.password, username, now }))
    const changed = await asTenant(
      kit.db,
      tenantId,
      async (tx) => {
        // Does not overwrite a password changed meanwhile, such as an administrator's reset.
        const { numUpdatedRows } = await tx
          .updateTable('app_user')
          .set((eb) => ({ password_hash, password_changed_at: now.toISOString(), version: eb('version', '+', 1) }))
          .where('tenant_id', '=', tenantId)
          .where('user_id', '=', userId)
          .where('password_hash', '=', passwordHash)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) await endSessions(tx, tenantId, userId, tokenHash)
        return numUpdatedRows > 0n
      },
      actorOf(request, session),
    )
    if (!changed) throw wrongPassword()
    return { message: 'Su contraseña ha sido cambiada' }
  },

  endOtherSessions: async ({ session: { tenantId, userId, tokenHash }, tx }) => {
    const { numDeletedRows } = await endSessions(tx, tenantId, userId, tokenHash)
    return { ended: Number(numDeletedRows) }
  },

  beginFactor: async ({ body, session, kit, request, now }) => {
    const { username, tenantId } = session
    const given = { username, sealed: body.current, address: request.ip, agent: agentOf(request), now }
    await confirmPassword(kit.db, step, given)
    const begun = await asTenant(
      kit.db,
      tenantId,
      (tx) => beginApplication(tx, secrets, session),
      actorOf(request, session),
    )
    if (!begun) throw refuse(409, FACTOR_TEXTS.inUse)
    return begun
  },

  confirmFactor: async ({ body, session, kit, request, now }) => {
    const confirm = (tx: Tx) => confirmApplication(tx, secrets, session, { code: body.code, now, mails })
    const codes = await asTenant(kit.db, session.tenantId, confirm, actorOf(request, session))
    if (!codes) throw wrongCode()
    return { codes }
  },

  beginPasskey: async ({ body, session, kit, request, now }) => {
    const { username, tenantId } = session
    if (!rp) throw refuse(409, FACTOR_TEXTS.noAddress)
    const given = { username, sealed: body.current, address: request.ip, agent: agentOf(request), now }
    await confirmPassword(kit.db, step, given)
    return asTenant(kit.db, tenantId, (tx) => beginPasskey(tx, rp, session), actorOf(request, session))
  },

  addPasskey: async ({ body: { name, passkey }, session, kit, request }) => {
    if (!rp) throw refuse(409, FACTOR_TEXTS.noAddress)
    const challenge = await endPasskey(kit.db, session, passkey)
    if (challenge === undefined) throw refuse(409, FACTOR_TEXTS.ended)
    const made = await readNewPasskey(rp, { answer: passkey, challenge })
    if (!made) throw wrongPasskey()
    const add = (tx: Tx) => addPasskey(tx, rp, session, { made: { ...made, name: name.trim() }, mails })
    const added = await asTenant(kit.db, session.tenantId, add, actorOf(request, session))
    if (typeof added === 'string') throw refuse(409, NOT_ADDED[added])
    return { codes: added }
  },

  provePasskey: async ({ session, tx }) => {
    const request = await requestPasskey(tx, rp, session)
    if (!request) throw refuse(409, FACTOR_TEXTS.noPasskey)
    return request
  },

  replaceRecoveryCodes: async ({ body, session, kit, request, now }) => {
    const actor = actorOf(request, session)
    await needProof(kit.db, { secrets, rp, mails }, session, { proof: body, address: request.ip, now, actor })
    const replace = (tx: Tx) => giveOtherCodes(tx, session, mails)
    return { codes: await asTenant(kit.db, session.tenantId, replace, actor) }
  },

  removeFactor: async ({ body: { current, passkeyId, ...proof }, session, kit, request, now }) => {
    const { username, tenantId } = session
    const given = { username, sealed: current, address: request.ip, agent: agentOf(request), now }
    const { isRequired, fault } = await asTenant(kit.db, tenantId, async (tx) => {
      const isRequired = await requiresFactor(tx, session)
      return { isRequired, fault: await findRemovalFault(tx, rp, session, { passkeyId, isRequired }) }
    })
    refuseRemoval(fault)
    await confirmPassword(kit.db, step, given)
    const actor = actorOf(request, session)
    await needProof(kit.db, { secrets, rp, mails }, session, { proof, address: request.ip, now, actor })
    const remove = (tx: Tx) => removeKind(tx, rp, session, { passkeyId, isRequired, mails })
    refuseRemoval(await asTenant(kit.db, tenantId, remove, actor))
    return { message: rows.removeFactor.done }
  },

  forgetDevices: async ({ session, tx }) => ({ forgotten: await forgetDevices(tx, session) }),

  endSession: async ({ params: { sessionId }, session: { tenantId, userId }, tx }) => {
    const { numAffectedRows } = await sql`
      delete from access_token t
      where t.tenant_id = ${tenantId} and t.user_id = ${userId} and ${SESSION_ID} = ${sessionId}`.execute(tx)
    if (!numAffectedRows) throw notFound()
    return { message: rows.endSession.done }
  },
})
