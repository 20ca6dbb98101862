// Which resource types a filter depends on, and the filter by how current their answers are.
import type { FallsDue, VehicleFilter } from '@padron/contract/catalogue/filter'
import { MONEY_TYPES, RESOURCE_TYPES, STATUS_COLUMNS, typesOfColumn } from '@padron/contract/resources'
import { type RawBuilder, sql } from 'kysely'
import { freshnessState } from '../checks/store/freshness.ts'
import { STATUS_SQL } from '../db/status-columns.ts'
import { literals } from './debts.ts'

type Sql = RawBuilder<unknown>

/** The resource types that each kind of due date comes from; documents come from users. */
const DUE_TYPES: Readonly<Record<FallsDue['kinds'][number], readonly number[]>> = {
  document: [],
  policy: [5],
  insurance: [5],
  inspection: [12],
  card: [3],
  plate: [14],
  payment: [...MONEY_TYPES],
}

const filteredColumns = ({ vehicleAsset = {} }: VehicleFilter) =>
  STATUS_COLUMNS.filter((column) => vehicleAsset[column] !== undefined)

const besidesStatuses = ({ debts, withoutDebts, due, stolen }: VehicleFilter): number[] => [
  ...(debts ? (debts.types ?? MONEY_TYPES) : []),
  ...(withoutDebts ? MONEY_TYPES : []),
  ...(due?.kinds ?? []).flatMap((kind) => (kind === 'payment' && due?.types) || DUE_TYPES[kind]),
  ...(stolen ? [4] : []),
]

/** The types whose answers a filter depends on, unordered. */
export const filteredTypes = (filter: VehicleFilter): number[] => [
  ...new Set<number>([
    ...(filter.anyStatus ? RESOURCE_TYPES.map(({ id }) => id) : filteredColumns(filter).flatMap(typesOfColumn)),
    ...besidesStatuses(filter),
  ]),
]

/**
 * Whether all checks of `v` of these types have a current answer; null if there were none. Cost: the vehicle's rows,
 * by key.
 */
const areCurrent = (types?: readonly number[]): Sql => sql`(
  select bool_and(f.good_at is not null and ${freshnessState} = 'current')
  from vehicle_resource f
  where f.tenant_id = v.tenant_id and f.vehicle_id = v.vehicle_id and f.last_at is not null
    ${types ? sql`and f.resource_type_id in (${literals(new Set(types))})` : sql``})`

const someIs = (statuses: readonly number[]): Sql => {
  const list = literals(new Set(statuses))
  const each = STATUS_COLUMNS.map(
    (column) => sql`(${sql.raw(`v.${STATUS_SQL[column]}`)} in (${list}) and ${areCurrent(typesOfColumn(column))})`,
  )
  return sql`(${sql.join(each, sql` or `)})`
}

/**
 * Conditions on `v`. A filter by debts or dates may match data without a source: a document, or what a user entered.
 */
export const currentOnly = (filter: VehicleFilter): Sql[] => {
  const { freshness, anyStatus } = filter
  if (!freshness) return []
  const columns = filteredColumns(filter)
  const others = besidesStatuses(filter)
  const isOfAll = columns.length === 0 && !anyStatus && !filter.due && others.length === 0
  if (isOfAll) return [areCurrent()]
  return [
    ...columns.map((column) => areCurrent(typesOfColumn(column))),
    ...(anyStatus ? [someIs(anyStatus)] : []),
    ...(others.length > 0 ? [sql`${areCurrent(others)} is not false`] : []),
  ]
}
