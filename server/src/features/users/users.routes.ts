// The users' calls. Permissions come from a profile; nobody can grant more than they have, nor administer users with
// more permissions.

import { NOTICES } from '@padron/contract/common'
import { normalize } from '@padron/contract/normalize'
import { type users as rows, USERS_PAGE_SIZE, type UserChange } from '@padron/contract/users'
import type { Updateable } from 'kysely'
import { asTenant, type Tx } from '../../db/client.ts'
import type { AppUser } from '../../db/schema.gen.ts'
import { forbidden, HttpProblem, notFound } from '../../http/problem.ts'
import { actorOf, type Handlers } from '../../http/serve.ts'
import type { Session } from '../../http/sessions.ts'
import { forgiveUser } from '../../identity/attempts.ts'
import { covers, levelRows, rolesFrom } from '../../identity/levels.ts'
import { openNewPassword } from '../../identity/new-password.ts'
import type { PasswordStep } from '../../identity/password-keys.ts'
import { hashPassword, newPassword } from '../../identity/passwords.ts'
import { endSessions, listUsers, lockUser, revokeTokens, type StoredUser, setTags } from './users.queries.ts'
import { canManage, checkProfile, checkTags, manageable, nameInUse } from './users.rules.ts'

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
const lockEdited = async (tx: Tx, session: Session, userId: number, { user, preset }: UserChange) => {
  if (userId !== session.userId) return manageable(tx, session, userId, '')
  if (user || preset) throw new HttpProblem(409, 'No puede cambiar su propio nombre de usuario ni su perfil.')
  return lockUser(tx, session.tenantId, userId)
}

export const users = (step: PasswordStep): Handlers<typeof rows> => ({
  list: async ({ body: { userClass, filter_options }, session, tx }) => {
    const seesTags = covers(session.roles, ['tags_read'])
    if (userClass.tags && !seesTags) throw forbidden()
    const page = filter_options ?? { page: 1, pageSize: USERS_PAGE_SIZE }
    const { users: found, total } = await listUsers(tx, session.tenantId, userClass, page, seesTags)
    return { users: found.map((each) => asSeen(session, each)), userTotalCount: total }
  },

  create: async ({ body: { userClass }, session, kit, request }) => {
    const password = newPassword()
    const password_hash = await hashPassword(password)
    const { user, userInfo = {}, preset, tags } = userClass
    const userName = wholeName(session, user.username)
    await asTenant(
      kit.db,
      session.tenantId,
      async (tx) => {
        await checkProfile(tx, session, preset.presetId)
        const tagIds = await checkTags(tx, session, tags)
        const made = await tx
          .insertInto('app_user')
          .values({ username: userName, password_hash, preset_id: preset.presetId, ...columnsOf(userInfo) } as never)
          .onConflict((on) => on.column('username').doNothing())
          .returning('user_id')
          .executeTakeFirst()
        if (!made) throw nameInUse()
        await setTags(tx, session.tenantId, made.user_id, tagIds)
      },
      actorOf(request, session),
    )
    return { password, userName }
  },

  edit: async ({ body: { userClassFilter, userClass }, session, tx }) => {
    const { userId, version } = userClassFilter.user
    const { user, userInfo = {}, preset, tags } = userClass
    const target = await lockEdited(tx, session, userId, userClass)
    if (!target) throw notFound()
    if (target.version !== version)
      throw new HttpProblem(409, 'Otra persona cambió a este usuario mientras usted lo editaba.')
    if (preset) await checkProfile(tx, session, preset.presetId)
    const tagIds = await checkTags(tx, session, tags)
    const set = {
      ...columnsOf(userInfo),
      ...(user ? { username: wholeName(session, user.username) } : {}),
      // A profile replaces the user's individual roles.
      ...(preset ? { preset_id: preset.presetId, role_ids: [] } : {}),
    }
    await changeUser(tx, session, userId, set)
    if (tags) await setTags(tx, session.tenantId, userId, tagIds)
    return DONE
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
})
