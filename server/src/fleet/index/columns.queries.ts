// Reads columns from the database: of a whole fleet, or of the changed vehicles.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { Piece } from './builder.ts'
import { COLUMN_SQL, type ColumnField } from './column-fields.ts'

const selected = (fields: readonly ColumnField[], wrap: (column: string) => string) =>
  sql.raw(fields.map((field, i) => `, ${wrap(COLUMN_SQL[field])} as "c${i}"`).join(''))

/** Every vehicle in the order of ids, as JSON lists, which are not parsed here. */
export const readColumnsOf = async (tx: Tx, tenantId: number, fields: readonly ColumnField[]): Promise<Piece> => {
  const lists = sql.raw(fields.map((_, i) => `, json_agg(p."c${i}")::text as "c${i}"`).join(''))
  const { rows } = await sql<{ ids: string | null } & { [column: `c${number}`]: string | null }>`
    select json_agg(p.id)::text as ids ${lists}
    from (
      -- Nothing is joined outside of this: a join there may give the vehicles in another order than by id.
      select v.vehicle_id as id ${selected(fields, (column) => column)}
      from vehicle v
      join state s on s.state_id = v.state_id
      where v.tenant_id = ${tenantId}
      order by v.vehicle_id) p`.execute(tx)
  const [row] = rows
  return { ids: row?.ids ?? '[]', values: fields.map((_, i) => row?.[`c${i}`] ?? '[]') }
}

/** Whether the company has at least that many vehicles. Cost: as many keys. */
export const hasVehicles = async (tx: Tx, tenantId: number, many: number): Promise<boolean> => {
  const { rows } = await sql`select from vehicle v where v.tenant_id = ${tenantId} offset ${many - 1} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** A COPY of every vehicle in the order of ids: the id, then the columns. COPY has no parameters. */
export const copyQuery = ({ tenantId, fields }: { tenantId: number; fields: readonly ColumnField[] }): string => `
  copy (
    select v.vehicle_id ${fields.map((field) => `, ${COLUMN_SQL[field]}`).join('')}
    from vehicle v
    join state s on s.state_id = v.state_id
    where v.tenant_id = ${Number(tenantId)}
    order by v.vehicle_id
  ) to stdout`

export type Changed = { id: number; values: (string | null)[] }

/** The vehicles of these ids that still exist. */
export const readVehicles = async (
  tx: Tx,
  tenantId: number,
  fields: readonly ColumnField[],
  ids: readonly number[],
): Promise<Changed[]> => {
  const { rows } = await sql<{ id: number } & { [column: `c${number}`]: string | null }>`
    select v.vehicle_id as id ${selected(fields, (column) => column)}
    from vehicle v
    join state s on s.state_id = v.state_id
    where v.tenant_id = ${tenantId} and v.vehicle_id = any(${ids}::bigint[])
    order by v.vehicle_id`.execute(tx)
  return rows.map((row) => ({ id: row.id, values: fields.map((_, i) => row[`c${i}`] ?? null) }))
}

export type FleetChanges = { version: number; changes: readonly [version: number, ids: readonly number[]][] }

/** The fleet's version and its latest changes after another version. */
export const readFleetChanges = async (tx: Tx, tenantId: number, since: number): Promise<FleetChanges> => {
  const { rows } = await sql<FleetChanges>`
    select v.fields_version as version, coalesce(f.changes, '[]') as changes
    from catalogue_version v
    left join lateral (
      select json_agg(json_build_array(c.fields_version, c.vehicle_ids)) as changes
      from fleet_change c
      where c.tenant_id = v.tenant_id and c.fields_version > ${since}) f on true
    where v.tenant_id = ${tenantId}`.execute(tx)
  return rows[0] ?? { version: 0, changes: [] }
}

/** Vehicles that changed after a version; undefined if the stored changes do not reach back to it. */
export const changedSince = ({ version, changes }: FleetChanges, since: number): number[] | undefined => {
  const newer = changes.filter(([each]) => each > since)
  return newer.length >= version - since ? [...new Set(newer.flatMap(([, ids]) => ids))] : undefined
}
