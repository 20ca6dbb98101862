// Reads tags: the screen's categories, and the effects of deleting some of them.
import type { TagCategory, TagEffects } from '@padron/contract/tags'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/** The status that the catalogue shows by default. */
const ACTIVE = 1

/**
 * Every category with its tags, the empty ones too. Cost: the company's links and active vehicles once, whatever the
 * number of tags: some 100 ms for a hundred thousand links.
 */
export const readCategories = async (tx: Tx, tenantId: number): Promise<TagCategory[]> => {
  const { rows } = await sql<TagCategory>`
    with worn as materialized (
      select x.tag_id, count(*)::int as vehicles
      from vehicle_tag x
      join vehicle v on v.tenant_id = x.tenant_id
        and v.vehicle_id = x.vehicle_id
        and v.asset_status_id = ${sql.lit(ACTIVE)}
      where x.tenant_id = ${tenantId}
      group by x.tag_id)
    select c.tag_category_id as "tagCategoryId", c.category_name as "tagCategoryName", c.color as "tagColor",
      coalesce(json_agg(json_build_object('tagId', t.tag_id, 'tagName', t.tag_name, 'tagColor', c.color, 'vehicles',
      coalesce(w.vehicles, 0))
        order by fold(t.tag_name), t.tag_id) filter (where t.tag_id is not null), '[]') as tags
    from tag_category c
    left join tag t on t.tenant_id = c.tenant_id and t.tag_category_id = c.tag_category_id
    left join worn w on w.tag_id = t.tag_id
    where c.tenant_id = ${tenantId}
    group by c.tenant_id, c.tag_category_id
    order by fold(c.category_name), c.tag_category_id`.execute(tx)
  return rows
}

/** Whether a saved view's filter names one of these tags. */
export const viewNames = (definition: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  exists (select from jsonb_array_elements(case jsonb_typeof(${definition} #> '{vehicleClass,tags}') when 'array'
    then ${definition} #> '{vehicleClass,tags}' else '[]' end) e where (e ->> 'tagId')::bigint = any(${ids}))`

/** Cost: the links of these tags by key, and the company's saved views and document types. */
export const effectsOf = async (tx: Tx, tenantId: number, tagIds: readonly number[]): Promise<TagEffects> => {
  const ids = sql`${[...tagIds]}::bigint[]`
  const { rows } = await sql<TagEffects>`
    select ${sql.lit(tagIds.length)} as tags,
      (select count(distinct vehicle_id)::int
      from vehicle_tag
      where tenant_id = ${tenantId} and tag_id = any(${ids})) as vehicles,
        (select count(distinct user_id)::int
        from user_tag
        where tenant_id = ${tenantId} and tag_id = any(${ids})) as users,
      (select count(*)::int
      from saved_view w
      where w.tenant_id = ${tenantId} and ${viewNames(sql`w.definition`, ids)}) as views,
        (select count(distinct document_type_id)::int
        from document_type_tag
        where tenant_id = ${tenantId} and tag_id = any(${ids})) as "documentTypes",
      array(select d.type_name from document_type d where d.tenant_id = ${tenantId} and d.required = 'tags'
        and exists (
          select from document_type_tag x
          where x.tenant_id = d.tenant_id and x.document_type_id = d.document_type_id and x.tag_id = any(${ids}))
        and not exists (
          select from document_type_tag x
          where x.tenant_id = d.tenant_id and x.document_type_id = d.document_type_id and x.tag_id <> all(${ids}))
        order by fold(d.type_name), d.document_type_id) as unasked`.execute(tx)
  return rows[0] ?? { tags: 0, vehicles: 0, users: 0, views: 0, documentTypes: 0, unasked: [] }
}

export type StoredTag = { tagId: number; tagName: string }
export type StoredCategory = { tagCategoryId: number; tagCategoryName: string; tagColor: string }

/** @param lock for a writer: nobody assigns one of them to a vehicle meanwhile */
export const tagsById = async (
  tx: Tx,
  tenantId: number,
  ids: readonly number[],
  lock = false,
): Promise<StoredTag[]> => {
  const { rows } = await sql<StoredTag>`
    select tag_id as "tagId", tag_name as "tagName"
    from tag
    where tenant_id = ${tenantId} and tag_id = any(${[...ids]}::bigint[])
    order by tag_id ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows
}
export const tagsOfCategories = async (tx: Tx, tenantId: number, ids: readonly number[]): Promise<StoredTag[]> => {
  const { rows } = await sql<StoredTag>`
    select tag_id as "tagId", tag_name as "tagName"
    from tag
    where tenant_id = ${tenantId} and tag_category_id = any(${[...ids]}::bigint[])`.execute(tx)
  return rows
}
export const categoriesById = async (
  tx: Tx,
  tenantId: number,
  ids: readonly number[],
  lock = false,
): Promise<StoredCategory[]> => {
  const { rows } = await sql<StoredCategory>`
    select tag_category_id as "tagCategoryId", category_name as "tagCategoryName", color as "tagColor"
    from tag_category
    where tenant_id = ${tenantId} and tag_category_id = any(${[...ids]}::bigint[])
    order by tag_category_id ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows
}

/** One more than the maximum number of vehicles that the fleet's version lists. */
export const NAMED_AT_MOST = 201
/** Vehicles with any of these tags, up to that limit. */
export const listTaggedVehicles = async (tx: Tx, tenantId: number, tagIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select distinct vehicle_id as id
    from vehicle_tag
    where tenant_id = ${tenantId} and tag_id = any(${[...tagIds]}::bigint[])
    limit ${NAMED_AT_MOST}`.execute(tx)
  return rows.map(({ id }) => id)
}
