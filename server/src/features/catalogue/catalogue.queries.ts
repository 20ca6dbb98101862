// The catalogue's SQL. A page is one query: the ids first, from an index alone, then only those rows with their state,
// tags and freshness, already in wire shape. The exact total is counted once per filter and version of the fleet.
import type { Pagination, VehicleFilter, VehicleRow } from '@padron/contract/catalogue'
import { STATUS_COLUMNS } from '@padron/contract/resources'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Tx } from '../../db/client.ts'
import { STATUS_SQL } from '../../db/status-columns.ts'
import { freshnessState } from '../../resources/freshness.ts'
import { conditions, orderBy } from './catalogue.filters.ts'

const STATUS_FIELDS = sql.raw(STATUS_COLUMNS.map((column) => `'${column}', v.${STATUS_SQL[column]}`).join(', '))
const FRESHNESS = sql`(
  select coalesce(json_agg(json_build_object('resourceTypeId', x.resource_type_id, 'state', x.state, 'at', x.at)), '[]') from (
    select f.resource_type_id, min(f.good_at) as at, max(${freshnessState}) as state -- 'current' < 'old' < 'unknown'
    from vehicle_resource f
    where f.tenant_id = v.tenant_id and f.vehicle_id = v.vehicle_id and f.last_at is not null
    group by f.resource_type_id) x)`

const TAGS = sql`(
  select coalesce(json_agg(json_build_object('tagId', t.tag_id, 'tagName', t.tag_name, 'tagCategoryId', t.tag_category_id,
    'tagColor', c.color) order by t.tag_name), '[]')
  from vehicle_tag vt
  join tag t on t.tenant_id = vt.tenant_id and t.tag_id = vt.tag_id
  join tag_category c on c.tenant_id = t.tenant_id and c.tag_category_id = t.tag_category_id
  where vt.tenant_id = v.tenant_id and vt.vehicle_id = v.vehicle_id)`

const ROW = sql<VehicleRow>`json_build_object(
  'vehicleAsset', json_build_object('vehicleAssetId', v.vehicle_id, 'customId', v.custom_id, 'vin', v.vin, 'plate', v.plate,
    'acquisitionReasonId', v.acquisition_reason_id, 'version', v.row_version, 'creationDate', v.created_at,
    'processedDate', v.processed_at, 'freshness', ${FRESHNESS},
    'debt', json_build_object('total', v.debt_total, 'withoutAmount', v.debt_without_amount), ${STATUS_FIELDS}),
  'state', json_build_object('stateId', v.state_id, 'stateName', s.state_name),
  'rfc', json_build_object('rfcName', v.rfc_name, 'taxIdentifier', v.tax_identifier),
  'lessor', json_build_object('lessorName', v.lessor_name),
  'brand', json_build_object('brandName', v.brand_name),
  'model', json_build_object('modelName', v.model_name, 'year', v.year),
  'vehicleInfo', json_build_object('version', v.version_name, 'class', v.class, 'type', v.type, 'engineNumber', v.engine_number,
    'ownerName', v.owner_name, 'vehicleColor', v.vehicle_color, 'doors', v.doors, 'country', v.origin_country,
    'variation', v.variation, 'cilinders', v.cilinders, 'axes', v.axes, 'assemblyPlace', v.assembly_place,
    'observations', v.observations, 'plateDate', v.plate_date, 'plateEntity', v.plate_entity,
    'registrationDate', v.registration_date, 'registrationInstitution', v.registration_institution,
    'registrationSheet', v.registration_sheet, 'supplementaryData', v.supplementary_data),
  'assetHistoric', json_build_object('assetStatusId', v.asset_status_id, 'replacedBy', v.replaced_by),
  'tags', ${TAGS})`

type Page = z.output<typeof Pagination>

/** Cost: an index range for the ids, 25 rows, and about 250 rows of vehicle_resource by key. */
export const pageQuery = (
  where: RawBuilder<unknown>,
  tenantId: number,
  { page, pageSize, sortBy, sortFilterOrder }: Page,
) => {
  const order = orderBy(sortBy, sortFilterOrder)
  return sql<{ row: VehicleRow }>`
    select ${ROW} as row
    from vehicle v join state s on s.state_id = v.state_id
    where v.tenant_id = ${tenantId} and v.vehicle_id = any(array(
      select v.vehicle_id from vehicle v where ${where} order by ${order} limit ${pageSize} offset ${(page - 1) * pageSize}))
    order by ${order}`
}

export const listPage = async (
  tx: Tx,
  where: RawBuilder<unknown>,
  tenantId: number,
  page: Page,
): Promise<VehicleRow[]> => {
  const { rows } = await pageQuery(where, tenantId, page).execute(tx)
  return rows.map(({ row }) => row)
}

export const countQuery = (where: RawBuilder<unknown>) =>
  sql<{ n: number }>`select count(*)::int as n from vehicle v where ${where}`

export const countAll = async (tx: Tx, where: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await countQuery(where).execute(tx)
  return rows[0]?.n ?? 0
}

/** What every change of the fleet raises, so that counts are kept only while they are true. */
export const fleetVersion = async (tx: Tx, tenantId: number): Promise<number> => {
  const row = await tx
    .selectFrom('catalogue_version')
    .select('version')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return row?.version ?? 0
}

export const whereOf = (filter: VehicleFilter, tenantId: number) => conditions(filter, tenantId)

type Match = { plate: string; vin: string; customId: string | null; vehicleAssetId: number }

/** @param fragments the text as typed and without separators: an identifier may have hyphens, a plate never does */
export const bestMatchQuery = (tenantId: number, fragments: readonly string[]) => {
  const found = sql.join(
    fragments.map((fragment) => sql`select * from best_match(${fragment})`),
    sql` union all `,
  )
  return sql<Match>`
    select v.plate, v.vin, v.custom_id as "customId", v.vehicle_id as "vehicleAssetId"
    from (select vehicle_id, min(tier) as tier from (${found}) m group by vehicle_id) m
    join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = m.vehicle_id
    order by m.tier, (v.asset_status_id = 1) desc, v.plate limit 10`
}

export const bestMatch = async (tx: Tx, tenantId: number, fragments: readonly string[]): Promise<Match[]> =>
  (await bestMatchQuery(tenantId, fragments).execute(tx)).rows

export const basicStats = async (tx: Tx, tenantId: number): Promise<{ vehicles: number; clients: number }> => {
  const { rows } = await sql<{ vehicles: number; clients: number }>`
    select count(*)::int as vehicles, count(distinct coalesce(v.tax_identifier, v.rfc_name))::int as clients
    from vehicle v where v.tenant_id = ${tenantId}`.execute(tx)
  return rows[0] ?? { vehicles: 0, clients: 0 }
}

/** Portals that this installation gave an address: the others are asked nothing. */
export const askedPortals = async (tx: Tx): Promise<ReadonlySet<string>> => {
  const rows = await tx.selectFrom('portal').select('portal_key').where('base_url', 'is not', null).execute()
  return new Set(rows.map(({ portal_key }) => portal_key))
}
