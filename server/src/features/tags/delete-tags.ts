// Deletes tags. The same statement stores the links for a day and removes them. A saved view that filtered only by
// these tags loses its tag filter; no vehicle needs a document type any more that only they required.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { touchFleet } from '../../db/fleet-version.ts'
import { followTypes } from './document-types.ts'
import { followViews, storedViews } from './saved-views.ts'
import { NAMED_AT_MOST, viewNames } from './tags.queries.ts'

type Deleting = { tenantId: number; who: string; tagIds: readonly number[]; categoryIds?: readonly number[] }
type StoredUndo = { undoId: string; vehicles: number[]; types: number[] }

/** `{tag: [ids that had it]}` of rows that were just deleted. */
const byTag = (gone: string, column: string) =>
  sql`(select coalesce(jsonb_object_agg(tag_id, had), '{}') from (
    select tag_id, jsonb_agg(${sql.ref(column)}) as had
    from ${sql.table(gone)}
    group by tag_id) g)`

const storeAndUnlink = async (tx: Tx, { tenantId, who, tagIds, categoryIds = [] }: Deleting): Promise<StoredUndo> => {
  const ids = sql`${[...tagIds]}::bigint[]`
  const left = sql`
    (select jsonb_agg(e.tag order by e.place) from jsonb_array_elements(w.definition #> '{vehicleClass,tags}')
    with ordinality e(tag, place) where (e.tag ->> 'tagId')::bigint <> all(${ids}))`
  const { rows } = await sql<StoredUndo>`
    with from_vehicles as (delete from vehicle_tag
    where tenant_id = ${tenantId} and tag_id = any(${ids})
    returning tag_id, vehicle_id),
    from_users as (delete from user_tag
    where tenant_id = ${tenantId} and tag_id = any(${ids})
    returning tag_id, user_id),
    from_types as (delete from document_type_tag
    where tenant_id = ${tenantId} and tag_id = any(${ids})
    returning tag_id, document_type_id),
    types as (
      update document_type d
      set row_version = row_version + 1, required = case when exists (select from document_type_tag x
          where x.tenant_id = d.tenant_id
            and x.document_type_id = d.document_type_id
            and x.tag_id <> all(${ids})) then d.required
            else 'none' end
      where d.tenant_id = ${tenantId}
        and d.required = 'tags'
        and d.document_type_id in (select document_type_id from from_types)
      returning d.document_type_id, d.row_version),
    undos as materialized (${storedViews(tenantId)}),
    views as materialized (
      select w.view_id, w.definition as was, coalesce((select u.before
        from undos u
        where u.view_id = w.view_id and u.after = w.definition
        order by u.at desc
        limit 1), w.definition) as before, case when ${left} is null then w.definition #- '{vehicleClass,tags}'
        else jsonb_set(w.definition, '{vehicleClass,tags}', ${left}) end as after
      from saved_view w
      where w.tenant_id = ${tenantId} and ${viewNames(sql`w.definition`, ids)} for update),
    from_views as (
      update saved_view w
      set definition = x.after, version = w.version + 1, updated_at = now()
      from views x
      where w.tenant_id = ${tenantId} and w.view_id = x.view_id),
    followed as (${followViews(tenantId)}),
    saved as (
      insert into tag_undo (who, content)
      select ${who}, jsonb_build_object(
        'categories', (select coalesce(jsonb_agg(to_jsonb(c) - 'tenant_id'), '[]') from tag_category c
          where c.tenant_id = ${tenantId} and c.tag_category_id = any(${[...categoryIds]}::bigint[])),
        'tags',
        (select coalesce(jsonb_agg(to_jsonb(t) - 'tenant_id'), '[]')
        from tag t
        where t.tenant_id = ${tenantId} and t.tag_id = any(${ids})), 'vehicles',
          ${byTag('from_vehicles', 'vehicle_id')},
        'users', ${byTag('from_users', 'user_id')},
        'documentTypes', ${byTag('from_types', 'document_type_id')},
        'types', (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from types t),
        'views', (select coalesce(jsonb_agg(to_jsonb(x) - 'was'), '[]') from views x))
      returning undo_id)
    select undo_id as "undoId", array(select distinct vehicle_id from from_vehicles limit ${NAMED_AT_MOST}) as vehicles,
      array(select document_type_id from types) as types from saved`.execute(tx)
  const [stored] = rows
  if (!stored) throw new Error('the undo data of the deleted tags was not stored')
  return stored
}

/** Locks the document types first: changes and deletions of a type lock it before they read its tags. */
const holdTypes = async (tx: Tx, { tenantId, tagIds }: Deleting): Promise<void> => {
  await sql`select from document_type d where d.tenant_id = ${tenantId} and d.document_type_id in (
      select x.document_type_id
      from document_type_tag x
      where x.tenant_id = ${tenantId} and x.tag_id = any(${[...tagIds]}::bigint[]))
    order by d.document_type_id
    for no key update`.execute(tx)
}

/**
 * @param tx a long one: fifty thousand vehicles take some seconds; the caller has locked the company's tags and these
 * ones
 * @returns the id with which it can be undone
 */
export const deleteTags = async (tx: Tx, deleting: Deleting): Promise<string> => {
  const { tenantId, tagIds, categoryIds = [] } = deleting
  await holdTypes(tx, deleting)
  const { undoId, vehicles, types } = await storeAndUnlink(tx, deleting)
  await followTypes(tx, tenantId, types)
  await sql`delete from tag where tenant_id = ${tenantId} and tag_id = any(${[...tagIds]}::bigint[])`.execute(tx)
  await sql`
    delete from tag_category
    where tenant_id = ${tenantId} and tag_category_id = any(${[...categoryIds]}::bigint[])`.execute(tx)
  await touchFleet(tx, tenantId, vehicles)
  return undoId
}
