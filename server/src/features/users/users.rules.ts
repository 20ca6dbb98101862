// The refusals and their texts: who may change whom, and which profiles and tags can be granted. Rows of another
// company are not found.
import { normalize } from '@padron/contract/normalize'
import { statesOf } from '@padron/contract/places/states'
import type { TagRef, VehicleScope } from '@padron/contract/users'
import type { Tx } from '../../db/client.ts'
import { forbidden, notFound, refuse } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'
import { covers, rolesFrom } from '../../identity/accounts/levels.ts'
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
    .forShare() // so that an edit of the profile does not grant more meanwhile
    .executeTakeFirst()
  if (!found) throw refuse(422, 'El perfil elegido no existe.', path)
  if (!covers(session.roles, rolesFrom(found.role_ids)))
    throw refuse(403, 'No puede asignar un perfil con permisos que usted no tiene.', path)
}

export const checkTags = async (tx: Tx, session: Session, tags: readonly TagRef[] | undefined): Promise<number[]> => {
  if (tags === undefined) return []
  if (!covers(session.roles, ['tags_read'])) throw forbidden()
  const ids = [...new Set(tags.map(({ tagId }) => tagId))]
  const unknown = await unknownTags(tx, session.tenantId, ids, true)
  if (unknown.length > 0) throw refuse(422, 'Una de las etiquetas elegidas no existe.', 'userClass.tags')
  return ids
}

/**
 * The scope as stored.
 * @throws HttpProblem if it names tags or states that the company does not have
 * @param hold for a writer: locks its tags, so that they are not deleted meanwhile
 */
export const checkScope = async (
  tx: Tx,
  session: Session,
  scope: VehicleScope | null | undefined,
  hold: boolean,
): Promise<VehicleScope | null | undefined> => {
  if (!scope) return scope
  const { states, tags, holders, lessors } = scope
  if (tags && !covers(session.roles, ['tags_read'])) throw forbidden()
  const at = 'userClass.vehicleScope'
  if (tags && (await unknownTags(tx, session.tenantId, tags, hold)).length > 0)
    throw refuse(422, 'Una de las etiquetas elegidas no existe.', `${at}.tags`)
  const known = new Set(statesOf(session.country).map(({ stateId }) => stateId))
  if (states?.some((id) => !known.has(id))) throw refuse(422, 'Uno de los estados elegidos no existe.', `${at}.states`)
  return {
    ...(states && { states: distinct(states) }),
    ...(tags && { tags: distinct(tags) }),
    ...(holders && { holders: distinct(holders.map((each) => normalize(each.trim().toUpperCase(), 'NFC'))) }),
    ...(lessors && { lessors: distinct(lessors.map((each) => normalize(each.trim(), 'NFC'))) }),
  }
}
const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

export const nameInUse = () => refuse(409, 'Ya existe un usuario con ese nombre.', 'userClass.user.username')
