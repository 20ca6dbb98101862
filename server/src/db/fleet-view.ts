// A company's fleet as its users see it: the whole fleet, or the part of one user.
import { type Kysely, sql } from 'kysely'
import { runPrepared, type Statement } from './prepared.ts'
import type { DB } from './schema.gen.ts'
import { scopeOf } from './scope.ts'

/**
 * A fleet as transactions see it: the key of everything that a process caches of a fleet. All users who see the whole
 * fleet share the company's key. When a user's part changes, its key is not reused.
 */
export type FleetView = string

export const wholeFleet = (tenantId: number): FleetView => `${tenantId}`

const views = new WeakMap<Kysely<DB>, Promise<FleetView>>()

/** Read the key before the data cached under it; a transaction reads it once. */
export const fleetViewOf = (tx: Kysely<DB>, tenantId: number): Promise<FleetView> => {
  const userId = scopeOf(tx)
  if (userId === undefined) return Promise.resolve(wholeFleet(tenantId))
  const view = views.get(tx) ?? readView(tx, tenantId, userId)
  views.set(tx, view)
  return view
}

/** The part and its version as text: it changes whenever the part changes. */
const partOf = (tenantId: number, userId: number): Statement<{ part: string }> => ({
  name: 'scope.part',
  query: sql<{ part: string }>`
    select concat(version, ' ', md5(vehicle_scope::text)) as part
    from app_user
    where tenant_id = ${tenantId} and user_id = ${userId}`,
})

const readView = async (tx: Kysely<DB>, tenantId: number, userId: number): Promise<FleetView> => {
  const [stored] = await runPrepared(tx, partOf(tenantId, userId))
  return `${tenantId} ${userId} ${stored?.part ?? 'none'}`
}
