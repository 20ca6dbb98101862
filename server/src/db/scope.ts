// Which transactions see only a part of a company's fleet, and whose part that is (071-vehicle-scopes.sql).
import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.gen.ts'

const users = new WeakMap<Kysely<DB>, number>()

export const enterScope = (tx: Kysely<DB>, userId: number): void => void users.set(tx, userId)

/** The user whose part of the fleet a transaction sees; undefined: all of it. */
export const scopeOf = (tx: Kysely<DB>): number | undefined => users.get(tx)

/**
 * A fleet as transactions see it. What a process keeps of a fleet is kept by this key: the company for all who see
 * everything. Of a user's part it is never used again once the part is another.
 */
export type FleetView = string

export const wholeFleet = (tenantId: number): FleetView => `${tenantId}`

const views = new WeakMap<Kysely<DB>, Promise<FleetView>>()

/** Read it before what is to be kept by it; a transaction reads it once. */
export const fleetViewOf = (tx: Kysely<DB>, tenantId: number): Promise<FleetView> => {
  const userId = scopeOf(tx)
  if (userId === undefined) return Promise.resolve(wholeFleet(tenantId))
  const view = views.get(tx) ?? readView(tx, tenantId, userId)
  views.set(tx, view)
  return view
}

const readView = async (tx: Kysely<DB>, tenantId: number, userId: number): Promise<FleetView> => {
  const { rows } = await sql<{ part: string }>`
    select concat(version, ' ', md5(vehicle_scope::text)) as part
    from app_user
    where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx)
  return `${tenantId} ${userId} ${rows[0]?.part ?? 'none'}`
}
