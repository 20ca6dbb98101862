// The user's own account. Changing the password needs the current one, under the limits of sign-in, so that an open
// session is not enough to take over the account.
import { FACTOR_TEXTS, account as rows } from '@padron/contract/account'
import { ROLE_TYPES } from '@padron/contract/permissions'
import { SESSION_TEXTS } from '@padron/contract/session'
import { sql } from 'kysely'
import { asTenant, type Db, type Tx } from '../../db/client.ts'
import { HttpProblem, notFound, refuse } from '../../errors/http-problem.ts'
import type { AppContext } from '../../feature.ts'
import { agentOf } from '../../http/access/origin.ts'
import type { Session } from '../../http/access/sessions.ts'
import { actorOf, type Handlers } from '../../http/serve.ts'
import { endSessions } from '../../identity/accounts/accounts.ts'
import { listRoleLevels } from '../../identity/accounts/levels.ts'
import { confirmPassword, wrongPassword } from '../../identity/passwords/credentials.ts'
import { openNewPassword } from '../../identity/passwords/new-password.ts'
import { hashPassword } from '../../identity/passwords/passwords.ts'
import {
  beginPasskey,
  confirmProof,
  endPasskey,
  type FactorTools,
  forgetDevices,
  requestPasskey,
} from '../../identity/second-factor/challenge.ts'
import { beginApplication } from '../../identity/second-factor/codes.ts'
import { readNewPasskey } from '../../identity/second-factor/passkeys.ts'
import {
  addPasskey,
  confirmApplication,
  findRemovalFault,
  giveOtherCodes,
  removeKind,
  requirementOf,
  requiresFactor,
} from '../../identity/second-factor/second-factor.ts'
import { readAccount, SESSION_ID } from './account.queries.ts'

const wrongCode = () => new HttpProblem(422, FACTOR_TEXTS.wrong, [{ path: 'code', message: FACTOR_TEXTS.wrong }])
const wrongPasskey = () => new HttpProblem(422, FACTOR_TEXTS.wrongPasskey)

/** Has the limits of sign-in. @throws HttpProblem if the proof is wrong, or was wrong too often */
const needProof = async (
  db: Db,
  tools: FactorTools,
  session: Session,
  credentials: Parameters<typeof confirmProof>[3],
) => {
  const verdict = await confirmProof(db, tools, session, credentials)
  if (verdict === 'wrong') throw credentials.proof.passkey === undefined ? wrongCode() : wrongPasskey()
  if (verdict !== 'right')
    throw new HttpProblem(429, SESSION_TEXTS.locked, undefined, { 'retry-after': String(verdict.seconds) })
}

const NOT_ADDED = {
  full: FACTOR_TEXTS.passkeysFull,
  name: FACTOR_TEXTS.sameName,
  known: FACTOR_TEXTS.samePasskey,
} as const

/** @throws HttpProblem if it may not be removed */
const refuseRemoval = (fault: 'unknown' | 'required' | undefined): void => {
  if (fault === 'unknown') throw notFound()
  if (fault === 'required') throw refuse(409, FACTOR_TEXTS.required)
}

type Context = Pick<AppContext, 'step' | 'mails' | 'webhooks' | 'rp'>

export const account = ({ step, mails, webhooks: { secrets }, rp }: Context): Handlers<typeof rows> => ({
  me: async ({ session, tx }) => {
    const { roles } = session
    const stored = await readAccount(tx, session, rp?.id ?? '')
    const { termsVersion, termsAt, profile, ofAdmins, ofUser, ...rest } = stored
    const without = session.isMain ? 'Cuenta principal' : roles.size > 0 ? 'Permisos propios' : 'Sin roles'
    return {
      ...rest,
      username: session.username,
      company: { name: session.companyName, country: session.country, timeZone: session.timeZone },
      profile: profile ?? without,
      isMain: session.isMain,
      permissions: listRoleLevels(roles).map(({ roleTypeId, level }) => {
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
    const credentials = { username, sealed: body.current, address: request.ip, agent: agentOf(request), now }
    const { passwordHash } = await confirmPassword(kit.db, step, credentials)
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
    const credentials = { username, sealed: body.current, address: request.ip, agent: agentOf(request), now }
    await confirmPassword(kit.db, step, credentials)
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
    const credentials = { username, sealed: body.current, address: request.ip, agent: agentOf(request), now }
    await confirmPassword(kit.db, step, credentials)
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
    const credentials = { username, sealed: current, address: request.ip, agent: agentOf(request), now }
    const { isRequired, fault } = await asTenant(kit.db, tenantId, async (tx) => {
      const isRequired = await requiresFactor(tx, session)
      return { isRequired, fault: await findRemovalFault(tx, rp, session, { passkeyId, isRequired }) }
    })
    refuseRemoval(fault)
    await confirmPassword(kit.db, step, credentials)
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
