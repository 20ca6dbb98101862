// Choosing a password with a link: requesting it, opening it, using it. The duration and the response of a request are
// the same whether its user exists or not.
import {
  LINK_TEXTS,
  NAME_THE_USER,
  NO_MAIL_HERE,
  RECOVERY_SENT,
  type accountLinks as rows,
} from '@padron/contract/account-links'
import { SESSION_TEXTS } from '@padron/contract/session'
import { asTenant } from '../../db/client.ts'
import { HttpProblem, refuse } from '../../errors/http-problem.ts'
import type { AppContext } from '../../feature.ts'
import { refuseOtherPlace } from '../../http/access/place.ts'
import { actorOf, type Handlers } from '../../http/serve.ts'
import { setPassword } from '../../identity/accounts/accounts.ts'
import { passwordChangedEmail } from '../../identity/accounts/emails.ts'
import { findLink, sendRecovery, useLink } from '../../identity/accounts/links.ts'
import { typedUsername } from '../../identity/accounts/username.ts'
import { countRequest, forgiveUser } from '../../identity/passwords/attempts.ts'
import { openNewPassword } from '../../identity/passwords/new-password.ts'
import { hashPassword } from '../../identity/passwords/passwords.ts'
import { writeMails } from '../../mail/outbox.ts'

type Context = Pick<AppContext, 'step' | 'directory' | 'mails' | 'webhooks'>

const ACTOR = { invitation: 'invitación', recovery: 'enlace de recuperación' } as const
const GONE = 410

export const accountLinks = ({ step, directory, mails, webhooks }: Context): Handlers<typeof rows> => ({
  request: async ({ body: { account }, kit, request }) => {
    if (!mails) throw refuse(409, NO_MAIL_HERE)
    if (!account.includes('@')) await directory.refuseElsewhere(typedUsername(account))
    else if (directory.several) throw refuse(422, NAME_THE_USER, 'account')
    const seconds = await countRequest(kit.db, 'recovery', request.ip)
    if (seconds > 0) throw new HttpProblem(429, SESSION_TEXTS.locked, undefined, { 'retry-after': String(seconds) })
    const recovery = { typed: account, address: request.ip, request: request.id }
    // Not awaited: a later response for users who exist would reveal them.
    void sendRecovery(kit.db, { secrets: webhooks.secrets, place: kit.place }, recovery).catch((error: unknown) =>
      request.log.error(error, 'the recovery of a password could not be sent'),
    )
    return { message: RECOVERY_SENT }
  },

  check: async ({ body: { code }, kit }) => {
    refuseOtherPlace(kit.place, code)
    const found = await findLink(kit.db, code)
    if (found?.state !== 'open') return { state: found?.state ?? 'unknown', link: null }
    const { purpose, username, company, expiresAt } = found
    return { state: 'open', link: { purpose, username, company, expiresAt } }
  },

  setPassword: async ({ body, kit, request, now }) => {
    refuseOtherPlace(kit.place, body.code)
    const link = await findLink(kit.db, body.code)
    if (link?.state !== 'open') throw refuse(GONE, LINK_TEXTS[link?.state ?? 'unknown'])
    const { tenantId, userId, username, company, email, purpose, linkId } = link
    const passwordHash = await hashPassword(await openNewPassword(step, { sealed: body.password, username, now }))
    const isSet = await asTenant(
      kit.db,
      tenantId,
      async (tx) => {
        if (!(await useLink(tx, link))) return false
        await setPassword(tx, { tenantId, username, passwordHash })
        if (purpose === 'recovery' && email)
          await writeMails(
            tx,
            { configured: mails },
            {
              kind: 'account password',
              subjectId: linkId,
              recipients: [email],
              content: passwordChangedEmail({ username, company }),
            },
          )
        return true
      },
      actorOf(request, { userId, username: `${username} (${ACTOR[purpose]})` }),
    )
    if (!isSet)
      throw refuse(GONE, LINK_TEXTS[(await findLink(kit.db, body.code))?.state === 'used' ? 'used' : 'replaced'])
    await forgiveUser(kit.db, username)
    return { message: 'Contraseña guardada.' }
  },
})
