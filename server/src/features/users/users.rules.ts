// The refusals and their texts: who may change whom, and which profiles and tags can be granted. Rows of another
// company are not found.
import type { TagRef } from '@padron/contract/users'
import type { Tx } from '../../db/client.ts'
import { forbidden, notFound, refuse } from '../../http/problem.ts'
import type { Session } from '../../http/sessions.ts'
import { covers, rolesFrom } from '../../identity/levels.ts'
import { lockUser, type TargetUser, unknownTags } from './users.queries.ts'

export const canManage = (session: Session, target: { userId: number; roleIds: readonly number[] }): boolean =>
  target.userId !== session.userId &&
  target.userId !== session.tenantId &&
  covers(session.roles, rolesFrom(target.roleIds))

/** Locks a user that the session may administer. @param self the refusal for the session's own user */
export const manageable = async (tx: Tx, session: Session, userId: number, self: string): Promise<TargetUser> => {
  const target = await lockUser(tx, session.tenantId, userId)
  if (!target) throw notFound()
  if (target.userId === session.userId) throw refuse(409, self)
  if (target.userId === session.tenantId) throw refuse(403, 'La cuenta principal solo la cambia ella misma.')
  if (!canManage(session, target)) throw refuse(403, 'Este usuario tiene permisos que usted no tiene.')
  return target
}

/** Whether the profile can be granted: it is the company's and has no permission that the session lacks. */
export const checkProfile = async (tx: Tx, session: Session, presetId: number): Promise<void> => {
  const path = 'userClass.preset.presetId'
  const found = await tx
    .selectFrom('preset')
    .select('role_ids')
    .where('tenant_id', '=', session.tenantId)
    .where('preset_id', '=', presetId)
    .forShare() // an edit of the profile meanwhile would give more than was looked at
    .executeTakeFirst()
  if (!found) throw refuse(422, 'El perfil elegido no existe.', path)
  if (!covers(session.roles, rolesFrom(found.role_ids)))
    throw refuse(403, 'No puede asignar un perfil con permisos que usted no tiene.', path)
}

export const checkTags = async (tx: Tx, session: Session, tags: readonly TagRef[] | undefined): Promise<number[]> => {
  if (tags === undefined) return []
  if (!covers(session.roles, ['tags_read'])) throw forbidden()
  const ids = [...new Set(tags.map(({ tagId }) => tagId))]
  const unknown = await unknownTags(tx, session.tenantId, ids)
  if (unknown.length > 0) throw refuse(422, 'Una de las etiquetas elegidas no existe.', 'userClass.tags')
  return ids
}

export const nameInUse = () => refuse(409, 'Ya existe un usuario con ese nombre.', 'userClass.user.username')
