// What a filter by sources' answers rests on: which resource types decide whether a vehicle is in it, and how many vehicles might be in it
// if their sources had a valid answer.
import type { FallsDue, FleetQuery, VehicleFilter } from '@padron/contract/catalogue'
import { MONEY_TYPES, RESOURCE_TYPES, STATUS_COLUMNS } from '@padron/contract/resources'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { type Fleet, whereOf } from './catalogue.filters.ts'
import { MISSING } from './coverage.ts'
import { isAmong, literals } from './debt-items.ts'

const POSSIBLE_TENENCIA = 10
/** What falls due, by who tells it; documents are told by people. */
const DUE_TYPES: Readonly<Record<FallsDue['kinds'][number], readonly number[]>> = {
  document: [],
  policy: [5],
  insurance: [5],
  inspection: [12],
  card: [3],
  plate: [14],
  payment: [...MONEY_TYPES],
}

/** The types whose answers a filter looks at, in no order. The tenencia column speaks for possible debts too. */
export const typesAsked = ({ vehicleAsset = {}, anyStatus, debts, due, stolen }: VehicleFilter): number[] => {
  const ofColumns = RESOURCE_TYPES.flatMap(({ id, column }) =>
    column && vehicleAsset[column] !== undefined ? [id] : [],
  )
  return [
    ...new Set<number>([
      ...(anyStatus ? RESOURCE_TYPES.map(({ id }) => id) : ofColumns),
      ...(vehicleAsset.tenenciaStatus === undefined ? [] : [POSSIBLE_TENENCIA]),
      ...(debts ? (debts.types ?? MONEY_TYPES) : []),
      ...(due
        ? due.kinds.flatMap((kind) => (kind === 'payment' ? (due.types ?? DUE_TYPES.payment) : DUE_TYPES[kind]))
        : []),
      ...(stolen ? [4] : []),
    ]),
  ]
}

/** The same filter without what sources' answers decide. */
const withoutAnswers = ({ vehicleClass, ...rest }: FleetQuery): FleetQuery => {
  const { anyStatus: _any, debts: _debts, due: _due, stolen: _stolen, vehicleAsset = {}, ...others } = vehicleClass
  const names: readonly string[] = STATUS_COLUMNS
  const asset = Object.fromEntries(Object.entries(vehicleAsset).filter(([name]) => !names.includes(name)))
  return { ...rest, vehicleClass: { ...others, vehicleAsset: asset } }
}

/**
 * Vehicles that are not in the filter and might be: some source that it looks at has no valid answer about them. None where it looks at no
 * source. Cost: the filter's vehicles twice, and the company's checks of those types once.
 */
export const uncertainOf = async (tx: Tx, query: FleetQuery, fleet: Fleet): Promise<number> => {
  const types = typesAsked(query.vehicleClass)
  if (types.length === 0) return 0
  const missing = sql`select f.vehicle_id from vehicle_resource f
    where f.tenant_id = ${fleet.tenantId} and f.resource_type_id in (${literals(types)}) and ${MISSING}`
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from vehicle v where ${whereOf(withoutAnswers(query), fleet)} and ${isAmong(sql`v.vehicle_id`, missing)}
      and not ${isAmong(sql`v.vehicle_id`, sql`select v.vehicle_id from vehicle v where ${whereOf(query, fleet)}`)}`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}
