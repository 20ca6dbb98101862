// The catalogue's SQL. A page is one query: the ids first, from an index alone where the order has one, then only those rows
// with their state, tags and freshness, already in wire shape.

import type { VehicleRow } from '@padron/contract/catalogue'
import type { Country } from '@padron/contract/countries'
import type { SortField } from '@padron/contract/vehicle-fields'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { type Direction, orderBy } from './catalogue.order.ts'
import { ROW } from './catalogue.row.ts'

export type Sorted = { sortBy?: SortField | undefined; sortFilterOrder?: Direction | undefined }
export type Page = Sorted & { page: number; pageSize: number }
export type Where = RawBuilder<unknown>

/** The rows of these ids in this order. Cost: 25 keys, and about 250 rows of vehicle_resource by key. */
const rowsOf = (ids: RawBuilder<unknown>, tenantId: number, order: RawBuilder<unknown>) => sql<{ row: VehicleRow }>`
  select ${ROW} as row
  from vehicle v join state s on s.state_id = v.state_id
  where v.tenant_id = ${tenantId} and v.vehicle_id = any(array(${ids}))
  order by ${order}`

/**
 * A page by its place from the beginning; with the total known, a page of the second half is walked to from the end.
 * Cost: an index range to the page, at most half the fleet.
 */
export const pageQuery = (where: Where, tenantId: number, { page, pageSize, sortBy, sortFilterOrder }: Page, total?: number) => {
  const order = orderBy(sortBy, sortFilterOrder)
  const before = (page - 1) * pageSize
  const after = total === undefined ? undefined : Math.max(0, total - before - pageSize)
  const [walked, skipped, taken] =
    total !== undefined && after !== undefined && after < before
      ? [orderBy(sortBy, sortFilterOrder, true), after, Math.max(0, Math.min(pageSize, total - before))]
      : [order, before, pageSize]
  return rowsOf(
    sql`select v.vehicle_id from vehicle v where ${where} order by ${walked} limit ${taken} offset ${skipped}`,
    tenantId,
    order,
  )
} // biome-ignore format: one query

export const listPage = async (
  tx: Tx,
  where: Where,
  tenantId: number,
  page: Page,
  total?: number,
): Promise<VehicleRow[]> => {
  const { rows } = await pageQuery(where, tenantId, page, total).execute(tx)
  return rows.map(({ row }) => row)
}

/** The rows of ids found otherwise, in their order. */
export const rowsByKey = async (tx: Tx, tenantId: number, ids: readonly number[]): Promise<VehicleRow[]> => {
  if (ids.length === 0) return []
  const list = sql`${ids}::bigint[]`
  const { rows } = await rowsOf(
    sql`select unnest(${list})`,
    tenantId,
    sql`array_position(${list}, v.vehicle_id)`,
  ).execute(tx)
  return rows.map(({ row }) => row)
}

export const countQuery = (where: Where) => sql<{ n: number }>`select count(*)::int as n from vehicle v where ${where}`

export const countAll = async (tx: Tx, where: Where): Promise<number> => {
  const { rows } = await countQuery(where).execute(tx)
  return rows[0]?.n ?? 0
}

export const basicStats = async (tx: Tx, tenantId: number): Promise<{ vehicles: number; clients: number }> => {
  const { rows } = await sql<{ vehicles: number; clients: number }>`
    select count(*)::int as vehicles, count(distinct coalesce(v.tax_identifier, v.rfc_name))::int as clients
    from vehicle v where v.tenant_id = ${tenantId}`.execute(tx)
  return rows[0] ?? { vehicles: 0, clients: 0 }
}

/** The types that a machine asks in this installation, by state; of the whole country under null. */
export const askedTypes = async (tx: Tx, country: Country): Promise<ReadonlyMap<number | null, number[]>> => {
  const { rows } = await sql<{ stateId: number | null; types: number[] }>`
    select r.state_id as "stateId", array_agg(distinct r.resource_type_id order by r.resource_type_id)::int[] as types
    from resource r join portal p on p.portal_key = r.portal_key
    where r.country = ${country} and r.connector_key is not null and p.base_url is not null and not r.retired and r.purpose = 'status'
    group by r.state_id`.execute(tx)
  return new Map(rows.map(({ stateId, types }) => [stateId, types]))
}
