// The users' calls. Permissions come from a profile; nobody can grant more than they have, nor administer users with
// more permissions.
import { FACTOR_TEXTS } from '@padron/contract/account'
import { NOTICES } from '@padron/contract/common'
import { normalize } from '@padron/contract/normalize'
import { TOKEN_TEXTS } from '@padron/contract/tokens'
import {
  INVITED_WITHOUT_MAIL,
  OWN_MAIL_WITHOUT_PASSWORD,
  type users as rows,
  USERS_PAGE_SIZE,
  type UserChange,
} from '@padron/contract/users'
import type { Updateable } from 'kysely'
import { asTenant, type Tx } from '../../db/client.ts'
import type { AppUser } from '../../db/schema.gen.ts'
import { forbidden, HttpProblem, notFound, refuse } from '../../errors/http-problem.ts'
import type { AppContext } from '../../feature.ts'
import { agentOf } from '../../http/access/origin.ts'
import type { Session } from '../../http/access/sessions.ts'
import { actorOf, type Handlers } from '../../http/serve.ts'
import { AccountError, endSessions, revokeTokens } from '../../identity/accounts/accounts.ts'
import { covers, levelRows, rolesFrom } from '../../identity/accounts/levels.ts'
import { inviteUser } from '../../identity/accounts/links.ts'
import { forgiveUser } from '../../identity/passwords/attempts.ts'
import { confirmPassword } from '../../identity/passwords/credentials.ts'
import { openNewPassword } from '../../identity/passwords/new-password.ts'
import { hashPassword, newPassword } from '../../identity/passwords/passwords.ts'
import { factorAttempts } from '../../identity/second-factor/challenge.ts'
import { removeFactor } from '../../identity/second-factor/second-factor.ts'
import { countScope, listUsers, lockUser, type StoredUser, sentTo, setTags } from './users.queries.ts'
import { canManage, checkProfile, checkScope, checkTags, manageable, nameInUse } from './users.rules.ts'

const asSeen = (session: Session, { roleIds, user, ...rest }: StoredUser) => ({
  ...rest,
  user: {
    ...user,
    manageable: canManage(session, { userId: user.userId, roleIds }),
    isSelf: user.userId === session.userId,
  },
  roles: levelRows(rolesFrom(roleIds)),
})

type Info = NonNullable<UserChange['userInfo']>
/** The columns of the sent fields; an empty text becomes null. */
const columnsOf = ({ firstName, lastName, userCustomId, userEmail, userPhone }: Info): Updateable<AppUser> => ({
  ...(firstName === undefined ? {} : { first_name: firstName }),
  ...(lastName === undefined ? {} : { last_name: lastName }),
  ...(userCustomId === undefined ? {} : { custom_id: userCustomId || null }),
  ...(userEmail === undefined ? {} : { email: userEmail || null }),
  ...(userPhone === undefined ? {} : { phone: userPhone || null }),
})

const wholeName = (session: Session, username: string) => `${session.shortName}-${normalize(username, 'NFC')}`
const NO_MAIL = 'Esta instalación no envía correos: dele una contraseña.'
const DONE = { message: NOTICES.done }

const changeUser = async (tx: Tx, session: Session, userId: number, set: Updateable<AppUser>): Promise<void> => {
  await tx
    .updateTable('app_user')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', session.tenantId)
    .where('user_id', '=', userId)
    .execute()
}

/** For the own user: personal data only. */
const lockEdited = async (tx: Tx, session: Session, userId: number, { user, preset, vehicleScope }: UserChange) => {
  if (userId !== session.userId) return manageable(tx, session, userId, '')
  if (user || preset) throw new HttpProblem(409, 'No puede cambiar su propio nombre de usuario ni su perfil.')
  if (vehicleScope !== undefined) throw new HttpProblem(409, 'No puede cambiar qué vehículos ve usted.')
  return lockUser(tx, session.tenantId, userId)
}

type Context = Pick<AppContext, 'step' | 'mails' | 'webhooks' | 'place'>

export const users = ({ step, mails, webhooks, place }: Context): Handlers<typeof rows> => {
  const sendLink = (tx: Tx, { tenantId }: Session, username: string) =>
    inviteUser(tx, { secrets: webhooks.secrets, place }, { tenantId, username }).catch((error: unknown) => {
      throw error instanceof AccountError ? refuse(409, error.message) : error
    })
  return {
    list: async ({ body: { userClass, filter_options }, session, tx }) => {
      const seesTags = covers(session.roles, ['tags_read'])
      if (userClass.tags && !seesTags) throw forbidden()
      const page = filter_options ?? { page: 1, pageSize: USERS_PAGE_SIZE }
      const { users: found, total } = await listUsers(tx, session.tenantId, userClass, page, seesTags)
      return { users: found.map((each) => asSeen(session, each)), userTotalCount: total }
    },

    create: async ({ body: { userClass, invite = false }, session, kit, request }) => {
      const email = userClass.userInfo?.userEmail
      if (invite && !mails) throw refuse(409, NO_MAIL)
      if (invite && !email) throw refuse(422, INVITED_WITHOUT_MAIL, 'userClass.userInfo.userEmail')
      const password = newPassword() // not disclosed if the user gets an invitation
      const password_hash = await hashPassword(password)
      const { user, userInfo = {}, preset, tags, vehicleScope } = userClass
      const userName = wholeName(session, user.username)
      await asTenant(
        kit.db,
        session.tenantId,
        async (tx) => {
          await checkProfile(tx, session, preset.presetId)
          const tagIds = await checkTags(tx, session, tags)
          const scope = await checkScope(tx, session, vehicleScope, true)
          const inserted = await tx
            .insertInto('app_user')
            .values({
              username: userName,
              password_hash,
              preset_id: preset.presetId,
              vehicle_scope: scope ? JSON.stringify(scope) : null,
              ...columnsOf(userInfo),
            } as never)
            .onConflict((on) => on.column('username').doNothing())
            .returning('user_id')
            .executeTakeFirst()
          if (!inserted) throw nameInUse()
          await setTags(tx, session.tenantId, inserted.user_id, tagIds)
          if (invite) await sendLink(tx, session, userName)
        },
        actorOf(request, session),
      )
      return invite && email ? { password: '', userName, invitedTo: email } : { password, userName }
    },

    edit: async ({ body: { userClassFilter, userClass, current }, session, kit, request, now }) => {
      const { userId, version } = userClassFilter.user
      const { user, userInfo = {}, preset, tags, vehicleScope } = userClass
      if (userInfo.userEmail !== undefined) {
        // The owner of the mailbox can recover the password, which no token may set.
        if (session.byToken) throw refuse(403, TOKEN_TEXTS.notByToken, 'userClass.userInfo.userEmail')
        if (userId === session.userId) {
          if (current === undefined) throw refuse(422, OWN_MAIL_WITHOUT_PASSWORD, 'current')
          const credentials = {
            username: session.username,
            sealed: current,
            address: request.ip,
            agent: agentOf(request),
            now,
          }
          await confirmPassword(kit.db, step, credentials)
        }
      }
      const change = async (tx: Tx): Promise<void> => {
        const target = await lockEdited(tx, session, userId, userClass)
        if (!target) throw notFound()
        if (target.version !== version)
          throw new HttpProblem(409, 'Otra persona cambió a este usuario mientras usted lo editaba.')
        if (preset) await checkProfile(tx, session, preset.presetId)
        const tagIds = await checkTags(tx, session, tags)
        const scope = await checkScope(tx, session, vehicleScope, true)
        const set = {
          ...columnsOf(userInfo),
          ...(user ? { username: wholeName(session, user.username) } : {}),
          // A profile replaces the user's individual roles.
          ...(preset ? { preset_id: preset.presetId, role_ids: [] } : {}),
          ...(scope === undefined ? {} : { vehicle_scope: scope && JSON.stringify(scope) }),
        }
        await changeUser(tx, session, userId, set)
        if (tags) await setTags(tx, session.tenantId, userId, tagIds)
      }
      await asTenant(kit.db, session.tenantId, change, actorOf(request, session))
      return DONE
    },

    scopeCount: async ({ body: { vehicleScope, email = '' }, session, tx }) => {
      const scope = await checkScope(tx, session, vehicleScope, false)
      if (!scope) throw new Error('the requested scope is missing')
      const { reports, alerts } = await sentTo(tx, session.tenantId, email)
      const named = covers(session.roles, ['programReports_read'])
      return {
        ...(await countScope(tx, session.tenantId, session.userId, scope)),
        reports: named ? reports : { ...reports, names: [] },
        alerts: named ? alerts : { ...alerts, names: [] },
      }
    },

    setStatus: async ({ params: { id }, body: { userStatus }, session, tx }) => {
      const target = await manageable(tx, session, id, 'No puede cambiar su propio status.')
      if (target.active === userStatus) return DONE
      await changeUser(tx, session, id, { active: userStatus })
      await endSessions(tx, session.tenantId, id)
      if (!userStatus) await revokeTokens(tx, session.tenantId, id)
      return DONE
    },

    resetPassword: async ({ params: { id }, body, session, kit, request, now }) => {
      const findTarget = (tx: Tx) => manageable(tx, session, id, 'Cambie su propia contraseña en Mi cuenta.')
      const { username } = await asTenant(kit.db, session.tenantId, findTarget)
      // Between two transactions, because hashing is slow and must not hold a connection.
      const password_hash = await hashPassword(await openNewPassword(step, { sealed: body.password, username, now }))
      await asTenant(
        kit.db,
        session.tenantId,
        async (tx) => {
          await findTarget(tx)
          await changeUser(tx, session, id, { password_hash, password_changed_at: now.toISOString() })
          await endSessions(tx, session.tenantId, id)
          await revokeTokens(tx, session.tenantId, id)
        },
        actorOf(request, session),
      )
      await forgiveUser(kit.db, username)
      return DONE
    },

    removeFactor: async ({ params: { id }, session, kit, tx }) => {
      const { username } = await manageable(tx, session, id, 'Quite la suya en Mi cuenta.')
      if (!(await removeFactor(tx, { tenantId: session.tenantId, userId: id, username }, mails)))
        throw refuse(409, FACTOR_TEXTS.none)
      await forgiveUser(kit.db, factorAttempts(username))
      return DONE
    },

    sendLink: async ({ params: { id }, session, tx }) => {
      const { username } = await manageable(tx, session, id, 'Cambie su propia contraseña en Mi cuenta.')
      if (!mails) throw refuse(409, NO_MAIL)
      return sendLink(tx, session, username)
    },
  }
}
