// Rules about the statuses that vehicles ever had, at any moment and at the end.
import { RESOURCE_TYPES } from '@padron/contract/resources'
import type pg from 'pg'
import { STATUS_SQL } from '../../db/status-columns.ts'
import { type ChaosEnvironment, isTrouble } from './environment.ts'
import type { ChaosVehicle } from './fleet.ts'
import { CLEAR, queryRows, type RuleResult } from './report.ts'

type Served = {
  vehicleId: number
  resourceId: number
  typeId: number
  connector: string
  portal: string
  status: number
  answered: boolean
}

const served = (system: pg.Pool): Promise<Served[]> =>
  queryRows(
    system,
    `
    select f.vehicle_id as "vehicleId", f.resource_id as "resourceId", f.resource_type_id as "typeId",
      r.connector_key as connector, r.portal_key as portal, f.status_id as status, f.good_at is not null as answered
    from vehicle_resource f
    join resource r using (resource_id)
    where r.connector_key is not null`,
  ) as Promise<Served[]>

/** Statuses ever seen, by vehicle and by resource id or column. */
const loadStatuses = async (system: pg.Pool): Promise<Map<string, number[]>> => {
  const rows = await queryRows(
    system,
    `select vehicle_id || ' ' || what as name, array_agg(status) as seen from seen_status group by 1`,
  )
  return new Map(rows.map(({ name, seen }) => [String(name), seen as number[]]))
}

const columnOf = (typeId: number): string | undefined => {
  const column = RESOURCE_TYPES.find(({ id }) => id === (typeId === 10 ? 0 : typeId))?.column
  return column ? STATUS_SQL[column] : undefined
}

export type StatusHistory = { seen: Map<string, number[]>; resources: Served[] }

/** Clear at any moment in the resource, or in the column that it alone fills. */
const everClear = ({ seen, resources }: StatusHistory, one: Served): string[] => {
  const column = columnOf(one.typeId)
  const alone =
    resources.filter(({ vehicleId, typeId }) => vehicleId === one.vehicleId && columnOf(typeId) === column).length === 1
  const names = [String(one.resourceId), ...(alone && column ? [column] : [])]
  return names.filter((name) => seen.get(`${one.vehicleId} ${name}`)?.some((status) => CLEAR.has(status)))
}

export type Watched = (vehicle: ChaosVehicle, one: Served) => boolean

/** The answers of the fleet that a rule watches. */
const watch = (fleet: ReadonlyMap<number, ChaosVehicle>, { resources }: StatusHistory, watched: Watched) =>
  resources.flatMap((one) => {
    const vehicle = fleet.get(one.vehicleId)
    return vehicle && watched(vehicle, one) ? [{ one, name: `${vehicle.plate} ${one.connector}` }] : []
  })

export const neverClear = (
  rule: string,
  fleet: ReadonlyMap<number, ChaosVehicle>,
  ever: StatusHistory,
  watched: Watched,
): RuleResult => {
  const list = watch(fleet, ever, watched)
  return {
    rule,
    looked: list.length,
    broken: list.flatMap(({ one, name }) => everClear(ever, one).map((where) => `${name} ${where}`)),
  }
}

type Good = (one: Served) => boolean
export const inEnd = (
  rule: string,
  fleet: ReadonlyMap<number, ChaosVehicle>,
  ever: StatusHistory,
  watched: Watched,
  good: Good,
): RuleResult => {
  const list = watch(fleet, ever, watched)
  const broken = list.filter(({ one }) => !good(one)).map(({ one, name }) => `${name} ${one.typeId}: ${one.status}`)
  return { rule, looked: list.length, broken }
}

/**
 * A debt written at Mexico City is a fine of the city, which the state's own fines repeat; one at SIMIT is a
 * comparendo while it is young.
 */
const WRITTEN: Readonly<Record<string, readonly number[]>> = { 'mx-cdmx-adeudos': [1, 9], 'co-simit': [13] }
export const isWritten: Watched = ({ kind }, { typeId, connector }) =>
  kind === 'debts' && (WRITTEN[connector]?.includes(typeId) ?? false)

export const reportsNothing =
  (environment: ChaosEnvironment): Watched =>
  ({ kind, scenario }, { portal, connector }) =>
    kind === 'scenario' && isTrouble(environment, portal, environment.names[scenario - 1] ?? '', connector)

export const loadStatusHistory = async (system: pg.Pool): Promise<StatusHistory> => ({
  seen: await loadStatuses(system),
  resources: await served(system),
})
