// The people to whom an item may be assigned: active users who see its kind and the whole fleet, and the user
// themselves.
import { expandRoles, holdsExactly, type Permission, rolesOf } from '@padron/contract/permissions'
import type { PendingKind } from '@padron/contract/rules/pending-kinds'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { Session } from '../../http/access/sessions.ts'

/** The permission that a kind needs besides that to read vehicles. */
const NEEDS: Readonly<Partial<Record<PendingKind, { permission: Permission; words: string }>>> = {
  document: { permission: 'documents_read', words: 'documentos' },
  missing: { permission: 'documents_read', words: 'documentos' },
  capture: { permission: 'processing_read', words: 'capturas' },
}

export const sees = (roles: ReadonlySet<string>, kind: PendingKind): boolean => {
  const needs = NEEDS[kind]
  return needs === undefined || holdsExactly(roles, needs.permission)
}
/** `documentos` */
export const needWords = (kind: PendingKind): string => NEEDS[kind]?.words ?? 'vehículos'

export type Assignee = { userId: number; username: string; fullName: string; roles: ReadonlySet<string> }

/**
 * @param session its user may take items even if they see only a part of the fleet
 * @param ids only these users; undefined: all. Cost: the company's users once.
 */
export const readAssignees = async (
  tx: Tx,
  session: Pick<Session, 'tenantId' | 'userId'>,
  ids?: readonly number[],
): Promise<Assignee[]> => {
  const { tenantId, userId: requesterId } = session
  const { rows } = await sql<{ userId: number; username: string; fullName: string; roleIds: number[] }>`
    select u.user_id as "userId", u.username, trim(u.first_name || ' ' || u.last_name) as "fullName",
      u.role_ids || p.role_ids as "roleIds"
    from app_user u
    left join preset p on p.tenant_id = u.tenant_id and p.preset_id = u.preset_id
    where u.tenant_id = ${tenantId} and u.active and (u.vehicle_scope is null or u.user_id = ${requesterId})
      ${ids === undefined ? sql`` : sql`and u.user_id = any(${[...ids]}::bigint[])`}
    order by u.username`.execute(tx)
  return rows
    .map(({ roleIds, ...person }) => ({
      ...person,
      roles: new Set<string>(expandRoles(rolesOf(roleIds ?? []).map(({ name }) => name))),
    }))
    .filter(({ roles }) => holdsExactly(roles, 'vehicles_read'))
}
