// Pages of a list sorted by a value with few groups: a status, or known and unknown debts. The counts of the groups
// determine in which the page lies; each part is then read from an index in that group's order.
import { STATUS_COLUMNS, type StatusColumn } from '@padron/contract/resources'
import type { SortField } from '@padron/contract/vehicles/fields'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { STATUS_SQL } from '../../db/status-columns.ts'
import { opposite } from '../order.ts'
import { type Page, type RowScope, rowJsonByKey, type Where } from '../rows.queries.ts'

type Grouping = {
  /** SQL of a vehicle's group. Groups are in ascending order, or in the order `fixed` in both directions. */
  by: string
  fixed?: true
  /** The condition for a group, and the order within it. */
  has: (group: number) => string
  order: (group: number) => readonly string[]
}

const STATUS = (column: StatusColumn): Grouping => ({
  by: `v.${STATUS_SQL[column]}`,
  has: (value) => `v.${STATUS_SQL[column]} = ${Number(value)}`,
  order: () => ['v.plate', 'v.vehicle_id'],
})
/** Known debts first, in both directions. */
const DEBT: Grouping = {
  by: '(v.debt_total is null)::int',
  fixed: true,
  has: (unknown) => `v.debt_total is ${unknown ? '' : 'not '}null`,
  order: (unknown) => (unknown ? ['v.vehicle_id'] : ['v.debt_total', 'v.vehicle_id']),
}

/** @returns undefined if the field is not sorted by groups */
export const groupingOf = (field: SortField | undefined): Grouping | undefined => {
  if (field === 'debt') return DEBT
  const column = STATUS_COLUMNS.find((each) => each === field)
  return column && STATUS(column)
}

type Group = { value: number; vehicles: number }

/** A part of the page: `limit` vehicles of one group after the first `skipped`. */
type Part = Group & { skipped: number; limit: number }

const partsOf = (groups: readonly Group[], from: number, to: number): Part[] => {
  let begin = 0
  return groups.flatMap((group) => {
    const end = begin + group.vehicles
    const [first, last] = [Math.max(from, begin), Math.min(to, end)]
    const skipped = first - begin
    begin = end
    return first < last ? [{ ...group, skipped, limit: last - first }] : []
  })
}

/** Cost: the cached counts, then for each part an index range of at most half a group. */
export const pageByGroups = async (
  tx: Tx,
  where: Where,
  scope: RowScope,
  { page, pageSize, sortFilterOrder = 'asc' }: Page,
  grouping: Grouping,
  cached: (count: () => Promise<Group[]>) => Promise<Group[]>,
) => {
  const by = sql.raw(grouping.by)
  const groups = await cached(async () => {
    const counted = sql<Group>`
      select ${by} as value, count(*)::int as vehicles
      from vehicle v
      where ${where}
      group by 1
      order by 1`
    return (await counted.execute(tx)).rows
  })
  const inOrder = sortFilterOrder === 'asc' || grouping.fixed ? groups : groups.toReversed()
  const idsOf = async ({ value, vehicles, skipped, limit }: Part): Promise<number[]> => {
    const after = vehicles - skipped - limit
    const backwards = after < skipped
    const direction = backwards ? opposite(sortFilterOrder) : sortFilterOrder
    const order = sql.raw(
      grouping
        .order(value)
        .map((column) => `${column} ${direction}`)
        .join(', '),
    )
    const { rows } = await sql<{ id: number }>`
      select v.vehicle_id as id
      from vehicle v
      where ${where} and ${sql.raw(grouping.has(value))}
      order by ${order}
      limit ${limit} offset ${backwards ? after : skipped}`.execute(tx)
    const ids = rows.map(({ id }) => id)
    return backwards ? ids.toReversed() : ids
  }
  const from = (page - 1) * pageSize
  const ids = (await Promise.all(partsOf(inOrder, from, from + pageSize).map(idsOf))).flat()
  const totalCount = groups.reduce((sum, { vehicles }) => sum + vehicles, 0)
  return { vehicles: await rowJsonByKey(tx, scope, ids), totalCount }
}
