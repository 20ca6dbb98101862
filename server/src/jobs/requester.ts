// The present permissions of the requester of a job or a file: both outlive the session of the request, and permissions
// may have changed.
import {
  expandRoles,
  holdsExactly,
  type Permission,
  type Role,
  rolesOf,
  SCOPED_ROLES,
} from '@padron/contract/permissions'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { serviceName } from '../http/access/program-tokens.ts'

/** Any one of these; if empty, only the main account. */
export type Needs = Permission | readonly Permission[]
export type RequesterAccess =
  | { refused: string }
  | { refused?: never; username: string; roles: ReadonlySet<Role>; isScoped?: boolean; isService?: boolean }

const SUSPENDED = 'La cuenta de la empresa está suspendida.'
const NO_ACCESS = 'Quien pidió el trabajo ya no tiene acceso a la cuenta.'
const SCOPED = 'Quien pidió el trabajo ve ahora solo una parte de los vehículos.'
const NO_PERMISSION = 'Quien pidió el trabajo ya no tiene el permiso que requiere.'

type Row = {
  suspended: boolean
  active: boolean | null
  scoped: boolean
  /** The name of a service account; null: a person. */
  service: string | null
  username: string
  ids: number[]
}

/**
 * @param userId undefined if the product itself or its operator is the requester: both may do everything unless the
 * company is suspended
 * @param scope of the token of the request, which limits the user's permissions
 * @param parts true if the work reads only the requester's part of the fleet, so that such users are allowed
 */
export const readRequesterAccess = async (
  tx: Tx,
  tenantId: number,
  userId: number | undefined,
  needs: Needs,
  scope?: readonly string[],
  parts = false,
): Promise<RequesterAccess> => {
  const { rows } = await sql<Row>`
    select c.suspended_at is not null as suspended,
      u.active or s.revoked_at is null and s.expires_at > now() as active,
      u.vehicle_scope is not null as scoped, s.account_name as service, u.username,
      u.role_ids || p.role_ids || s.role_ids as ids
    from company c
    left join app_user u on u.tenant_id = c.tenant_id and u.user_id = ${userId ?? null}
    left join preset p on p.tenant_id = u.tenant_id and p.preset_id = u.preset_id
    left join service_account s on s.tenant_id = u.tenant_id and s.user_id = u.user_id
    where c.tenant_id = ${tenantId}`.execute(tx)
  const [found] = rows
  if (!found || found.suspended) return { refused: SUSPENDED }
  if (userId === undefined) return { username: 'Padrón', roles: new Set(expandRoles(['admin'])) }
  if (!found.active) return { refused: NO_ACCESS }
  if (found.scoped && !parts) return { refused: SCOPED }
  const heldRoles = expandRoles(rolesOf(found.ids).map(({ name }) => name))
    .filter((role) => !scope || scope.includes(role))
    .filter((role) => !found.scoped || SCOPED_ROLES.includes(role))
  const roles = new Set(heldRoles)
  if (!holdsExactly(roles, needs)) return { refused: NO_PERMISSION }
  const { username, service, scoped: isScoped } = found
  return service === null
    ? { username, roles, isScoped }
    : { username: serviceName(service), roles, isScoped, isService: true }
}
