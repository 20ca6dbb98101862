// The file of a job: its paths, and who may open it. The link of an email opens it for every reader of the email; a
// user's link works only while the user has the permissions that shaped the file. A file about a part of the fleet
// opens only while its requester sees that part.
import { holdsExactly, type Permission, type Role } from '@padron/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { scopeOf } from '../db/scope.ts'
import { formatLinkRequester, type LinkRequester } from './link-requester.ts'
import type { Needs } from './requester.ts'

/** The path in emails. */
export const resultPath = (tenantId: number, itemId: string): string => `/files/results/${tenantId}/${itemId}`

/** The path in a link for a user. */
export const resultPathFor = (tenantId: number, requester: LinkRequester, itemId: string): string =>
  `/files/results/${tenantId}/${formatLinkRequester(requester)}/${itemId}`

/** The default for runs that recorded nothing: only reports have tags, and their requesters may read tags. */
const DEFAULT_SHAPED_BY: readonly Permission[] = ['documents_read']

/** @param needs of the job's kind @param shapedBy permissions that added content to the file (job.ts) */
export const mayOpenResult = (roles: ReadonlySet<Role>, needs: Needs, shapedBy: readonly string[] | null): boolean =>
  holdsExactly(roles, needs) &&
  (shapedBy ?? DEFAULT_SHAPED_BY).every((role) => holdsExactly(roles, [role as Permission]))

export const PART_CHANGED =
  'Lo que ve de la flota quien pidió este archivo ya no es lo mismo que cuando se hizo: pídalo de nuevo.'

/** SQL: whether the reader sees the same part of the fleet as the run of job `q` did. */
export const samePart = (tx: Tx): RawBuilder<boolean> =>
  scopeOf(tx) === undefined ? sql`true` : sql`q.vehicle_scope is not distinct from own_vehicle_scope()`

type Job = { tenantId: number; itemId: string }

/**
 * Whether the user sees another part of the fleet than the job's run did; false for users who see all of it.
 * @param userId undefined: the product itself
 */
export const seesAnotherPart = async (
  tx: Tx,
  { tenantId, itemId }: Job,
  userId: number | undefined,
): Promise<boolean> => {
  const { rows } = await sql`
    select
    from queue_item q
    join app_user u on u.tenant_id = q.tenant_id and u.user_id = ${userId ?? null}
    where q.tenant_id = ${tenantId} and q.queue_item_id = ${itemId}
      and u.vehicle_scope is not null and u.vehicle_scope is distinct from q.vehicle_scope`.execute(tx)
  return rows.length > 0
}
