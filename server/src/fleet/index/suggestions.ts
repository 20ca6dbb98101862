// Suggests existing values of a text field that contain the typed text, the most used first. Values that differ only
// in case or accents count as one.
import type { SuggestedField } from '@padron/contract/vehicles/fields'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { fleetVersion } from '../../db/fleet-version.ts'
import { FIELD_SQL } from '../fields.ts'
import type { FleetCache } from './fleet-cache.ts'
import { mostUsed } from './search.ts'

const AT_MOST = 10

/** Cost: a search in the cached column and ten vehicles by key; without the column, one pass over the fleet. */
export const suggestions = async (
  tx: Tx,
  tenantId: number,
  field: SuggestedField,
  like: string,
  fleets: FleetCache,
): Promise<string[]> => {
  const { fieldsVersion } = await fleetVersion(tx, tenantId)
  const fleet = await fleets(tx, tenantId, [field], fieldsVersion)
  const column = sql.raw(FIELD_SQL[field])
  if (!fleet) return fromTable(tx, tenantId, field, like)
  const ids = mostUsed(fleet, field, like.trim(), AT_MOST)
  const { rows } = await sql<{ value: string }>`
    select ${column} as value
    from unnest(${ids}::bigint[]) with ordinality as best(id, place)
    join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = best.id
    where ${column} is not null
    order by place`.execute(tx)
  return rows.map(({ value }) => value)
}

const fromTable = async (tx: Tx, tenantId: number, field: SuggestedField, like: string): Promise<string[]> => {
  const column = sql.raw(FIELD_SQL[field])
  const { rows } = await sql<{ value: string }>`
    select mode() within group (order by ${column}) as value
    from vehicle v
    where v.tenant_id = ${tenantId} and fold(${column}) like '%' || like_escape(fold(${like.trim()})) || '%'
    group by fold(${column})
    order by count(*) desc, fold(${column}) collate "C"
    limit ${AT_MOST}`.execute(tx)
  return rows.map(({ value }) => value)
}
