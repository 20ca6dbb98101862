// Filters that are not about one field: debts, due dates, theft reports, exact values, freshness. Only the database
// answers them; the columns in memory do not hold this data.
import type { FleetQuery, OwedDebts, VehicleFilter } from '@padron/contract/catalogue/filter'
import { MAY_OWE, POSSIBLE_DEBTS, RESOURCE_TYPES, STATUS_COLUMNS } from '@padron/contract/resources'
import { EXACT_FIELDS } from '@padron/contract/vehicles/fields'
import { type RawBuilder, sql } from 'kysely'
import { STATUS_SQL } from '../db/status-columns.ts'
import { debtItems, debtRows, isAmong, literals, needsDebtRows, OWES, ofTypes } from './debts.ts'
import { dueItems, includesDocumentDates } from './due-dates.ts'
import { FIELD_SQL } from './fields.ts'
import { currentOnly } from './freshness-filter.ts'
import { MISSING, MONEY } from './unknown-debts.ts'

type Sql = RawBuilder<unknown>
type Fleet = { tenantId: number; timeZone: string }

/** Filters that no column in memory can answer. */
export const ADDITIONAL_FILTERS = [
  'exact',
  'withoutYear',
  'anyStatus',
  'debts',
  'withoutDebts',
  'due',
  'stolen',
  'freshness',
] as const

/** Whether a filter depends on data that checks write. */
export const dependsOnChecks = ({ anyStatus, debts, withoutDebts, stolen, freshness }: VehicleFilter): boolean =>
  [anyStatus, debts, withoutDebts, stolen, freshness].some((part) => part !== undefined)

/**
 * Whether the filter depends on data without a fleet version: dates of documents, marks of users, single debts, the age
 * of answers.
 */
export const hasUnversionedData = ({ debts, withoutDebts, due, freshness }: VehicleFilter): boolean =>
  due !== undefined ||
  withoutDebts !== undefined ||
  freshness !== undefined ||
  (debts !== undefined && (needsDebtRows(debts) || debts.undated === true))

/** Whether the filter includes due dates of documents. */
export const asksForDocumentDates = ({ vehicleClass: { due } }: Pick<FleetQuery, 'vehicleClass'>): boolean =>
  due !== undefined && includesDocumentDates(due)

const exactly = (exact: VehicleFilter['exact']): Sql[] =>
  EXACT_FIELDS.flatMap((field) => {
    const value = exact?.[field]
    if (value === undefined) return []
    const column = sql.raw(FIELD_SQL[field])
    return [value ? sql`${column} = ${value}` : sql`coalesce(${column}, '') = ''`]
  })

const withStatus = (statuses: VehicleFilter['anyStatus']): Sql[] => {
  if (!statuses) return []
  const list = literals(new Set(statuses))
  const each = STATUS_COLUMNS.map((column) => sql`${sql.raw(`v.${STATUS_SQL[column]}`)} in (${list})`)
  return [sql`(${sql.join(each, sql` or `)})`]
}

const amongVehicles = (ids: Sql): Sql => isAmong(sql`v.vehicle_id`, ids)

/** An aggregate condition on the sum of a vehicle's debts; empty if the filter has no amount. */
const addingUp = ({ totalFrom, totalTo }: OwedDebts, total: Sql, withoutAmount: Sql): Sql => {
  const conditions = [
    ...(totalFrom === undefined ? [] : [sql`sum(${total}) >= ${totalFrom}::numeric`]),
    ...(totalTo === undefined ? [] : [sql`sum(${total}) <= ${totalTo}::numeric`, sql`sum(${withoutAmount}) = 0`]),
  ]
  return sql.join(conditions, sql` and `)
}

const asksTotal = ({ totalFrom, totalTo }: OwedDebts): boolean => totalFrom !== undefined || totalTo !== undefined

/** Filters by amount: with the vehicle's totals if they suffice, else with the sum of its debts. */
const owingTotal = (debts: OwedDebts, { tenantId, timeZone }: Fleet): Sql[] => {
  const { types, totalFrom, totalTo, undated, afterStatus } = debts
  if (!types && !undated && !needsDebtRows(debts))
    return [
      sql`(v.debt_total > 0 or v.debt_without_amount > 0)`,
      ...(totalFrom === undefined ? [] : [sql`v.debt_total >= ${totalFrom}::numeric`]),
      ...(totalTo === undefined ? [] : [sql`v.debt_total <= ${totalTo}::numeric and v.debt_without_amount = 0`]),
    ]
  const rowSums = addingUp(debts, sql`d.total`, sql`(d.total is null)::int`)
  if (afterStatus)
    return [sql`(select ${rowSums} from ${debtRows(tenantId, timeZone, debts)} and d.vehicle_id = v.vehicle_id)`]
  if (needsDebtRows(debts))
    return [
      amongVehicles(
        sql`select d.vehicle_id from ${debtRows(tenantId, timeZone, debts)} group by d.vehicle_id having ${rowSums}`,
      ),
    ]
  if (undated)
    return [
      amongVehicles(sql`select i.vehicle_id from (${debtItems(tenantId, timeZone, debts)}) i
        group by i.vehicle_id having ${addingUp(debts, sql`i.total`, sql`i.without_amount`)}`),
    ]
  return [
    amongVehicles(sql`select f.vehicle_id from vehicle_resource f
      where f.tenant_id = ${tenantId} and f.resource_type_id in (${ofTypes(types)}) and ${OWES}
      group by f.vehicle_id having ${addingUp(debts, sql`f.debt_total`, sql`f.debt_without_amount`)}`),
  ]
}

/** Uses the vehicle's totals; with types only, the totals of its sources; otherwise its single debts. */
const owing = (debts: VehicleFilter['debts'], { tenantId, timeZone }: Fleet): Sql[] => {
  if (!debts) return []
  if (asksTotal(debts)) return owingTotal(debts, { tenantId, timeZone })
  // Conditions on each vehicle's history are evaluated only for vehicles that pass the rest.
  if (debts.afterStatus)
    return [sql`(select true from ${debtRows(tenantId, timeZone, debts)} and d.vehicle_id = v.vehicle_id limit 1)`]
  if (needsDebtRows(debts)) return [amongVehicles(sql`select d.vehicle_id from ${debtRows(tenantId, timeZone, debts)}`)]
  if (debts.undated) return [amongVehicles(sql`select i.vehicle_id from (${debtItems(tenantId, timeZone, debts)}) i`)]
  if (!debts.types) return [sql`(v.debt_total > 0 or v.debt_without_amount > 0)`]
  return [
    amongVehicles(sql`select f.vehicle_id from vehicle_resource f
      where f.tenant_id = ${tenantId} and f.resource_type_id in (${ofTypes(debts.types)}) and ${OWES}`),
  ]
}

const CLEAR = new Set<number>(RESOURCE_TYPES.flatMap((type) => ('money' in type ? type.clear : [])))

/** False if a kind of debt has no answer yet, by machine or person. Cost: the vehicle's rows, by key. */
const OWES_NOTHING = sql`((
  select bool_and(case
    when ${MONEY} then f.status_id in (${literals(CLEAR)}) and not ${MISSING}
    else f.status_id <> ${sql.lit(MAY_OWE)} end)
  from vehicle_resource f
  where f.tenant_id = v.tenant_id
    and f.vehicle_id = v.vehicle_id
    and (${MONEY} or f.resource_type_id = ${sql.lit(POSSIBLE_DEBTS)})
  having bool_or(${MONEY})) is true)`

const STOLEN_TYPE = 4
const STOLEN = 4
const NOT_STOLEN = 5

/** The company's day on which the current theft report of `v` was first seen; null if no check recorded it. */
export const stolenDay = (timeZone: string): Sql => sql`(
  select (min(e.at) filter (where e.status_after = ${sql.lit(STOLEN)}
    and e.at > coalesce(e.clear_at, '-infinity')) at time zone ${timeZone})::date
  from (
    select e.at, e.status_after,
      max(e.at) filter (where e.status_after = ${sql.lit(NOT_STOLEN)}) over (partition by e.resource_id) as clear_at
    from check_event e
    where e.tenant_id = v.tenant_id
      and e.vehicle_id = v.vehicle_id
      and e.resource_type_id = ${sql.lit(STOLEN_TYPE)}
      and e.kind = 'status') e)`

const stolenIn = (stolen: VehicleFilter['stolen'], { timeZone }: Fleet): Sql[] => {
  if (!stolen) return []
  const { from, to } = stolen
  const day = stolenDay(timeZone)
  return [
    sql`v.stolen_status = ${sql.lit(STOLEN)}`,
    ...(from ? [sql`${day} >= ${from}::date`] : []),
    ...(to ? [sql`${day} <= ${to}::date`] : []),
  ]
}

/** Conditions on `v`. */
export const additionalConditions = (filter: VehicleFilter, fleet: Fleet): Sql[] => [
  ...exactly(filter.exact),
  ...(filter.withoutYear ? [sql`v.year is null`] : []),
  ...withStatus(filter.anyStatus),
  ...owing(filter.debts, fleet),
  ...(filter.withoutDebts ? [OWES_NOTHING] : []),
  ...(filter.due ? [amongVehicles(sql`select due.vehicle_id from (${dueItems(fleet.tenantId, filter.due)}) due`)] : []),
  ...stolenIn(filter.stolen, fleet),
  ...currentOnly(filter),
]
