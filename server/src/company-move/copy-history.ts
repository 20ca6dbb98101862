// Copies a company's history. Most of its rows are history, which does not change: older rows are copied while the
// company works, and only the rest while writes are refused. History refers to vehicles, so these are copied with it
// and updated at the end.
import type pg from 'pg'
import { ofCompany, quoted, quotedColumns, type Sum, type Table } from '../db/copy/table-rows.ts'
import { boundOf, PERIODIC, type Periodic } from '../db/periods/periods.ts'
import { type Arrival, copyTable, withSnapshot } from './copy-rows.ts'

/** The tables that history refers to, with their keys. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  company: ['tenant_id'],
  vehicle: ['tenant_id', 'vehicle_id'],
}
const periodicOf = ({ name }: Table): Periodic | undefined => PERIODIC.find(({ table }) => table === name)

/** A check that began before the move and is stored during it is younger than this. */
const LATE_MS = 3_600_000

const sideOf = ({ tenantId }: Arrival, periodic: Periodic, side: '<' | '>=', moment: Date): string =>
  `${ofCompany(tenantId)} and ${periodic.key} ${side} '${boundOf(periodic, moment)}'`

/**
 * Copies the history older than an hour, and the tables that it refers to.
 * @returns the time before which the history was copied
 */
export const copyHistory = (arrival: Arrival, tables: readonly Table[]): Promise<Date> =>
  withSnapshot(arrival, async () => {
    const { rows } = await arrival.from.query<{ now: string }>('select now()')
    const moment = new Date(new Date(rows[0]?.now ?? 0).getTime() - LATE_MS)
    for (const table of tables) {
      const periodic = periodicOf(table)
      if (periodic) await copyTable(arrival, table, sideOf(arrival, periodic, '<', moment))
      else if (table.name in PARENTS) await copyTable(arrival, table)
    }
    // An inactive status, because plates may move from one vehicle to another until the end, and only active ones must
    // be unique.
    await arrival.into.query(`update vehicle set asset_status_id = 0 where ${ofCompany(arrival.tenantId)}`)
    return moment
  })

/** Detects added or deleted rows, which is enough: rows of history do not change. */
const sumKeys = async (client: pg.Client, { table, key }: Periodic, where: string): Promise<Sum> => {
  const { rows } = await client.query<{ rows: string; sum: string }>(`
    select count(*) as rows, coalesce(sum(hashtextextended(${key}::text, 0)), 0)::text as sum
    from ${table}
    where ${where}`)
  return { rows: Number(rows[0]?.rows), sum: rows[0]?.sum ?? '' }
}

/**
 * Copies the rows since then, or all of them if older rows were added or deleted: by retention, or stored very late.
 */
const completeHistory = async (arrival: Arrival, table: Table, periodic: Periodic, moment: Date): Promise<number> => {
  const copied = sideOf(arrival, periodic, '<', moment)
  const [here, there] = await Promise.all(
    [arrival.from, arrival.into].map((client) => sumKeys(client, periodic, copied)),
  )
  if (here && here.rows === there?.rows && here.sum === there.sum)
    return here.rows + (await copyTable(arrival, table, sideOf(arrival, periodic, '>=', moment)))
  await deleteRows(arrival, table)
  return copyTable(arrival, table)
}

const deleteRows = ({ into, tenantId }: Arrival, table: Table) =>
  into.query(`delete from ${quoted(table)} where ${ofCompany(tenantId)}`)

/**
 * The history of a deleted vehicle is deleted with it, and an answer that it shared may have moved: all is copied
 * again.
 */
const deleteGone = async (arrival: Arrival, tables: readonly Table[]): Promise<void> => {
  const { from, into, tenantId } = arrival
  const idsOf = async (client: pg.Client) => {
    const { rows } = await client.query<{ id: number }>(
      `select vehicle_id as id from vehicle where ${ofCompany(tenantId)}`,
    )
    return rows.map(({ id }) => id)
  }
  const left = new Set(await idsOf(from))
  const removedIds = (await idsOf(into)).filter((id) => !left.has(id))
  if (removedIds.length === 0) return
  for (const table of tables.toReversed()) if (periodicOf(table)) await deleteRows(arrival, table)
  await into.query(`delete from vehicle where ${ofCompany(tenantId)} and vehicle_id = any($1)`, [removedIds])
}

const replacement = (table: Table, key: readonly string[]): string => `
  insert into ${quoted(table)} (${quotedColumns(table)}) overriding system value
  select ${quotedColumns(table)}
  from pg_temp.arriving
  on conflict (${key.join(', ')}) do update set ${table.columns
    .filter((column) => !key.includes(column))
    .map((column) => `"${column}" = excluded."${column}"`)
    .join(', ')}`

type Rest = { tables: readonly Table[]; moment: Date; onTable: (name: string) => void | Promise<void> }

/**
 * Copies all rows that the target does not have yet, while writes are refused.
 * @param moment the time before which history was copied
 * @returns the number of the company's rows
 * @throws MoveError if a table differs from the source
 */
export const copyRest = (arrival: Arrival, { tables, moment, onTable }: Rest): Promise<number> =>
  withSnapshot(arrival, async () => {
    let rows = 0
    for (const table of tables) {
      await onTable(table.name)
      const periodic = periodicOf(table)
      const key = PARENTS[table.name]
      if (table.name === 'vehicle') await deleteGone(arrival, tables)
      if (periodic) rows += await completeHistory(arrival, table, periodic, moment)
      else rows += await copyTable(arrival, table, undefined, key && replacement(table, key))
    }
    return rows
  })
