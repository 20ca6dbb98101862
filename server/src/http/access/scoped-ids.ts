// Hides ids that a request may not use: vehicles and documents outside the user's part of the fleet. The handler gets
// the negative of such an id, which no row has, so that it replies as if the id did not exist.
import type { Call, Names } from '@padron/contract/call'
import { sql } from 'kysely'
import { type Db, readAsTenant, withScope } from '../../db/client.ts'
import type { Session } from './sessions.ts'

type Change = (value: unknown) => unknown

/** A copy with other values at a path; `*` is every element of a list. Omitted fields stay omitted. */
const changedAt = (value: unknown, [step, ...rest]: readonly string[], change: Change): unknown => {
  if (step === undefined) return value === undefined || value === null ? value : change(value)
  if (step === '*') return Array.isArray(value) ? value.map((each) => changedAt(each, rest, change)) : value
  if (typeof value !== 'object' || value === null || !(step in value)) return value
  return { ...value, [step]: changedAt((value as Record<string, unknown>)[step], rest, change) }
}
const changedIn = <T>(ask: T, paths: readonly string[], change: Change): T =>
  paths.reduce((changed, path) => changedAt(changed, path.split('.'), change) as T, ask)

const TABLES = {
  vehicles: sql`vehicle where vehicle_id`,
  documents: sql`document where document_id`,
} as const satisfies Record<keyof Names, unknown>

/** @returns the request; for a user who sees a part of the fleet, with foreign ids hidden */
export const hideForeignIds = async <T>(
  db: Db,
  { scope, names = {} }: Call,
  { tenantId, userId, vehicleScope }: Session,
  ask: T,
): Promise<T> => {
  if (vehicleScope === null || scope !== 'vehicles') return ask
  const kinds = (Object.keys(TABLES) as (keyof Names)[]).flatMap((kind) => {
    const ids: number[] = []
    const paths = names[kind] ?? []
    changedIn(ask, paths, (id) => ids.push(Number(id)))
    return ids.length > 0 ? [{ kind, paths, ids }] : []
  })
  if (kinds.length === 0) return ask
  return readAsTenant(withScope(db, userId), tenantId, async (tx) => {
    let seen = ask
    for (const { kind, paths, ids } of kinds) {
      const { rows } = await sql<{ id: number }>`
        select i as id from unnest(${ids}::bigint[]) i where exists (select from ${TABLES[kind]} = i)`.execute(tx)
      const found = new Set(rows.map(({ id }) => id))
      seen = changedIn(seen, paths, (id) => (found.has(Number(id)) ? id : -Number(id)))
    }
    return seen
  })
}
