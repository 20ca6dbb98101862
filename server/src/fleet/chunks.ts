// Reads all vehicles of a filter in order: first the ids, which are small, then the rows in chunks.
import type { Sorting } from '@padron/contract/catalogue'
import type { ChosenQuery } from '@padron/contract/catalogue/filter'
import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Tx } from '../db/client.ts'
import { orderBy } from './order.ts'
import { type Fleet, whereOf } from './where.ts'

export type Sort = z.infer<typeof Sorting>
/** Rows per query: more are no faster for the database and wait in memory. */
const CHUNK = 100

/** @param atMost maximum number of ids; absent: all */
export const fleetIds = async (
  tx: Tx,
  query: ChosenQuery,
  { sortBy, sortFilterOrder }: Sort,
  fleet: Fleet,
  atMost?: number,
): Promise<number[]> => {
  // As one text: a row per id would take forty megabytes for a large fleet.
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(f.id::text, ',') as ids
    from (
      select v.vehicle_id as id
      from vehicle v
      where ${whereOf(query, fleet)}
      order by ${orderBy(sortBy, sortFilterOrder)}
      limit ${atMost ?? null}) f`.execute(tx)
  return rows[0]?.ids?.split(',').map(Number) ?? []
}

/**
 * Yields the rows of some ids in chunks. The next chunk is read while the last is used, so that the database and the
 * writer work at the same time.
 * @param read reads the rows of some ids, in order
 * @param onProgress receives how many ids are done, before each chunk and at the end
 */
export async function* inChunks<Row>(
  ids: readonly number[],
  read: (chunk: readonly number[]) => Promise<Row[]>,
  onProgress: (done: number) => Promise<void> = async () => undefined,
): AsyncGenerator<Row> {
  const from = (done: number): Promise<Row[]> => {
    const chunk = ids.slice(done, done + CHUNK)
    const coming = chunk.length > 0 ? read(chunk) : Promise.resolve([])
    coming.catch(() => undefined) // it is awaited later
    return coming
  }
  let coming = from(0)
  for (let done = 0; done < ids.length; done += CHUNK) {
    await onProgress(done)
    const rows = await coming
    coming = from(done + CHUNK)
    yield* rows
  }
  if (ids.length > 0) await onProgress(ids.length)
}
