// The vehicles of a filter, all of them and in order, a few at a time: the ids first, which are small, then the rows.
import type { FleetQuery, Sorting, VehicleRow } from '@padron/contract/catalogue'
import { asCountry, type Country } from '@padron/contract/countries'
import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Tx } from '../../db/client.ts'
import { type Fleet, whereOf } from '../catalogue/catalogue.filters.ts'
import { orderBy } from '../catalogue/catalogue.order.ts'
import { rowsByKey } from '../catalogue/catalogue.queries.ts'

export type Sort = z.infer<typeof Sorting>
const CHUNK = 200

/** @param atMost how many to read; absent: all */
export const fleetIds = async (
  tx: Tx,
  query: FleetQuery,
  { sortBy, sortFilterOrder }: Sort,
  fleet: Fleet,
  atMost?: number,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select v.vehicle_id as id from vehicle v where ${whereOf(query, fleet)} order by ${orderBy(sortBy, sortFilterOrder)} limit ${atMost ?? null}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** @param read the rows of some ids, in their order @param told how many have been given out, before each chunk */
export async function* fleetRows(
  ids: readonly number[],
  read: (chunk: readonly number[]) => Promise<VehicleRow[]>,
  told: (done: number) => Promise<void> = async () => undefined,
): AsyncGenerator<VehicleRow> {
  for (let done = 0; done < ids.length; done += CHUNK) {
    await told(done)
    yield* await read(ids.slice(done, done + CHUNK))
  }
}

export const readRows = (tx: Tx, tenantId: number) => (chunk: readonly number[]) => rowsByKey(tx, tenantId, chunk)

export type CompanyFacts = { tenantId: number; companyName: string; country: Country; timeZone: string }

export const companyFacts = async (tx: Tx, tenantId: number): Promise<CompanyFacts> => {
  const row = await tx
    .selectFrom('company')
    .select(['company_name', 'country', 'time_zone'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return { tenantId, companyName: row.company_name, country: asCountry(row.country), timeZone: row.time_zone }
}

export const tagNamesOf = async (tx: Tx, tenantId: number, query: FleetQuery): Promise<ReadonlyMap<number, string>> => {
  const ids = (query.vehicleClass.tags ?? []).map(({ tagId }) => tagId)
  const { rows } = await sql<{ id: number; name: string }>`
    select tag_id as id, tag_name as name from tag where tenant_id = ${tenantId} and tag_id = any(${ids}::bigint[])`.execute(
    tx,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
