// The tables that belong to vehicles, found from the schema's foreign keys: a new table that references vehicles is
// archived, deleted and restored without a change here.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { tenantTables } from '../../db/company-data.ts'

type Link = { table: string; columns: string[]; to: string; toColumns: string[]; onDelete: string }
export type FleetTables = {
  /** Without vehicle; each table comes after those that reference it. */
  tables: string[]
  /** Every foreign key of these tables and of vehicle. */
  links: Link[]
}

const SET_NULL = 'n'

const columnsOf = (
  key: string,
  table: string,
) => `array(select a.attname::text from unnest(k.${key}) with ordinality u(n, i)
  join pg_attribute a on a.attrelid = k.${table} and a.attnum = u.n
  order by i)`

/** Foreign keys; those of partitions count as their table's. */
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

/** A foreign key that makes a row part of the row it references; one with `on delete set null` does not. */
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

/** The table's foreign keys to vehicle or, without any, to another table of the fleet. */
const ownersOf = (fleet: FleetTables, table: string): Link[] => {
  const own = fleet.links.filter((link) => link.table === table && belongs(link))
  const direct = own.filter(({ to }) => to === 'vehicle')
  return direct.length > 0 ? direct : own.filter(({ to }) => fleet.tables.includes(to)).slice(0, 1)
}

/** A condition on `t`: the row belongs to one of these vehicles. */
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

/**
 * Tables that vehicle's cascade cannot empty, because they reference other tables of the fleet or are referenced by
 * them.
 */
export const entangled = ({ tables, links }: FleetTables): string[] => {
  const between = links.filter(({ table, to }) => tables.includes(table) && tables.includes(to) && table !== to)
  const touched = new Set(between.flatMap(({ table, to }) => [table, to]))
  return tables.filter((table) => touched.has(table))
}

/** Whether every row that row `r` of a table references exists; a null references nothing. */
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
