// Restores deleted tags with their ids and the links to what still exists.
import { TAG_UNDO_HOURS } from '@padron/contract/tags'
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../../db/client.ts'
import { touchFleet } from '../../db/fleet-version.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import { followTypes } from './document-types.ts'
import { followViews } from './saved-views.ts'
import { listTaggedVehicles } from './tags.queries.ts'
import { checkLimits } from './tags.rules.ts'

type Undoing = { tenantId: number; undoId: string; now: Date }
type StoredUndo = { undone: boolean; late: boolean; tagIds: number[]; categories: number }

const HOUR_MS = 3_600_000
/** A part of the stored data, read once: the whole may be megabytes. */
const STORED_PART = ({ tenantId, undoId }: Undoing, of: string) =>
  sql`
    (select content -> ${sql.lit(of)} as part
    from tag_undo
    where tenant_id = ${tenantId} and undo_id = ${undoId}
    offset 0)`

const lockUndo = async (tx: Tx, undoing: Undoing): Promise<StoredUndo> => {
  const since = new Date(undoing.now.getTime() - TAG_UNDO_HOURS * HOUR_MS).toISOString()
  const { rows } = await sql<StoredUndo>`
    select k.undone_at is not null as undone, k.at < ${since} as late,
      jsonb_array_length(k.content -> 'categories') as categories,
      array(select (t ->> 'tag_id')::bigint from jsonb_array_elements(k.content -> 'tags') t) as "tagIds"
    from tag_undo k
    where k.tenant_id = ${undoing.tenantId} and k.undo_id = ${undoing.undoId}
    for update`.execute(tx)
  const [stored] = rows
  if (!stored) throw notFound()
  if (stored.undone) throw refuse(409, 'Esta eliminación ya se deshizo.', 'undoId')
  if (stored.late) throw refuse(409, `Ya pasaron ${TAG_UNDO_HOURS} horas: no se puede deshacer.`, 'undoId')
  return stored
}

const nameInUse = (what: string, name: string) =>
  refuse(409, `Entretanto se hizo otra ${what} «${name}»: cámbiele el nombre y deshaga de nuevo.`, 'undoId')

/** @throws 409 if a tag or category of the same name exists by now */
const checkPlaces = async (tx: Tx, undoing: Undoing): Promise<void> => {
  const { tenantId } = undoing
  const { rows: categories } = await sql<{ name: string }>`
    ${selectStoredRows(undoing, 'categories')}
    select c.category_name as name
    from l
    join tag_category c on c.tenant_id = ${tenantId} and fold(c.category_name) = fold(l.o ->> 'category_name')
    order by 1
    limit 1`.execute(tx)
  if (categories[0]) throw nameInUse('categoría', categories[0].name)
  const { rows: tags } = await sql<{ name: string; homeless: boolean }>`
    ${selectStoredRows(undoing, 'tags')},
    coming as materialized (select (o ->> 'tag_category_id')::bigint as id
    from ${STORED_PART(undoing, 'categories')} k
    cross join jsonb_array_elements(k.part) o)
    select l.o ->> 'tag_name' as name, t.tag_id is null as homeless
    from l
    left join tag_category c on c.tenant_id = ${tenantId} and c.tag_category_id = (l.o ->> 'tag_category_id')::bigint
    left join tag t on t.tenant_id = ${tenantId}
      and t.tag_category_id = c.tag_category_id
      and t.tag_name = l.o ->> 'tag_name'
    where t.tag_id is not null
      or (c.tag_category_id is null and (l.o ->> 'tag_category_id')::bigint not in (select id from coming))
    order by 1
    limit 1`.execute(tx)
  const [tag] = tags
  if (tag?.homeless)
    throw refuse(409, `La categoría de la etiqueta «${tag.name}» ya no existe: recupérela primero.`, 'undoId')
  if (tag) throw nameInUse('etiqueta', tag.name)
}

/**
 * `{tag: [ids that had it]}` as rows. Materialized before the joins, because the planner does not know their number.
 */
const links = (undoing: Undoing, of: string) => sql`
  with l as materialized (
    select g.key::bigint as tag_id, h::bigint as id
    from ${STORED_PART(undoing, of)} k
    cross join jsonb_each(k.part) g
    cross join jsonb_array_elements_text(g.value) h)`

/** A stored list as rows. */
const selectStoredRows = (undoing: Undoing, of: string) =>
  sql`with l as materialized (select o from ${STORED_PART(undoing, of)} k cross join jsonb_array_elements(k.part) o)`

const restoreTags = async (tx: Tx, undoing: Undoing): Promise<void> => {
  await sql`
    ${selectStoredRows(undoing, 'categories')}
    insert into tag_category (tag_category_id, category_name, color) overriding system value
    select (o ->> 'tag_category_id')::bigint, o ->> 'category_name', o ->> 'color'
    from l`.execute(tx)
  await sql`
    ${selectStoredRows(undoing, 'tags')}
    insert into tag (tag_id, tag_category_id, tag_name) overriding system value
    select (o ->> 'tag_id')::bigint, (o ->> 'tag_category_id')::bigint, o ->> 'tag_name'
    from l`.execute(tx)
}

const restoreLinks = async (tx: Tx, undoing: Undoing): Promise<void> => {
  const { tenantId } = undoing
  await sql`
    ${links(undoing, 'vehicles')}
    insert into vehicle_tag (tag_id, vehicle_id) select l.tag_id, l.id
    from l
    join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = l.id
    order by l.id for no key update of v`.execute(tx)
  // Programs that synchronise a copy have received the removal of the tags, so they must read these vehicles again. A
  // form that was opened without the tags must not remove them, so the version is raised too.
  await sql`
    ${links(undoing, 'vehicles')}
    update vehicle v
    set changed_at = now(), row_version = v.row_version + 1
    where v.tenant_id = ${tenantId} and v.vehicle_id in (select l.id from l)`.execute(tx)
  await sql`
    ${links(undoing, 'users')}
    insert into user_tag (tenant_id, tag_id, user_id) select ${tenantId}, l.tag_id, l.id
    from l
    join app_user u on u.tenant_id = ${tenantId} and u.user_id = l.id`.execute(tx)
}

/** Skips types that were edited meanwhile. @returns the restored types, whose version this raises by one */
const restoreTypes = async (tx: Tx, undoing: Undoing): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    ${selectStoredRows(undoing, 'types')}
    update document_type d
    set required = 'tags', row_version = d.row_version + 1
    from l
    where d.tenant_id = ${undoing.tenantId} and d.document_type_id = (l.o ->> 'document_type_id')::bigint
      and d.row_version = (l.o ->> 'row_version')::integer
    returning d.document_type_id as id`.execute(tx)
  const types = rows.map(({ id }) => id)
  await sql`
    ${links(undoing, 'documentTypes')}
    insert into document_type_tag (document_type_id, tag_id)
    select l.id, l.tag_id
    from l
    where l.id = any(${types}::bigint[])`.execute(tx)
  return types
}

const TAGS = sql.lit('{vehicleClass,tags}')

/** Skips views that were edited meanwhile. The tags return to their places among those that the view has now. */
const restoreViews = async (tx: Tx, undoing: Undoing, tagIds: readonly number[]): Promise<void> => {
  const { tenantId } = undoing
  await sql`
    ${selectStoredRows(undoing, 'views')},
    views as materialized (
      select w.view_id, w.definition as was, jsonb_set(w.definition, ${TAGS}, (
        select jsonb_agg(e.tag order by e.place)
        from (
          select b.tag, b.place
          from jsonb_array_elements(p.places) with ordinality b(tag, place)
          where (b.tag ->> 'tagId')::bigint = any(${[...tagIds]}::bigint[]) or p.tags @> jsonb_build_array(b.tag)
          union all
          select t.tag, jsonb_array_length(p.places) + t.place
          from jsonb_array_elements(p.tags) with ordinality t(tag, place)
          where not p.places @> jsonb_build_array(t.tag)) e)) as after
      from l
      join saved_view w on w.tenant_id = ${tenantId}
        and w.view_id = (l.o ->> 'view_id')::bigint
        and w.definition = l.o -> 'after'
      cross join lateral (select l.o -> 'before' #> ${TAGS} as places,
        coalesce(w.definition #> ${TAGS}, '[]') as tags) p
      for update of w),
    followed as (${followViews(tenantId)})
    update saved_view w
    set definition = x.after, version = w.version + 1, updated_at = now()
    from views x
    where w.tenant_id = ${tenantId} and w.view_id = x.view_id`.execute(tx)
}

/** @param tx a long one; the caller has locked the company's tags */
export const undoTags = async (tx: Tx, undoing: Undoing): Promise<void> => {
  const { tenantId, now } = undoing
  const { tagIds, categories } = await lockUndo(tx, undoing)
  await checkPlaces(tx, undoing)
  await checkLimits(tx, tenantId, { tags: tagIds.length, categories })
  await restoreTags(tx, undoing)
  await restoreLinks(tx, undoing)
  const types = await restoreTypes(tx, undoing)
  await restoreViews(tx, undoing, tagIds)
  await sql`
    update tag_undo
    set undone_at = ${now.toISOString()}
    where tenant_id = ${tenantId} and undo_id = ${undoing.undoId}`.execute(tx)
  await followTypes(tx, tenantId, types)
  await touchFleet(tx, tenantId, await listTaggedVehicles(tx, tenantId, tagIds))
}

/** Deletes data of deletions that can no longer be undone. */
export const deleteExpiredTagUndos = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - (TAG_UNDO_HOURS + 1) * HOUR_MS).toISOString()
  await asSystem(db, (tx) => sql`delete from tag_undo where at < ${before}`.execute(tx))
}
