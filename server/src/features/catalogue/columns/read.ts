// Reads columns from the database: the whole fleet in pieces, so that neither the database's connection nor this process is
// held for long, or the vehicles that changed since.
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import type { Piece } from './builder.ts'
import { COLUMN_SQL, type ColumnField } from './fields.ts'

const selected = (fields: readonly ColumnField[], wrap: (column: string) => string) =>
  sql.raw(fields.map((field, i) => `, ${wrap(COLUMN_SQL[field])} as "c${i}"`).join(''))

/** The next vehicles by id, as JSON lists, not parsed here. @param after the last id of the piece before @param most how many */
export const readPiece = async (
  tx: Tx,
  tenantId: number,
  fields: readonly ColumnField[],
  after: number,
  most: number,
): Promise<{ piece: Piece; count: number; last: number } | undefined> => {
  const lists = sql.raw(fields.map((_, i) => `, json_agg(p."c${i}")::text as "c${i}"`).join(''))
  const { rows } = await sql<{ ids: string | null; count: number; last: number } & { [column: `c${number}`]: string }>`
    select json_agg(p.id)::text as ids, count(*)::int as count, max(p.id) as last ${lists}
    from (
      -- Nothing is joined outside of this: a join there may give the vehicles in another order than by id.
      select v.vehicle_id as id ${selected(fields, (column) => column)} from vehicle v join state s on s.state_id = v.state_id
      where v.tenant_id = ${tenantId} and v.vehicle_id > ${after} order by v.vehicle_id limit ${most}) p`.execute(tx)
  const [row] = rows
  if (!row?.ids) return undefined
  return {
    piece: { ids: row.ids, values: fields.map((_, i) => row[`c${i}`] ?? '[]') },
    count: row.count,
    last: row.last,
  }
}

/** Of every vehicle by id: the id, then the columns. A COPY has no parameters. */
export const copyQuery = ({ tenantId, fields }: { tenantId: number; fields: readonly ColumnField[] }): string => `
  copy (
    select v.vehicle_id ${fields.map((field) => `, ${COLUMN_SQL[field]}`).join('')} from vehicle v join state s on s.state_id = v.state_id
    where v.tenant_id = ${Number(tenantId)} order by v.vehicle_id
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
    from vehicle v join state s on s.state_id = v.state_id
    where v.tenant_id = ${tenantId} and v.vehicle_id = any(${ids}::bigint[]) order by v.vehicle_id`.execute(tx)
  return rows.map((row) => ({ id: row.id, values: fields.map((_, i) => row[`c${i}`] ?? null) }))
}

export type Standing = { version: number; changes: readonly [version: number, ids: readonly number[]][] }

/** The fleet's version with its newest changes. */
export const readStanding = async (tx: Tx, tenantId: number): Promise<Standing> => {
  const { rows } = await sql<Standing>`
    select fields_version as version, recent_changes as changes from catalogue_version where tenant_id = ${tenantId}`.execute(
    tx,
  )
  return rows[0] ?? { version: 0, changes: [] }
}

/** Vehicles that changed after a version; undefined where that is not known any more. */
export const changedSince = ({ version, changes }: Standing, since: number): number[] | undefined => {
  const newer = changes.filter(([each]) => each > since)
  return newer.length >= version - since ? [...new Set(newer.flatMap(([, ids]) => ids))] : undefined
}
