// Who saved a channel, and whether they may still notify through it: checked at each message, and said in the list.
import { expandRoles, holdsExactly, rolesOf } from '@padron/contract/permissions'
import { type RawBuilder, sql } from 'kysely'

/** The owner's current permissions; null if the owner is inactive, or sees only a part of the fleet. */
export type OwnerRoles = number[] | null

/** A value of type `OwnerRoles`. @param channel a row with the channel's tenant_id and user_id */
export const ownerRolesSql = (channel: RawBuilder<unknown>) => sql`(
  select u.role_ids || p.role_ids
  from app_user u
  left join preset p on p.tenant_id = u.tenant_id and p.preset_id = u.preset_id
  where u.tenant_id = ${channel}.tenant_id and u.user_id = ${channel}.user_id and u.active
    and u.vehicle_scope is null)`

const NO_PERMISSION = 'Quien guardó el canal ya no puede configurar avisos; guárdelo alguien que pueda'

/** Why a channel sends nothing; null: it sends. */
export const blockedReasonOf = (roleIds: OwnerRoles): string | null => {
  const roles = new Set(expandRoles(rolesOf(roleIds ?? []).map(({ name }) => name)))
  return roleIds !== null && holdsExactly(roles, 'programReports_admin') ? null : NO_PERMISSION
}
