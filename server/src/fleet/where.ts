// Turns a fleet query into SQL conditions on `v`. Status lists are literals (integers of a closed list), because
// parameters could not use the partial indexes. Free text ignores case and accents and takes `%` and `_` as plain
// characters.
import { bareIdentifier } from '@padron/contract/assets'
import type { ChosenQuery, DateFilter, VehicleFilter } from '@padron/contract/catalogue/filter'
import { STATUS_COLUMNS } from '@padron/contract/resources'
import { INFO_TEXTS, VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import { type RawBuilder, sql } from 'kysely'
import { STATUS_SQL } from '../db/status-columns.ts'
import { additionalConditions } from './additional-filters.ts'
import { FIELD_SQL } from './fields.ts'

type Condition = RawBuilder<unknown>

/** What filters need of a company: its id, and its time zone for days. */
export type Fleet = { tenantId: number; timeZone: string }

export const toList = (values: number | readonly number[] | undefined): readonly number[] | undefined =>
  values === undefined ? undefined : typeof values === 'number' ? [values] : [...new Set(values)]

const anyOf = (column: string, values: number | readonly number[] | undefined): Condition[] => {
  const list = toList(values)
  if (!list) return []
  const literals = sql.join(list.map((id) => sql.lit(id)))
  return [list.length === 1 ? sql`${sql.raw(column)} = ${literals}` : sql`${sql.raw(column)} in (${literals})`]
}

const TEXTS = ['customId', 'rfcName', 'taxIdentifier', 'lessorName', 'brandName', 'modelName', ...INFO_TEXTS] as const
type TextField = (typeof TEXTS)[number] | 'plate' | 'vin'

/** The texts of the filter that are not blank, by field. */
export const listTextFilters = (filter: VehicleFilter): [TextField, string][] => {
  const groups = [filter.vehicleAsset, filter.rfc, filter.lessor, filter.brand, filter.model, filter.vehicleInfo]
  const texts = Object.assign({}, ...groups) as Partial<Record<TextField, string>>
  return (['plate', 'vin', ...TEXTS] as const).flatMap((field): [TextField, string][] => {
    const text = texts[field]?.trim()
    if (!text) return []
    // A plate or VIN may be typed with separators, `AAA-001-A`; it is stored without them.
    return [[field, (field === 'plate' || field === 'vin') && bareIdentifier(text) ? bareIdentifier(text) : text]]
  })
}

/**
 * From three characters on few plates and VINs match, and the company's index of the field finds them without the rows.
 */
const contains = ([field, text]: [TextField, string]): Condition =>
  (field === 'plate' || field === 'vin') && text.length > 2
    ? sql`v.vehicle_id in (select vehicle_id from vehicles_containing(${field}, fold(${text})))`
    : sql`fold(${sql.raw(FIELD_SQL[field])}) like '%' || like_escape(fold(${text})) || '%'`

const kindOf = (name: string) => VEHICLE_FIELDS.find(({ field }) => field === name)?.kind

/** @returns first and last day of the filter; undefined if its mode does not use them */
export const daysOf = ({ dateBy, startDate, endDate }: DateFilter) => ({
  from: dateBy === 'before' ? undefined : startDate,
  to: dateBy === 'after' ? undefined : endDate,
})

const withinDays = (date: DateFilter, timeZone: string): Condition[] => {
  const { from, to } = daysOf(date)
  const column = sql.raw(FIELD_SQL[date.dateParameter])
  const begins = (day: Condition) =>
    kindOf(date.dateParameter) === 'day' ? day : sql`((${day})::timestamp at time zone ${timeZone})`
  return [
    ...(from ? [sql`${column} >= ${begins(sql`${from}::date`)}`] : []),
    ...(to ? [sql`${column} < ${begins(sql`(${to}::date + 1)`)}`] : []),
  ]
}

const withTags = (tags: VehicleFilter['tags']): Condition[] => {
  if (!tags || tags.length === 0) return []
  const ids = tags.map(({ tagId }) => tagId)
  return [
    sql`exists (select from vehicle_tag vt where vt.tenant_id = v.tenant_id and vt.vehicle_id = v.vehicle_id
      and vt.tag_id = any(${ids}::bigint[]))`,
  ]
}

/** Every condition of a query; the tenant comes first, as in every query and index. `v` is the vehicle. */
export const whereOf = (query: ChosenQuery, fleet: Fleet): Condition => {
  const { vehicleClass, dateFilters = [], ids, except = [] } = query
  const { tenantId, timeZone } = fleet
  const { vehicleAsset: asset = {}, state, model, vehicleInfo, tags, assetHistoric } = vehicleClass
  const all: Condition[] = [
    sql`v.tenant_id = ${tenantId}`,
    ...(ids ? [sql`v.vehicle_id = any(${ids}::bigint[])`] : []),
    ...(except.length > 0 ? [sql`v.vehicle_id <> all(${except}::bigint[])`] : []),
    ...anyOf('v.asset_status_id', assetHistoric?.assetStatusId),
    ...anyOf('v.replaced_by', assetHistoric?.replacedBy),
    ...anyOf('v.replacing', assetHistoric?.replacing),
    ...(assetHistoric?.historicGroupUUID ? [sql`v.historic_group = ${assetHistoric.historicGroupUUID}::uuid`] : []),
    ...anyOf('v.vehicle_id', asset.vehicleAssetId),
    ...STATUS_COLUMNS.flatMap((column) => anyOf(`v.${STATUS_SQL[column]}`, asset[column])),
    ...anyOf('v.acquisition_reason_id', asset.acquisitionReasonId),
    ...anyOf('v.state_id', state?.stateId),
    ...anyOf('v.year', model?.year),
    ...anyOf('v.doors', vehicleInfo?.doors),
    ...listTextFilters(vehicleClass).map(contains),
    ...dateFilters.flatMap((date) => withinDays(date, timeZone)),
    ...withTags(tags),
    ...additionalConditions(vehicleClass, fleet),
  ]
  return sql.join(all, sql` and `)
}
