// From the waiting room to what stays: each row with what becomes of it, what it changes and all that is said of it.
import type { ImportKind } from '@padron/contract/imports'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { columnOf, STORED_FIELDS, storedColumns } from './import-columns.ts'
import { given, WANTED_STATUS } from './judge-edit.ts'

type Sql = RawBuilder<unknown>

/** `[the value that was]` where the row says another, else null: an object of them holds what changes and nothing else. */
const was = (own: Sql, changes: Sql): Sql => sql`case when ${changes} then jsonb_build_array(${own}) end`

const pairs = (list: readonly (readonly [field: string, value: Sql])[]): Sql =>
  sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(list.map(([field, value]) => sql`${sql.lit(field)}, ${value}`))}))`

const own = (field: (typeof STORED_FIELDS)[number]): Sql => sql.ref(`v.${columnOf(field)}`)
const said = (field: (typeof STORED_FIELDS)[number]): Sql => sql.ref(`r.${columnOf(field)}`)

const EDITED = STORED_FIELDS.filter((field) => field !== 'acquisitionReasonId')
/** Two objects, since a function takes a hundred arguments. */
const HALF = 20
const halves = (list: readonly (readonly [string, Sql])[]): Sql =>
  sql`${pairs(list.slice(0, HALF))} || ${pairs(list.slice(HALF))}`

const SAID_TAGS = sql`(select coalesce(array_agg(fold(t.category) || ':' || t.name order by 1), '{}') from jsonb_to_recordset(r.tags) as t(category text, name text))`
/** The vehicle's tags as they are: names for people, ids to go back to. */
const OWN_TAGS = sql`(select coalesce(array_agg(fold(c.category_name) || ':' || g.tag_name order by 1), '{}') as keys,
    coalesce(string_agg(c.category_name || ': ' || g.tag_name, ', ' order by c.category_name, g.tag_name), '') as words,
    coalesce(jsonb_agg(g.tag_id order by g.tag_id), '[]') as ids
  from vehicle_tag x join tag g on g.tenant_id = x.tenant_id and g.tag_id = x.tag_id
    join tag_category c on c.tenant_id = g.tenant_id and c.tag_category_id = g.tag_category_id
  where x.tenant_id = v.tenant_id and x.vehicle_id = v.vehicle_id) `

/** What an edition changes: what the row says and is not so already. */
const EDIT_BEFORE = sql`${halves([
  ...EDITED.map(
    (field) =>
      [field, was(own(field), sql`${given(field)} and ${said(field)} is distinct from ${own(field)}`)] as const,
  ),
  ['assetStatusId', was(sql`v.asset_status_id`, sql`${WANTED_STATUS} <> v.asset_status_id`)],
])} || case when ${given('tags')} and r.tags is not null and k.keys is distinct from ${SAID_TAGS}
    then jsonb_build_object('tags', jsonb_build_array(nullif(k.words, '')), 'tagIds', jsonb_build_array(k.ids)) else '{}' end`
/** What a replacement shows of the vehicle that goes beside the new one. */
const REPLACE_BEFORE = halves(
  EDITED.map(
    (field) =>
      [field, was(own(field), sql`${given(field)} and ${said(field)} is distinct from ${own(field)}`)] as const,
  ),
)

/** `notes`: of what was said while reading, what is worth saying once the vehicle is known. */
type KindSql = { action: Sql; before: Sql; status: Sql; notes: Sql; from: Sql }
const TARGET = (tenantId: number) => sql`
  left join import_match m using (row_number) left join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = m.target_id`

const NONE = sql`null::jsonb`
const KINDS: Readonly<Record<ImportKind, (tenantId: number) => KindSql>> = {
  add: () => ({
    action: sql`'new'`,
    before: NONE,
    status: sql`r.asset_status_id`,
    notes: sql`r.notes`,
    from: sql`cross join (select null::bigint as vehicle_id, null::int as row_version) v`,
  }),
  edit: (tenantId) => ({
    action: sql`case when b.before = '{}' then 'unchanged' else 'changed' end`,
    before: sql`b.before`,
    status: sql`case when b.before ? 'assetStatusId' then r.asset_status_id end`,
    // A doubt about a value that stays as it is would come back with every template.
    notes: sql`(select jsonb_agg(n order by place) from jsonb_array_elements(r.notes) with ordinality as x(n, place)
      where b.before is null or n->>'l' = 'error' or n->>'f' is null or n->>'f' = 'assetStatusId' or b.before ? (n->>'f'))`,
    from: sql`${TARGET(tenantId)} left join lateral ${OWN_TAGS} k on v.vehicle_id is not null and ${given('tags')}
      left join lateral (select ${EDIT_BEFORE} as before) b on v.vehicle_id is not null`,
  }),
  replace: (tenantId) => ({
    action: sql`'changed'`,
    before: sql`b.before`,
    status: sql`r.asset_status_id`,
    notes: sql`r.notes`,
    from: sql`${TARGET(tenantId)} left join lateral (select ${REPLACE_BEFORE} as before) b on v.vehicle_id is not null`,
  }),
}

/** Cost: one statement for all rows. */
export const keepRows = async (tx: Tx, tenantId: number, importId: string, kind: ImportKind): Promise<void> => {
  const { action, before, status, notes, from } = KINDS[kind](tenantId)
  const values = sql.raw(storedColumns.split(', ').map((column) => `r.${column}`).join(', ')) // biome-ignore format: one list
  await sql`
    insert into vehicle_import_row (import_id, row_number, action, warned, target_id, row_version, given, reactivate, texts, notes, before, tags,
      asset_status_id, replacement_reason_id, ${sql.raw(storedColumns)})
    select ${importId}, r.row_number,
      case when r.omitted then 'omitted' when r.wrong or n.wrong then 'refused' when r.blank then 'unchanged' else ${action} end,
      not r.omitted and (h.notes @> '[{"l": "warning"}]' or coalesce(n.doubtful, false)) is true,
      v.vehicle_id, v.row_version, r.given, r.reactivate, r.texts,
      case when n.notes is null then h.notes else coalesce(h.notes, '[]') || n.notes end,
      ${before}, r.tags, ${status}, r.replacement_reason_id, ${values}
    from import_stage r
    left join (
      select row_number, bool_or(level = 'error') as wrong, bool_or(level = 'warning') as doubtful,
        jsonb_agg(distinct jsonb_build_object('f', field, 'l', level, 'm', message)) as notes
      from import_note group by 1) n using (row_number)
    ${from}
    cross join lateral (select ${notes} as notes) h`.execute(tx)
}

export type Totals = {
  counts: Record<'rows' | 'new' | 'changed' | 'unchanged' | 'refused' | 'warned' | 'omitted', number>
  errorCount: number
  warningCount: number
  deactivated: number
  reactivated: number
  replaced: number
  /** Of the active fleet: how many would leave it, and how many there are. */
  affected: number
  active: number
  commonNotes: { field: string | null; level: 'error' | 'warning'; message: string; count: number }[]
}

const COMMON_AT_MOST = 20
type Summed = Omit<Totals, 'counts' | 'commonNotes' | 'errorCount' | 'warningCount'> & Totals['counts']

/** What the rows come to. Cost: two passes over them. */
export const totalsOf = async (tx: Tx, tenantId: number, importId: string, kind: ImportKind): Promise<Totals> => {
  const mine = sql`r.tenant_id = ${tenantId} and r.import_id = ${importId}`
  const leaves = kind === 'replace' ? sql`true` : sql`r.before ? 'assetStatusId' and r.asset_status_id <> 1`
  const target = sql`left join vehicle v on v.tenant_id = r.tenant_id and v.vehicle_id = r.target_id and r.action = 'changed'`
  const { rows } = await sql<Summed>`
    select count(*)::int as rows, ${sql.join(
      (['new', 'changed', 'unchanged', 'refused', 'omitted'] as const).map(
        (action) => sql`(count(*) filter (where r.action = ${action}))::int as ${sql.ref(action)}`,
      ),
    )}, (count(*) filter (where r.warned))::int as warned,
      (count(*) filter (where r.action = 'changed' and r.before ? 'assetStatusId' and r.asset_status_id <> 1 and v.asset_status_id = 1))::int as deactivated,
      (count(*) filter (where r.action = 'changed' and r.before ? 'assetStatusId' and r.asset_status_id = 1))::int as reactivated,
      (count(*) filter (where r.action = 'changed' and ${kind === 'replace'}))::int as replaced,
      (count(*) filter (where r.action = 'changed' and v.asset_status_id = 1 and ${leaves}))::int as affected,
      (select count(*)::int from vehicle a where a.tenant_id = ${tenantId} and a.asset_status_id = 1) as active
    from vehicle_import_row r ${kind === 'add' ? sql`left join (select null::bigint as vehicle_id, null::smallint as asset_status_id) v on false` : target}
    where ${mine}`.execute(tx)
  const { rows: notes } = await sql<Totals['commonNotes'][number] & { errors: number; warnings: number }>`
    select n->>'f' as field, n->>'l' as level, n->>'m' as message, count(*)::int as count,
      (sum(count(*)) filter (where n->>'l' = 'error') over ())::int as errors, (sum(count(*)) filter (where n->>'l' = 'warning') over ())::int as warnings
    from vehicle_import_row r cross join lateral jsonb_array_elements(r.notes) n
    where ${mine} and r.action <> 'omitted' group by 1, 2, 3 order by 4 desc, 3 limit ${COMMON_AT_MOST}`.execute(tx)
  const { deactivated = 0, reactivated = 0, replaced = 0, affected = 0, active = 0, ...counts } = rows[0] ?? ({} as Summed)
  const commonNotes = notes.map(({ field, level, message, count }) => ({ field, level, message, count }))
  return { counts, errorCount: notes[0]?.errors ?? 0, warningCount: notes[0]?.warnings ?? 0, deactivated, reactivated, replaced, affected, active, commonNotes }
} // biome-ignore format: the statements are what matters here
