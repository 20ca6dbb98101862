// Reads what fills a template: the vehicles of a filter, and the company's own words.
import { ACTIVE, assetStatusText } from '@padron/contract/assets'
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import { STATES } from '@padron/contract/places/states'
import type { TemplateField } from '@padron/contract/template/columns'
import { SYSTEM_STATUS } from '@padron/contract/template/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { orderBy } from '../../../fleet/order.ts'
import { TAG_WORDS, VEHICLE_TAG_WORDS } from '../../../fleet/tag-list-sql.ts'
import { type Fleet, whereOf } from '../../../fleet/where.ts'
import { columnForField, EDITABLE_FIELDS, STORED_FIELDS } from '../columns.ts'
import type { CompanyLists } from './lists.ts'
import type { TemplateRow } from './workbook.ts'

export type FilledKind = 'edit' | 'replace'
const LISTED_AT_MOST = 2_000

const tagNames = async (tx: Tx, tenantId: number): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select ${TAG_WORDS} as name
    from tag g
    join tag_category c on c.tenant_id = g.tenant_id and c.tag_category_id = g.tag_category_id
    where g.tenant_id = ${tenantId} order by 1 limit ${LISTED_AT_MOST}`.execute(tx)
  return rows.map(({ name }) => name)
}

/** @param withTags whether the requester may read tags */
export const listsOf = async (tx: Tx, tenantId: number, withTags: boolean): Promise<CompanyLists> => {
  const { rows: brands } = await sql<{ name: string }>`
    select brand_name as name
    from vehicle
    where tenant_id = ${tenantId} and brand_name is not null and asset_status_id = ${sql.lit(ACTIVE)}
    group by 1 order by 1 limit ${LISTED_AT_MOST}`.execute(tx)
  return { tags: withTags ? await tagNames(tx, tenantId) : [], brands: brands.map(({ name }) => name) }
}

/** Templates leave out replaced vehicles, which cannot be edited. */
export const fillable = (query: FleetQuery, fleet: Fleet): RawBuilder<unknown> =>
  sql`${whereOf(query, fleet)} and v.replaced_by is null`

/** @param atMost the maximum number of ids */
export const fillableIds = async (tx: Tx, query: FleetQuery, fleet: Fleet, atMost: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select v.vehicle_id as id
    from vehicle v
    where ${fillable(query, fleet)}
    order by ${orderBy()}
    limit ${atMost}`.execute(tx)
  return rows.map(({ id }) => id)
}

type Filled = Record<string, string | number | null> & {
  vehicleAssetId: number
  rowVersion: number
  assetStatusId: number
  plate: string
  vin: string
}

const COLUMNS = sql.raw(STORED_FIELDS.map((field) => `v.${columnForField(field)} as "${field}"`).join(', '))

const words = (row: Filled, field: string): string | number | null => {
  const value = row[field] ?? null
  if (field === 'stateId') return STATES.find(({ stateId }) => stateId === value)?.stateName ?? null
  if (field === 'assetStatusId') return value === SYSTEM_STATUS ? null : assetStatusText(Number(value))
  return value
}
const EDITED: readonly TemplateField[] = ['vehicleAssetId', 'assetStatusId', 'rowVersion', 'tags', ...EDITABLE_FIELDS]

const asRow: Readonly<Record<FilledKind, (row: Filled) => TemplateRow>> = {
  edit: (row) => new Map(EDITED.map((field) => [field, words(row, field)])),
  replace: ({ vehicleAssetId, plate, vin }) =>
    new Map<TemplateField, string | number>([
      ['vehicleAssetId', vehicleAssetId],
      ['currentPlate', plate],
      ['currentVin', vin],
    ]),
}

type Reading = { tenantId: number; kind: FilledKind; withTags: boolean }

/** The vehicles with these ids, in their order. */
export const filledRows = async (
  tx: Tx,
  { tenantId, kind, withTags }: Reading,
  ids: readonly number[],
): Promise<TemplateRow[]> => {
  const { rows } = await sql<Filled>`
    select v.vehicle_id as "vehicleAssetId", v.row_version as "rowVersion", v.asset_status_id as "assetStatusId",
      ${withTags ? VEHICLE_TAG_WORDS : sql`null`} as tags, ${COLUMNS}
    from unnest(${ids}::bigint[]) with ordinality as wanted(id, place)
    join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = wanted.id
    where v.replaced_by is null order by wanted.place`.execute(tx)
  return rows.map(asRow[kind])
}
