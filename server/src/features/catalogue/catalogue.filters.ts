// From the filter's wire shape to SQL. Status lists reach SQL as literals (whitelisted integers): a parameter could not
// use the partial indexes. Free text ignores case and accents and takes `%` and `_` as plain characters.
import type { SortField, VehicleFilter } from '@padron/contract/catalogue'
import { STATUS_COLUMNS } from '@padron/contract/resources'
import { type RawBuilder, sql } from 'kysely'
import { STATUS_SQL } from '../../db/status-columns.ts'

type Condition = RawBuilder<unknown>

const SORT_SQL: Readonly<Record<SortField, string>> = {
  plate: 'v.plate',
  vin: 'v.vin',
  customId: 'v.custom_id',
  stateName: '(select s.state_name from state s where s.state_id = v.state_id)',
  rfcName: 'v.rfc_name',
  taxIdentifier: 'v.tax_identifier',
  lessorName: 'v.lessor_name',
  brandName: 'v.brand_name',
  modelName: 'v.model_name',
  year: 'v.year',
  creationDate: 'v.created_at',
  debt: 'v.debt_total',
}

/** Total order: the field, then the id. Defaults for nulls, so that an index serves both directions. */
export const orderBy = (field: SortField = 'plate', order: 'asc' | 'desc' = 'asc'): RawBuilder<unknown> =>
  sql`${sql.raw(SORT_SQL[field])} ${sql.raw(order)}, v.vehicle_id ${sql.raw(order)}`

const anyOf = (column: string, wanted: number | readonly number[] | undefined): Condition[] => {
  if (wanted === undefined) return []
  const list = typeof wanted === 'number' ? [wanted] : [...new Set(wanted)]
  const literals = sql.join(list.map((id) => sql.lit(id)))
  return [list.length === 1 ? sql`${sql.raw(column)} = ${literals}` : sql`${sql.raw(column)} in (${literals})`]
}

/** Plate, VIN and identifier: through the trigram index, past the policies, for this tenant only. */
const holdsText = (field: 'plate' | 'vin' | 'custom_id', text: string | undefined): Condition[] =>
  text?.trim() ? [sql`v.vehicle_id in (select vehicle_id from vehicles_containing(${field}, ${text.trim()}))`] : []

const contains = (column: string, text: string | undefined): Condition[] =>
  text?.trim() ? [sql`fold(${sql.raw(column)}) like '%' || like_escape(fold(${text.trim()})) || '%'`] : []

/** Every condition of a filter; the tenant comes first, as in every query and index. */
export const conditions = (filter: VehicleFilter, tenantId: number): Condition => {
  const { vehicleAsset: asset = {}, state, rfc, lessor, brand, model, tags = [], assetHistoric } = filter
  const all: Condition[] = [
    sql`v.tenant_id = ${tenantId}`,
    ...anyOf('v.asset_status_id', assetHistoric?.assetStatusId),
    ...anyOf('v.vehicle_id', asset.vehicleAssetId),
    ...STATUS_COLUMNS.flatMap((column) => anyOf(`v.${STATUS_SQL[column]}`, asset[column])),
    ...anyOf('v.state_id', state?.stateId),
    ...holdsText('plate', asset.plate),
    ...holdsText('vin', asset.vin),
    ...holdsText('custom_id', asset.customId),
    ...contains('v.rfc_name', rfc?.rfcName),
    ...contains('v.tax_identifier', rfc?.taxIdentifier),
    ...contains('v.lessor_name', lessor?.lessorName),
    ...contains('v.brand_name', brand?.brandName),
    ...contains('v.model_name', model?.modelName),
  ]
  if (tags.length > 0) {
    const ids = tags.map(({ tagId }) => tagId)
    all.push(sql`exists (select from vehicle_tag vt where vt.tenant_id = v.tenant_id and vt.vehicle_id = v.vehicle_id
      and vt.tag_id = any(${ids}::bigint[]))`)
  }
  return sql.join(all, sql` and `)
}
