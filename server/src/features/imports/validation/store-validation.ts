// Moves staged rows to the stored ones: each with its action, its changes and its notes.
import type { ImportKind } from '@padron/contract/imports'
import { FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { TAG_WORDS } from '../../../fleet/tag-list-sql.ts'
import { columnForField, EDITABLE_FIELDS, type StoredField, storedColumns } from '../columns.ts'
import { MAY_NOT_TAG } from '../reading/pieces.ts'
import { isPresent, NEW_STATUS } from './edit.ts'

type Sql = RawBuilder<unknown>

/** `[previous value]` if the row changes it, else null, so that an object of these holds only changes. */
const was = (vehicleValue: Sql, changes: Sql): Sql =>
  sql`case when ${changes} then jsonb_build_array(${vehicleValue}) end`

const pairs = (list: readonly (readonly [field: string, value: Sql])[]): Sql =>
  sql`
    jsonb_strip_nulls(jsonb_build_object(${sql.join(list.map(([field, value]) => sql`${sql.lit(field)}, ${value}`))}))`

const vehicleValue = (field: StoredField): Sql => sql.ref(`v.${columnForField(field)}`)
const rowValue = (field: StoredField): Sql => sql.ref(`r.${columnForField(field)}`)

/** Two objects, because a function takes at most a hundred arguments. */
const HALF = 20
const halves = (list: readonly (readonly [string, Sql])[]): Sql =>
  sql`${pairs(list.slice(0, HALF))} || ${pairs(list.slice(HALF))}`

const ROW_TAGS = sql`
  (select coalesce(array_agg(distinct fold(t.category) || ':' || t.name order by fold(t.category) || ':' || t.name),
    '{}')
  from jsonb_to_recordset(r.tags) as t(category text, name text))`
/** The vehicle's current tags: names for display, ids for undo. */
const OWN_TAGS = sql`
  (select coalesce(array_agg(fold(c.category_name) || ':' || g.tag_name
  order by fold(c.category_name) || ':' || g.tag_name),
    '{}') as keys, coalesce(string_agg(${TAG_WORDS}, ', ' order by c.category_name, g.tag_name), '') as words,
    coalesce(jsonb_agg(g.tag_id order by g.tag_id), '[]') as ids
  from vehicle_tag x join tag g on g.tenant_id = x.tenant_id and g.tag_id = x.tag_id
    join tag_category c on c.tenant_id = g.tenant_id and c.tag_category_id = g.tag_category_id
  where x.tenant_id = v.tenant_id and x.vehicle_id = v.vehicle_id) `

const DIFFERENT = EDITABLE_FIELDS.map(
  (field) =>
    [
      field,
      was(vehicleValue(field), sql`${isPresent(field)} and ${rowValue(field)} is distinct from ${vehicleValue(field)}`),
    ] as const,
)
/** What an edit changes: values that differ from the vehicle. */
const EDIT_BEFORE = halves([
  ...DIFFERENT,
  ['assetStatusId', was(sql`v.asset_status_id`, sql`${NEW_STATUS} <> v.asset_status_id`)],
])
const RETAGS = sql`(${isPresent('tags')} and r.tags is not null and k.keys is distinct from ${ROW_TAGS})`
const TAGS_BEFORE = sql`case when ${RETAGS}
  then jsonb_build_object('tags', jsonb_build_array(nullif(k.words, '')), 'tagIds', jsonb_build_array(k.ids))
    else '{}' end`
/** The values of the old vehicle that differ from the new one. */
const REPLACE_BEFORE = halves(DIFFERENT)

/** `refused`: errors of the row as a whole; `notes` describe them. */
type KindSql = { action: Sql; refused: Sql; before: Sql; notes: Sql; from: Sql }
const TARGET = (tenantId: number) => sql`
  left join import_match m using (row_number)
  left join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = m.target_id`

/** All notes of a row. */
const ALL_NOTES = sql`coalesce(r.notes, '[]') || coalesce(n.notes, '[]')`
/** A report also contains replaced vehicles, so only a row that would change one is an error. */
const CHANGES_REPLACED = sql`(v.replaced_by is not null and b.before <> '{}')`
const REPLACED = JSON.stringify([{ f: null, l: 'error', m: FORM_TEXTS.replaced }])
const UNTAGGED = JSON.stringify([{ f: 'tags', l: 'warning', m: MAY_NOT_TAG }])
/**
 * Warnings about values that do not change would return with every template, so they are left out; so are warnings of
 * rows that change nothing.
 */
const RELEVANT_NOTES = sql`
  (select coalesce(jsonb_agg(x.n order by x.place), '[]')
  from jsonb_array_elements(${ALL_NOTES}) with ordinality as x(n, place)
  where b.before is null
    or x.n->>'l' = 'error'
    or x.n->>'f' is null
    or x.n->>'f' = 'assetStatusId'
    or b.before ? (x.n->>'f')
    or (x.n->>'f' = 'rowVersion' and b.before <> '{}'))`

type KindOf = (tenantId: number, mayTag: boolean) => KindSql
const KINDS: Readonly<Record<ImportKind, KindOf>> = {
  add: () => ({
    action: sql`'new'`,
    refused: sql`false`,
    before: sql`null::jsonb`,
    notes: ALL_NOTES,
    from: sql`cross join (select null::bigint as vehicle_id, null::int as row_version) v`,
  }),
  edit: (tenantId, mayTag) => ({
    action: sql`case when b.before = '{}' then 'unchanged' else 'changed' end`,
    refused: CHANGES_REPLACED,
    before: sql`b.before`,
    notes: sql`${RELEVANT_NOTES} || case when ${CHANGES_REPLACED} then ${REPLACED}::jsonb else '[]' end
      || case
        when ${sql.lit(!mayTag)}
        and v.vehicle_id is not null
        and ${RETAGS} then ${UNTAGGED}::jsonb
        else '[]' end`,
    from: sql`${TARGET(tenantId)} left join lateral ${OWN_TAGS} k on v.vehicle_id is not null and ${isPresent('tags')}
      left join lateral (select ${EDIT_BEFORE} ${mayTag ? sql`|| ${TAGS_BEFORE}` : sql``} as before) b
        on v.vehicle_id is not null`,
  }),
  replace: (tenantId) => ({
    action: sql`'changed'`,
    refused: sql`false`,
    before: sql`b.before`,
    notes: ALL_NOTES,
    from: sql`${TARGET(tenantId)} left join lateral (select ${REPLACE_BEFORE} as before) b on v.vehicle_id is not null`,
  }),
}

export type StoreRowsOptions = { tenantId: number; importId: string; kind: ImportKind; mayTag: boolean }

/** Cost: one statement for all rows. */
export const storeRows = async (tx: Tx, { tenantId, importId, kind, mayTag }: StoreRowsOptions): Promise<void> => {
  const { action, refused, before, notes, from } = KINDS[kind](tenantId, mayTag)
  const values = sql.raw(
    storedColumns
      .split(', ')
      .map((column) => `r.${column}`)
      .join(', '),
  )
  await sql`
    insert into vehicle_import_row (import_id, row_number, action, warned, target_id, given_id, current_plate,
    current_vin, row_version, given, reactivate, texts, notes, before, tags,
      asset_status_id, replacement_reason_id, ${sql.raw(storedColumns)})
    select ${importId}, r.row_number,
      case
        when r.omitted then 'omitted'
        when r.wrong
        or n.wrong then 'refused'
        when r.blank then 'unchanged'
        when ${refused} then 'refused'
        else ${action} end,
      not r.omitted and h.notes @> '[{"l": "warning"}]',
      v.vehicle_id, r.given_id, r.current_plate, r.current_vin, v.row_version, r.given, r.reactivate, r.texts,
      nullif(h.notes, '[]'), ${before}, r.tags, r.asset_status_id, r.replacement_reason_id, ${values}
    from import_stage r
    left join (
      select row_number, bool_or(level = 'error') as wrong,
        jsonb_agg(distinct jsonb_build_object('f', field, 'l', level, 'm', message)) as notes
      from import_note group by 1) n using (row_number)
    ${from}
    cross join lateral (select ${notes} as notes) h`.execute(tx)
}
