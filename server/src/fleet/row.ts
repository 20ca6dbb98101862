// A vehicle as SQL in the shape of the API: `v` is the vehicle, `s` its state.
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { STATUS_COLUMNS } from '@padron/contract/resources'
import { VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import { sql } from 'kysely'
import { freshnessState } from '../checks/store/freshness.ts'
import { STATUS_SQL } from '../db/status-columns.ts'
import { FIELD_SQL } from './fields.ts'

const STATUS_FIELDS = sql.raw(STATUS_COLUMNS.map((column) => `'${column}', v.${STATUS_SQL[column]}`).join(', '))
const INFO_FIELDS = sql.raw(
  VEHICLE_FIELDS.filter(({ group }) => group === 'vehicleInfo')
    .map(({ field }) => `'${field}', ${FIELD_SQL[field]}`)
    .join(', '),
)
const FRESHNESS = sql`(
  select coalesce(json_agg(json_build_object('resourceTypeId', x.resource_type_id, 'state', x.state, 'at', x.at)), '[]')
  from (
    select f.resource_type_id, min(f.good_at) as at, max(${freshnessState}) as state -- 'current' < 'old' < 'unknown'
    from vehicle_resource f
    where f.tenant_id = v.tenant_id and f.vehicle_id = v.vehicle_id and f.last_at is not null
    group by f.resource_type_id) x)`

const TAGS = sql`(
  select coalesce(json_agg(json_build_object('tagId', t.tag_id, 'tagName', t.tag_name, 'tagCategoryId',
    t.tag_category_id, 'tagColor', c.color) order by t.tag_name), '[]')
  from vehicle_tag vt
  join tag t on t.tenant_id = vt.tenant_id and t.tag_id = vt.tag_id
  join tag_category c on c.tenant_id = t.tenant_id and c.tag_category_id = t.tag_category_id
  where vt.tenant_id = v.tenant_id and vt.vehicle_id = v.vehicle_id)`

/** Number of distinct fields in which a registry answer differs; null if none has answered. */
const DIFFERENCES = sql`(
  select count(distinct d.field)::int
  from vehicle_registry g
  left join lateral unnest(g.differing) d(field) on true
  where g.tenant_id = v.tenant_id and g.vehicle_id = v.vehicle_id
  having count(*) > 0)`

/** The vehicle with this id, if the user may see it. @param condition on `r`, this vehicle */
export const visibleVehicle = (column: string, condition = sql``) => sql`(
  select r.vehicle_id
  from vehicle r
  where r.tenant_id = v.tenant_id and r.vehicle_id = ${sql.ref(column)} ${condition})`

/** @param tags whether to include the tags @param isPart whether the user sees only a part of the fleet */
export const rowOf = (tags: boolean, isPart = false) => sql<VehicleRow>`json_build_object(
  'vehicleAsset',
  json_build_object('vehicleAssetId', v.vehicle_id, 'customId', v.custom_id, 'vin', v.vin, 'plate', v.plate,
    'stateId', v.state_id, 'acquisitionReasonId', v.acquisition_reason_id, 'assetStatusId', v.asset_status_id,
    'version', v.row_version, 'creationDate', v.created_at, 'processedDate', v.processed_at, 'registryDifferences',
    ${DIFFERENCES}, 'freshness', ${FRESHNESS}, 'debt',
    json_build_object('total', v.debt_total, 'withoutAmount', v.debt_without_amount), ${STATUS_FIELDS}),
  'state', json_build_object('stateId', v.state_id, 'stateName', s.state_name),
  'rfc', json_build_object('rfcName', v.rfc_name, 'taxIdentifier', v.tax_identifier,
    'taxIdentifierType', v.tax_identifier_type),
  'lessor', json_build_object('lessorName', v.lessor_name),
  'brand', json_build_object('brandName', v.brand_name),
  'model', json_build_object('modelName', v.model_name, 'year', v.year),
  'vehicleInfo', json_build_object(${INFO_FIELDS}),
  'assetHistoric', json_build_object('assetStatusId', v.asset_status_id, 'replacedBy', ${
    isPart ? visibleVehicle('v.replaced_by') : sql`v.replaced_by`
  }, 'replacing', ${isPart ? visibleVehicle('v.replacing') : sql`v.replacing`}, 'historicGroupUUID', v.historic_group),
  'tags', case when ${tags} then ${TAGS} else '[]' end)`
