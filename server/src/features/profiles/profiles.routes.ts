// The profiles' calls. Nobody can grant or change more than they have themselves. A change applies to the profile's
// users at their next call, because every call reads the profile.
import { NOTICES } from '@padron/contract/common'
import { ROLE_TYPES, rolesOf } from '@padron/contract/permissions'
import { NO_PROFILE, PROFILE_TEXTS, RESERVED_PROFILES, type profiles as rows } from '@padron/contract/profiles'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Handlers } from '../../http/serve.ts'
import { covers, highestIds, levelRows, listRoleLevels, rolesFrom } from '../../identity/accounts/levels.ts'

/** Names are unique regardless of case and accents, and the name of «no profile» is reserved. */
const checkName = async (tx: Tx, { tenantId }: Session, name: string, path: string, own = 0): Promise<void> => {
  const { rows } = await sql`
    select from preset
    where tenant_id = ${tenantId} and fold(preset_name) = fold(${name}) and preset_id <> ${own}
    union all select where fold(${name}) in (select fold(x) from unnest(${[...RESERVED_PROFILES]}::text[]) x)`.execute(
    tx,
  )
  if (rows.length > 0) throw refuse(409, PROFILE_TEXTS.nameInUse, path)
}

/** The ids to store: all from the vocabulary and none above the author's level. */
const checkRoles = ({ roles }: Session, ids: readonly number[]): number[] => {
  if (rolesOf(ids).length !== ids.length) throw refuse(422, 'Uno de los permisos elegidos no existe.', 'roleIDs')
  if (!covers(roles, rolesFrom(ids))) throw refuse(403, 'No puede dar permisos que usted no tiene.', 'roleIDs')
  return highestIds(ids)
}

/** Locks a profile, if the session has all its permissions. */
const lockProfile = async (tx: Tx, session: Session, presetId: number) => {
  const found = await tx
    .selectFrom('preset')
    .select(['role_ids', 'version'])
    .where('tenant_id', '=', session.tenantId)
    .where('preset_id', '=', presetId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound()
  if (!covers(session.roles, rolesFrom(found.role_ids)))
    throw refuse(403, 'Este perfil tiene permisos que usted no tiene.')
  return found
}

const DONE = { message: NOTICES.done }
type Stored = {
  presetId: number
  rolePresetName: string
  version: number
  roleIds: number[]
  requiresFactor: boolean
  userCount: number
}

export const profiles: Handlers<typeof rows> = {
  list: async ({ session, tx }) => {
    const { rows: stored } = await sql<Stored>`
      select p.preset_id as "presetId", p.preset_name as "rolePresetName", p.version, p.role_ids as "roleIds",
        p.requires_factor as "requiresFactor",
        (select count(*)::int
        from app_user u
        where u.tenant_id = p.tenant_id and u.preset_id = p.preset_id) as "userCount"
      from preset p
      where p.tenant_id = ${session.tenantId}
      order by fold(p.preset_name)`.execute(tx)
    const none = {
      presetId: NO_PROFILE,
      rolePresetName: 'Sin roles',
      version: 1,
      roleIds: [],
      requiresFactor: false,
      userCount: 0,
    }
    return {
      catalogFilter: [none, ...stored].map(({ roleIds, ...preset }) => {
        const roles = rolesFrom(roleIds)
        const editable = preset.presetId !== NO_PROFILE && covers(session.roles, roles)
        return {
          preset: { ...preset, userId: session.tenantId, editable },
          roles: levelRows(roles),
          presetMaxLevels: listRoleLevels(roles),
        }
      }),
    }
  },

  groups: ({ session }) => {
    const own = new Map(listRoleLevels(session.roles).map(({ roleTypeId, level }) => [roleTypeId, level]))
    return {
      orderRoles: ROLE_TYPES.map(({ roleTypeId, name, levels }) => ({
        roleTypeId,
        name,
        roles: levels.map(({ description }, i) => ({ roleId: roleTypeId * 10 + i + 1, description, level: i + 1 })),
        maxLevel: own.get(roleTypeId) ?? 0,
      })),
    }
  },

  create: async ({ body: { presetName, roleIDs, requiresFactor = false }, session, tx }) => {
    await checkName(tx, session, presetName, 'presetName')
    const inserted = await tx
      .insertInto('preset')
      .values({
        preset_name: presetName,
        role_ids: checkRoles(session, roleIDs),
        requires_factor: requiresFactor,
      } as never)
      .returning('preset_id')
      .executeTakeFirstOrThrow()
    return { presetId: inserted.preset_id }
  },

  edit: async ({ body: { preset, roleIDs }, session, tx }) => {
    const { presetId, version, rolePresetName, requiresFactor } = preset
    if (rolePresetName !== undefined) await checkName(tx, session, rolePresetName, 'preset.rolePresetName', presetId)
    const stored = await lockProfile(tx, session, presetId)
    const role_ids = checkRoles(session, roleIDs)
    if (stored.version !== version)
      throw refuse(409, 'Otra persona cambió este perfil mientras usted lo editaba.', 'preset.version')
    await tx
      .updateTable('preset')
      .set({
        role_ids,
        version: version + 1,
        ...(rolePresetName === undefined ? {} : { preset_name: rolePresetName }),
        ...(requiresFactor === undefined ? {} : { requires_factor: requiresFactor }),
      })
      .where('tenant_id', '=', session.tenantId)
      .where('preset_id', '=', presetId)
      .execute()
    return DONE
  },

  remove: async ({ params: { id }, session, tx }) => {
    await lockProfile(tx, session, id)
    const { n } = await tx
      .selectFrom('app_user')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('tenant_id', '=', session.tenantId)
      .where('preset_id', '=', id)
      .executeTakeFirstOrThrow()
    if (n > 0) {
      const who = n === 1 ? 'Un usuario tiene este perfil; asígnele' : `${n} usuarios tienen este perfil; asígneles`
      throw refuse(409, `${who} otro antes de eliminarlo.`)
    }
    await tx.deleteFrom('preset').where('tenant_id', '=', session.tenantId).where('preset_id', '=', id).execute()
    return DONE
  },
}
