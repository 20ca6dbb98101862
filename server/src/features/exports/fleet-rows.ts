// The vehicles of a filter, all of them and in order, a few at a time: the ids first, which are small, then the rows.
import type { FleetQuery, Sorting } from '@padron/contract/catalogue'
import { asCountry, type Country } from '@padron/contract/countries'
import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Tx } from '../../db/client.ts'
import { TAG_WORDS } from '../../db/tag-words.ts'
import { orderBy } from '../../fleet/order.ts'
import { type Fleet, whereOf } from '../../fleet/where.ts'

export type Sort = z.infer<typeof Sorting>
/** Rows of one question: more of them make no difference to the database, and wait in memory. */
const CHUNK = 100

/** @param atMost how many to read; absent: all */
export const fleetIds = async (
  tx: Tx,
  query: FleetQuery,
  { sortBy, sortFilterOrder }: Sort,
  fleet: Fleet,
  atMost?: number,
): Promise<number[]> => {
  // In one text: a row each would be forty megabytes of a large fleet.
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(f.id::text, ',') as ids from (
      select v.vehicle_id as id
      from vehicle v
      where ${whereOf(query, fleet)}
      order by ${orderBy(sortBy, sortFilterOrder)}
      limit ${atMost ?? null}) f`.execute(tx)
  return rows[0]?.ids?.split(',').map(Number) ?? []
}

/**
 * Things of some ids, a few ids at a time: the next are read while the last are used, so the database and the writer
 * work at once.
 * @param read what belongs to some ids, in order
 * @param told how many ids are done, before each chunk and at the end
 */
export async function* inChunks<Row>(
  ids: readonly number[],
  read: (chunk: readonly number[]) => Promise<Row[]>,
  told: (done: number) => Promise<void> = async () => undefined,
): AsyncGenerator<Row> {
  const from = (done: number): Promise<Row[]> => {
    const chunk = ids.slice(done, done + CHUNK)
    const coming = chunk.length > 0 ? read(chunk) : Promise.resolve([])
    coming.catch(() => undefined) // it is awaited later
    return coming
  }
  let coming = from(0)
  for (let done = 0; done < ids.length; done += CHUNK) {
    await told(done)
    const rows = await coming
    coming = from(done + CHUNK)
    yield* rows
  }
  if (ids.length > 0) await told(ids.length)
}

export type CompanyFacts = { tenantId: number; companyName: string; country: Country; timeZone: string }

export const companyFacts = async (tx: Tx, tenantId: number): Promise<CompanyFacts> => {
  const row = await tx
    .selectFrom('company')
    .select(['company_name', 'country', 'time_zone'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return { tenantId, companyName: row.company_name, country: asCountry(row.country), timeZone: row.time_zone }
}

/** The filter's tags as workbooks write them. */
export const tagNamesOf = async (tx: Tx, tenantId: number, query: FleetQuery): Promise<ReadonlyMap<number, string>> => {
  const ids = (query.vehicleClass.tags ?? []).map(({ tagId }) => tagId)
  const { rows } = await sql<{ id: number; name: string }>`
    select g.tag_id as id, ${TAG_WORDS} as name from tag g
    join tag_category c on c.tenant_id = g.tenant_id and c.tag_category_id = g.tag_category_id
    where g.tenant_id = ${tenantId} and g.tag_id = any(${ids}::bigint[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
