// Acceptance of the terms before a session exists: the password is checked again, with the limits and uniform errors of
// sign-in.
import { type terms as rows, SESSION_TEXTS, TERMS_VERSION } from '@padron/contract/session'
import { asTenant } from '../../db/client.ts'
import { HttpProblem } from '../../errors/http-problem.ts'
import { agentOf } from '../../http/access/origin.ts'
import type { Directory } from '../../http/access/place.ts'
import { actorOf, type Handlers } from '../../http/serve.ts'
import { typedUsername } from '../../identity/accounts/username.ts'
import { isCompanySignInForced } from '../../identity/company-sign-in/company-sign-in.ts'
import { checkCredentials } from '../../identity/passwords/credentials.ts'
import type { PasswordStep } from '../../identity/passwords/password-keys.ts'

export const terms = (step: PasswordStep, directory: Directory): Handlers<typeof rows> => ({
  accept: async ({ body, kit, request, now }) => {
    await directory.refuseElsewhere(typedUsername(body.username))
    if (await isCompanySignInForced(kit.db, typedUsername(body.username)))
      throw new HttpProblem(400, SESSION_TEXTS.company)
    const credentials = {
      username: body.username,
      sealed: body.password,
      use: 'terms' as const,
      address: request.ip,
      agent: agentOf(request),
      now,
    }
    const verdict = await checkCredentials(kit.db, step, credentials)
    if (verdict.is === 'locked') {
      throw new HttpProblem(429, SESSION_TEXTS.locked, undefined, { 'retry-after': String(verdict.seconds) })
    }
    if (verdict.is === 'wrong') throw new HttpProblem(400, SESSION_TEXTS.wrong)
    const { tenantId, userId, username, termsVersion } = verdict.user
    if (termsVersion === TERMS_VERSION)
      throw new HttpProblem(409, 'El usuario ya aceptó los últimos términos y condiciones.')
    const acceptance = { terms_version: TERMS_VERSION, terms_at: now.toISOString(), terms_address: request.ip }
    await asTenant(
      kit.db,
      tenantId,
      (tx) =>
        tx
          .updateTable('app_user')
          .set(acceptance)
          .where('tenant_id', '=', tenantId)
          .where('user_id', '=', userId)
          .execute(),
      actorOf(request, { userId, username }),
    )
    return { message: 'Términos y condiciones aceptados.' }
  },
})
