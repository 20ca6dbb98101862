// Shared by all next actions: the company and days they cover, and the columns of a vehicle and a source.
import type { Country } from '@padron/contract/places/countries'
import { unpricedText } from '@padron/contract/resource-status'
import type { Unit } from '@padron/contract/rules/official-rules'
import { sql } from 'kysely'
import { portalNameOfDebt } from '../../../checks/store/answer-portal.ts'

export type ActionScope = {
  tenantId: number
  country: Country
  timeZone: string
  now: Date
  /** In the company's time zone; `weekEnds` is the last day of its week. */
  today: string
  weekEnds: string
}

export type DebtTotals = { count: number; vehicles: number; amount: number; withoutAmount: number }
export const ZERO_TOTALS: DebtTotals = { count: 0, vehicles: 0, amount: 0, withoutAmount: 0 }

/** Columns of the vehicle `v` and its state `s`. */
export const VEHICLE = sql`
  v.vehicle_id as "vehicleAssetId", v.plate, s.state_name as "stateName", v.asset_status_id as "assetStatusId"`
/** Who listed the debt `d` last; `r` is its resource and `p` the resource's portal. */
export const DEBT_SOURCE = sql`r.resource_name || ' · ' || ${portalNameOfDebt}`

/**
 * The rows of a statement that returns `sums` beside each row, without the empty row that carries the sums when there
 * are no rows.
 */
export const firstOf = <T extends { vehicleAssetId: number }>(rows: readonly (T & { sums: unknown })[]): T[] =>
  rows.flatMap(({ sums: _, ...row }) => (row.vehicleAssetId === null ? [] : [row as unknown as T]))

/** Columns of the debt `d`, for `withUnits`. */
export const UNITS = sql`d.units::float8 as units, d.unit, d.issued_on as "issuedOn"`
export type InUnits<T> = T & { units: number | null; unit: Unit | null; issuedOn: string | null }

/** A debt in units whose value is not published says so after its description. */
export const withUnits = <T extends { description: string }>(
  { units, unit, issuedOn: dateTime, ...row }: InUnits<T>,
  total: number | null,
) => {
  const text = units !== null && unit !== null ? unpricedText({ units, unit, total, dateTime }) : ''
  return text ? { ...row, description: `${row.description} · ${text}` } : row
}
