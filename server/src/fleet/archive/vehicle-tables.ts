// What belongs to vehicles, found by walking the schema: a table made tomorrow that points at vehicles is archived,
// deleted and brought back with them.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { tenantTables } from '../../db/company-data.ts'

type Link = { table: string; columns: string[]; to: string; toColumns: string[]; onDelete: string }
export type FleetTables = {
  /** Without vehicle; each after those that point at it. */
  tables: string[]
  /** Every foreign key of theirs, and vehicle's. */
  links: Link[]
}

const SET_NULL = 'n'

const columnsOf = (
  key: string,
  table: string,
) => `array(select a.attname::text from unnest(k.${key}) with ordinality u(n, i)
  join pg_attribute a on a.attrelid = k.${table} and a.attnum = u.n
  order by i)`

/** Foreign keys; a partition's count as those of its table. */
const allLinks = async (tx: Tx): Promise<Link[]> => {
  const { rows } = await sql
    .raw<Link>(`
      select distinct f.relname::text as "table", ${columnsOf('conkey', 'conrelid')} as columns,
        t.relname::text as "to", ${columnsOf('confkey', 'confrelid')} as "toColumns", k.confdeltype::text as "onDelete"
      from pg_constraint k
      join pg_class f on f.oid = coalesce(pg_partition_root(k.conrelid), k.conrelid)
      join pg_class t on t.oid = coalesce(pg_partition_root(k.confrelid), k.confrelid)
      where k.contype = 'f' and f.relnamespace = 'public'::regnamespace
      order by 1, 3`)
    .execute(tx)
  return rows
}

/** A link that makes a row part of what it points at; one that is only set to null does not. */
const belongs = ({ table, to, onDelete }: Link): boolean => table !== to && onDelete !== SET_NULL

export const fleetTables = async (tx: Tx): Promise<FleetTables> => {
  const links = await allLinks(tx)
  const found = new Set(['vehicle'])
  for (let before = 0; before < found.size; ) {
    before = found.size
    for (const link of links) if (belongs(link) && found.has(link.to)) found.add(link.table)
  }
  const tables = (await tenantTables(tx)).filter((table) => found.has(table) && table !== 'vehicle')
  return { tables, links: links.filter(({ table }) => found.has(table)) }
}

const names = (alias: string, columns: readonly string[]) =>
  sql`(${sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)))})`

/** Vehicle's links to other vehicles. */
export const selfColumns = ({ links }: FleetTables): string[] =>
  links
    .filter(({ table, to }) => table === 'vehicle' && to === 'vehicle')
    .flatMap(({ columns }) => columns.filter((column) => column !== 'tenant_id'))

/** Its links to vehicle itself, or, where it has none, to another table of the fleet. */
const ownersOf = (fleet: FleetTables, table: string): Link[] => {
  const own = fleet.links.filter((link) => link.table === table && belongs(link))
  const direct = own.filter(({ to }) => to === 'vehicle')
  return direct.length > 0 ? direct : own.filter(({ to }) => fleet.tables.includes(to)).slice(0, 1)
}

/** Which rows of `t` belong to these vehicles. */
export const rowsOfVehicles = (
  fleet: FleetTables,
  table: string,
  tenantId: number,
  ids: readonly number[],
  alias = 't',
): RawBuilder<unknown> => {
  const conditions = ownersOf(fleet, table).map(({ columns, to, toColumns }) => {
    if (to === 'vehicle') {
      const column = columns[toColumns.indexOf('vehicle_id')] ?? 'vehicle_id'
      return sql`${sql.ref(`${alias}.${column}`)} = any(${ids}::bigint[])`
    }
    const above = `${alias}_`
    return sql`${names(alias, columns)} in (select ${sql.join(toColumns.map((column) => sql.ref(`${above}.${column}`)))}
      from ${sql.table(to)} ${sql.raw(above)}
      where ${rowsOfVehicles(fleet, to, tenantId, ids, above)})`
  })
  return sql`${sql.ref(`${alias}.tenant_id`)} = ${tenantId} and (${sql.join(conditions, sql` or `)})`
}

/** Tables that vehicle's own cascade cannot empty, because others of the fleet point at them, or they at others. */
export const entangled = ({ tables, links }: FleetTables): string[] => {
  const between = links.filter(({ table, to }) => tables.includes(table) && tables.includes(to) && table !== to)
  const touched = new Set(between.flatMap(({ table, to }) => [table, to]))
  return tables.filter((table) => touched.has(table))
}

/** Whether everything that row `r` of a table points at is there; a null points at nothing. */
export const targetsExist = ({ links }: FleetTables, table: string): RawBuilder<unknown> => {
  const conditions = links
    .filter((link) => link.table === table && link.to !== table)
    .map(({ columns, to, toColumns }) => {
      const missing = columns.map((column) => sql`${sql.ref(`r.${column}`)} is null`)
      const same = columns.map((column, i) => sql`${sql.ref(`m.${toColumns[i]}`)} = ${sql.ref(`r.${column}`)}`)
      return sql`
        (${sql.join(missing, sql` or `)}
          or exists (select from ${sql.table(to)} m where ${sql.join(same, sql` and `)}))`
    })
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}
