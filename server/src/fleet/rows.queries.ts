// Reads vehicle rows. A page takes two queries: first the ids, from an index alone where the order has one, then those
// rows in wire shape. The second query always has the same text, so PostgreSQL plans it once; planning cost two to four
// of its nine milliseconds.
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import type { SortField } from '@padron/contract/vehicles/fields'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { runPrepared, type Statement } from '../db/prepared.ts'
import { scopeOf } from '../db/scope.ts'
import { type Direction, orderBy } from './order.ts'
import { rowOf } from './row.ts'

type Sorted = { sortBy?: SortField | undefined; sortFilterOrder?: Direction | undefined }
export type Page = Sorted & { page: number; pageSize: number }
export type Where = RawBuilder<unknown>

/**
 * The ids of a page by its offset; if the total is known, a page of the second half is read from the end. Cost: an
 * index range up to the page, at most half the fleet.
 */
export const pageIds = (where: Where, { page, pageSize, sortBy, sortFilterOrder }: Page, total?: number) => {
  const before = (page - 1) * pageSize
  const after = total === undefined ? undefined : Math.max(0, total - before - pageSize)
  const backwards = total !== undefined && after !== undefined && after < before
  const [offset, limit] = backwards ? [after, Math.max(0, Math.min(pageSize, total - before))] : [before, pageSize]
  const ids = sql<{ id: number }>`
    select v.vehicle_id as id
    from vehicle v
    where ${where}
    order by ${orderBy(sortBy, sortFilterOrder, backwards)}
    limit ${limit} offset ${offset}`
  return { ids, backwards }
}

/** Each is a VehicleRow as JSON text from the database. */
export type RowJson = string[]

/** @returns the rows and how many ids were found; a vehicle deleted meanwhile has no row */
export const listPage = async (
  tx: Tx,
  where: Where,
  scope: RowScope,
  page: Page,
  total?: number,
): Promise<{ vehicles: RowJson; found: number }> => {
  const { ids, backwards } = pageIds(where, page, total)
  const found = (await ids.execute(tx)).rows.map(({ id }) => id)
  const vehicles = await rowJsonByKey(tx, scope, backwards ? found.toReversed() : found)
  return { vehicles, found: found.length }
}

/** The company, and whether the user may read tags. */
export type RowScope = { tenantId: number; tags: boolean }

/**
 * The rows of these ids, in this order. The statement's text never changes, so it is planned once. Cost: 25 keys, and
 * about 250 rows of vehicle_resource by key.
 */
export const rowsQuery = (
  { tenantId, tags }: RowScope,
  ids: readonly number[],
  isPart = false,
): Statement<{ row: string }> => ({
  name: 'catalogue.rows',
  query: sql`
  select ${rowOf(tags, isPart)}::text as row
  from unnest(${ids}::bigint[]) with ordinality as wanted(id, place)
  join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = wanted.id
  join state s on s.state_id = v.state_id
  order by wanted.place`,
})

export const rowJsonByKey = async (tx: Tx, scope: RowScope, ids: readonly number[]): Promise<RowJson> => {
  if (ids.length === 0) return []
  const rows = await runPrepared(tx, rowsQuery(scope, ids, scopeOf(tx) !== undefined))
  return rows.map(({ row }) => row)
}

export const rowsByKey = async (tx: Tx, tenantId: number, ids: readonly number[]): Promise<VehicleRow[]> =>
  (await rowJsonByKey(tx, { tenantId, tags: true }, ids)).map((row) => JSON.parse(row))

/**
 * The ids as one text: a hundred thousand rows would be slower.
 * @param order without it the ids are unordered
 * @returns undefined if there are more
 */
export const idsOf = async (
  tx: Tx,
  where: Where,
  atMost: number,
  order?: RawBuilder<unknown>,
): Promise<number[] | undefined> => {
  const { rows } = await sql<{ ids: string | null; n: number }>`
    select json_agg(each.id)::text as ids, count(*)::int as n
    from (
      select v.vehicle_id as id
      from vehicle v
      where ${where}
      ${order ? sql`order by ${order}` : sql``}
      limit ${atMost + 1}) each`.execute(tx)
  const [row] = rows
  if ((row?.n ?? 0) > atMost) return undefined
  return row?.ids ? (JSON.parse(row.ids) as number[]) : []
}

export const countQuery = (where: Where) => sql<{ n: number }>`select count(*)::int as n from vehicle v where ${where}`

export const countAll = async (tx: Tx, where: Where): Promise<number> => {
  const { rows } = await countQuery(where).execute(tx)
  return rows[0]?.n ?? 0
}
