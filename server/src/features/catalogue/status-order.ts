// Sorting by a status: it has few values, so the counts of each say in which of them the page lies, and each part of the page is
// then read by plate from the index that has all statuses.
import { STATUS_COLUMNS, type StatusColumn } from '@padron/contract/resources'
import type { SortField } from '@padron/contract/vehicle-fields'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { STATUS_SQL } from '../../db/status-columns.ts'
import { opposite } from './catalogue.order.ts'
import { type Page, rowsByKey, type Where } from './catalogue.queries.ts'

export const isStatusField = (field: SortField | undefined): field is StatusColumn =>
  STATUS_COLUMNS.some((column) => column === field)

type Group = { value: number; vehicles: number }

/** A part of the page: so many vehicles of one value, after so many others of it. */
type Part = Group & { skipped: number; taken: number }

const partsOf = (groups: readonly Group[], from: number, to: number): Part[] => {
  let begin = 0
  return groups.flatMap((group) => {
    const end = begin + group.vehicles
    const [first, last] = [Math.max(from, begin), Math.min(to, end)]
    const skipped = first - begin
    begin = end
    return first < last ? [{ ...group, skipped, taken: last - first }] : []
  })
}

/** Cost: the counts (kept), then an index range of at most half a value's vehicles for each part. */
export const pageByStatus = async (
  tx: Tx,
  where: Where,
  tenantId: number,
  { page, pageSize, sortBy, sortFilterOrder = 'asc' }: Page & { sortBy: StatusColumn },
  kept: (count: () => Promise<Group[]>) => Promise<Group[]>,
) => {
  const column = sql.raw(`v.${STATUS_SQL[sortBy]}`)
  const groups = await kept(async () => {
    const counted = sql<Group>`select ${column} as value, count(*)::int as vehicles from vehicle v where ${where} group by 1 order by 1`
    return (await counted.execute(tx)).rows
  })
  const inOrder = sortFilterOrder === 'asc' ? groups : groups.toReversed()
  const idsOf = async ({ value, vehicles, skipped, taken }: Part): Promise<number[]> => {
    const after = vehicles - skipped - taken
    const backwards = after < skipped
    const direction = sql.raw(backwards ? opposite(sortFilterOrder) : sortFilterOrder)
    const { rows } = await sql<{ id: number }>`
      select v.vehicle_id as id from vehicle v where ${where} and ${column} = ${sql.lit(value)}
      order by v.plate ${direction}, v.vehicle_id ${direction} limit ${taken} offset ${backwards ? after : skipped}`.execute(tx)
    const ids = rows.map(({ id }) => id)
    return backwards ? ids.toReversed() : ids
  }
  const from = (page - 1) * pageSize
  const ids = (await Promise.all(partsOf(inOrder, from, from + pageSize).map(idsOf))).flat()
  const totalCount = groups.reduce((sum, { vehicles }) => sum + vehicles, 0)
  return { vehicles: await rowsByKey(tx, tenantId, ids), totalCount }
} // biome-ignore format: one query a line
