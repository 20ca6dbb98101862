// The tags that a workbook names: those that do not exist yet are made, and each vehicle gets what its row says of it.
import { TAG_COLORS } from '@padron/contract/tags'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

type Sql = RawBuilder<unknown>

/** Rows that will be written and say something of tags. */
const tagging = (importId: string): Sql => sql`(
  select row_number, tags from vehicle_import_row
  where tenant_id = current_tenant() and import_id = ${importId} and action in ('new', 'changed') and tags is not null)`

/** Makes what does not exist yet. Categories are one whatever their case and accents; new ones take the colours in turn. */
export const makeTags = async (tx: Tx, importId: string): Promise<void> => {
  const named = sql`${tagging(importId)} r cross join jsonb_to_recordset(r.tags) as t(category text, name text)`
  await sql`
    with wanted as (
      select distinct on (fold(t.category)) t.category, r.row_number from ${named}
      where not exists (select from tag_category c where c.tenant_id = current_tenant() and fold(c.category_name) = fold(t.category))
      order by fold(t.category), r.row_number)
    insert into tag_category (category_name, color)
    select category, (${[...TAG_COLORS]}::text[])[
      1 + ((select count(*) from tag_category where tenant_id = current_tenant()) + row_number() over (order by row_number, category) - 1) % ${TAG_COLORS.length}]
    from wanted`.execute(tx)
  await sql`
    insert into tag (tag_category_id, tag_name)
    select distinct c.tag_category_id, t.name from (select distinct t.category, t.name from ${named}) t
    join tag_category c on c.tenant_id = current_tenant() and fold(c.category_name) = fold(t.category)
    on conflict do nothing`.execute(tx)
}

/**
 * Each vehicle's tags as its row says them, after makeTags: a new one's, and those of one whose tags change. Reads
 * vehicle_import_done, so what was done stands there first. Only what comes or goes is written.
 */
export const tagVehicles = async (tx: Tx, importId: string): Promise<void> => {
  const wanted = sql`
    vehicle_tags as materialized (
      select d.vehicle_id, d.before is not null as had, t.category, t.name
      from ${tagging(importId)} r
      join vehicle_import_done d on d.tenant_id = current_tenant() and d.import_id = ${importId} and d.row_number = r.row_number
        and (d.before is null or d.before ? 'tags')
      left join lateral jsonb_to_recordset(r.tags) as t(category text, name text) on true),
    known as materialized (
      select p.category, p.name, g.tag_id from (select distinct category, name from vehicle_tags) p
      join tag_category c on c.tenant_id = current_tenant() and fold(c.category_name) = fold(p.category)
      join tag g on g.tenant_id = c.tenant_id and g.tag_category_id = c.tag_category_id and g.tag_name = p.name),
    wanted as materialized (
      select distinct w.vehicle_id, k.tag_id from vehicle_tags w join known k on k.category = w.category and k.name = w.name)`
  await sql`
    with ${wanted}
    delete from vehicle_tag t using (select distinct vehicle_id from vehicle_tags where had) w
    where t.tenant_id = current_tenant() and t.vehicle_id = w.vehicle_id
      and not exists (select from wanted k where k.vehicle_id = t.vehicle_id and k.tag_id = t.tag_id)`.execute(tx)
  await sql`
    with ${wanted}
    insert into vehicle_tag (tag_id, vehicle_id) select tag_id, vehicle_id from wanted on conflict do nothing`.execute(
    tx,
  )
}
