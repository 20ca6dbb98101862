// Records which transactions see only a part of a company's fleet, and of which user (071-vehicle-scopes.sql).
import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.gen.ts'

const users = new WeakMap<Kysely<DB>, number>()

export const enterScope = (tx: Kysely<DB>, userId: number): void => void users.set(tx, userId)

/** The user whose part of the fleet a transaction sees; undefined: all of it. */
export const scopeOf = (tx: Kysely<DB>): number | undefined => users.get(tx)

/** From here on, a transaction of the whole company sees only this user's part, like one of withScope. */
export const restrictToScope = async (tx: Kysely<DB>, userId: number): Promise<void> => {
  await sql`select set_config('app.scope', ${`${userId}`}, true)`.execute(tx)
  await sql`set local role padron_scoped`.execute(tx)
  enterScope(tx, userId)
}
