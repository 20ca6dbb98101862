// What the next actions share: whose they are, of which days, and how a vehicle and a source are told.
import type { Country } from '@padron/contract/countries'
import { sql } from 'kysely'
import { portalNameOfDebt } from '../../../checks/store/answer-portal.ts'

export type Looking = {
  tenantId: number
  country: Country
  timeZone: string
  now: Date
  /** In the company's time zone, and the last day of its week. */
  today: string
  weekEnds: string
}

export type AtStake = { count: number; vehicles: number; amount: number; withoutAmount: number }
export const NOTHING: AtStake = { count: 0, vehicles: 0, amount: 0, withoutAmount: 0 }

/** Of `v` and its state `s`. */
export const VEHICLE = sql`
  v.vehicle_id as "vehicleAssetId", v.plate, s.state_name as "stateName", v.asset_status_id as "assetStatusId"`
/** Of the debt `d`, its resource `r` and that one's portal `p`: who listed it last. */
export const DEBT_SOURCE = sql`r.resource_name || ' · ' || ${portalNameOfDebt}`

/**
 * Of a statement that reads sums and the first rows at once, `sums` on each: the rows, none of which is the empty one
 * of no rows.
 */
export const firstOf = <T extends { vehicleAssetId: number }>(rows: readonly (T & { sums: unknown })[]): T[] =>
  rows.flatMap(({ sums: _, ...row }) => (row.vehicleAssetId === null ? [] : [row as unknown as T]))
