// Creates the tags that a workbook names and sets the tags of its vehicles.
import { TAG_COLORS } from '@padron/contract/tags'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { lockTags } from '../../../fleet/tag-limits.ts'
import { JobRefused } from '../../../jobs/job.ts'
import { newTagsFault, SETS_TAGS, type TagsToMake, tagsToMake } from '../validation/tags.ts'
import { type ApplyContext, stale } from './context.ts'

type Sql = RawBuilder<unknown>

const KEY = sql`jsonb_build_array(t.category, t.name)::text`
const TAGS_OF = (tags: Sql) => sql`jsonb_to_recordset(${tags}) as t(category text, name text)`

/**
 * `lists`: the distinct tag lists of the rows to write, because many rows have the same list. `named`: each tag once.
 * Both with the number of their first row.
 */
const selectTagNames = (importId: string): Sql => sql`
  lists as materialized (
    select r.tags, min(r.row_number) as row_number
    from vehicle_import_row r
    where r.tenant_id = current_tenant()
      and r.import_id = ${importId}
      and ${SETS_TAGS}
      and r.tags is not null
    group by 1),
  named as materialized (
    select t.category, t.name, min(l.row_number) as row_number
    from lists l
    cross join ${TAGS_OF(sql`l.tags`)}
    group by 1, 2)`

const namesTags = async ({ tx, tenantId, importId }: ApplyContext): Promise<boolean> => {
  const { rows } = await sql`
    select
    from vehicle_import_row r
    where r.tenant_id = ${tenantId} and r.import_id = ${importId} and r.action in ('new', 'changed') and r.tags <> '[]'
    limit 1`.execute(tx)
  return rows.length > 0
}

/** The tags that the rows name, against a deletion or another name; other tags can be changed meanwhile. */
const lockNamedTags = ({ tx, tenantId, importId }: ApplyContext) =>
  sql`
    with ${selectTagNames(importId)}
    select count(*)
    from (
      select
      from tag g
      join tag_category c on c.tenant_id = g.tenant_id and c.tag_category_id = g.tag_category_id
      join named n on fold(n.category) = fold(c.category_name) and n.name = g.tag_name
      where g.tenant_id = ${tenantId}
      order by g.tag_id
      for share of g, c) locked`.execute(tx)

/** Whether tags are missing that the check did not list. It lists the first ones; of more, the number says it. */
const areOthersMissing = ({ newTags }: ApplyContext, toMake: TagsToMake): boolean => {
  if (newTags === undefined) return false
  const known = new Set(newTags.names)
  const isAllListed = newTags.names.length === newTags.count
  return toMake.count > newTags.count || (isAllListed && toMake.names.some((name) => !known.has(name)))
}

/**
 * Called before any vehicle is locked: a deletion of tags locks the tags first. The company's tags are locked only if
 * some are to be made.
 * @throws JobRefused if the company would exceed its limit, or tags are missing that were not at the check
 */
export const lockImportTags = async (context: ApplyContext): Promise<void> => {
  if (!(await namesTags(context))) return
  const { tx, tenantId, importId } = context
  const makesTags = (await tagsToMake(tx, tenantId, importId)).count > 0
  if (makesTags) await lockTags(tx, tenantId)
  await lockNamedTags(context)
  const toMake = await tagsToMake(tx, tenantId, importId)
  if (areOthersMissing(context, toMake) || (!makesTags && toMake.count > 0))
    throw stale('Alguien borró etiquetas del archivo o les cambió el nombre.')
  const fault = await newTagsFault(tx, tenantId, toMake)
  if (fault) throw new JobRefused(fault)
}

/**
 * Creates missing categories and tags, after lockImportTags. Category names are unique regardless of case and accents;
 * new categories get the colours in turn.
 */
export const makeTags = async (tx: Tx, importId: string): Promise<void> => {
  await sql`
    with ${selectTagNames(importId)},
    wanted as (
      select distinct on (fold(n.category)) n.category, n.row_number from named n
      where not exists (select
      from tag_category c
      where c.tenant_id = current_tenant() and fold(c.category_name) = fold(n.category))
      order by fold(n.category), n.row_number)
    insert into tag_category (category_name, color)
    select category, (${[...TAG_COLORS]}::text[])[
      1 + ((select count(*)
      from tag_category
      where tenant_id = current_tenant()) + row_number() over (order by row_number,
        category) - 1) % ${TAG_COLORS.length}]
    from wanted`.execute(tx)
  await sql`
    with ${selectTagNames(importId)}
    insert into tag (tag_category_id, tag_name)
    select distinct c.tag_category_id, n.name from named n
    join tag_category c on c.tenant_id = current_tenant() and fold(c.category_name) = fold(n.category)
    on conflict do nothing`.execute(tx)
}

/** The import changes the tags of a vehicle that existed before it. */
const RETAGGED = sql`d.before ? 'tags'`

/**
 * The ids of the tags that each vehicle is to have. `offset 0` makes the planner look the row up by key: it has no
 * statistics about a table that was just filled.
 * @param which condition on `d`, the import's changes by vehicle
 */
const rowTags = (importId: string, which: Sql): Sql => sql`
  ${selectTagNames(importId)},
  known as materialized (
    select jsonb_object_agg(jsonb_build_array(n.category, n.name)::text, g.tag_id) as ids from named n
    join tag_category c on c.tenant_id = current_tenant() and fold(c.category_name) = fold(n.category)
    join tag g on g.tenant_id = c.tenant_id and g.tag_category_id = c.tag_category_id and g.tag_name = n.name),
  listed as materialized (
    select l.tags, array(
      select distinct ((select ids from known)->>${KEY})::bigint
      from ${TAGS_OF(sql`l.tags`)}) as tag_ids
    from lists l),
  wanted as materialized (
    select d.vehicle_id, l.tag_ids
    from vehicle_import_change d
    cross join lateral (
      select r.tags from vehicle_import_row r
      where r.tenant_id = d.tenant_id
        and r.import_id = d.import_id
        and r.row_number = d.row_number
        and r.tags is not null
      offset 0) r
    join listed l on l.tags = r.tags
    where d.tenant_id = current_tenant() and d.import_id = ${importId} and ${which})`

/**
 * Sets the tags of new vehicles and of those whose tags change, after makeTags and `untagVehicles`. Reads
 * vehicle_import_change, so that must be written first. Writes only tags that are added.
 */
export const tagVehicles = async (tx: Tx, importId: string): Promise<void> => {
  await sql`
    with ${rowTags(importId, sql`(d.before is null or ${RETAGGED})`)}
    insert into vehicle_tag (tag_id, vehicle_id)
    select g.tag_id, w.vehicle_id
    from wanted w
    cross join unnest(w.tag_ids) as g(tag_id)
    on conflict do nothing`.execute(tx)
}

/** Removes tags that the rows no longer list from vehicles that existed before the import. */
export const untagVehicles = async (tx: Tx, importId: string): Promise<void> => {
  await sql`
    with ${rowTags(importId, RETAGGED)}
    delete from vehicle_tag t using wanted w
    where t.tenant_id = current_tenant()
      and t.vehicle_id = w.vehicle_id
      and t.tag_id <> all(w.tag_ids)`.execute(tx)
}
