// Reads the activity record, newest first by its number, which is the order of writing (a long import is dated by its
// start). A page continues below the last number, so deep pages cost the same. Each filter has an index that starts
// with the tenant.
import type { ActivityFilter, ActivityRow } from '@padron/contract/activity'
import type { SubjectKind } from '@padron/contract/texts/activity-labels'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { changesInWords, type Names, type Stored } from './activity.texts.ts'

/** Above every text with this prefix: the last code point sorts after all others. */
const beyond = (text: string) => `${text}\u{10FFFF}`

export const conditions = (filter: ActivityFilter, tenantId: number): RawBuilder<unknown> => {
  const { from, to, userId, origin, subjectKind, subjectId, action, text } = filter
  const begins = text?.trim()
  // as a plain condition: in a sub-select the planner would read the whole record
  const searched = sql`fold(${begins ?? ''})`
  return sql.join(
    [
      sql`a.tenant_id = ${tenantId}`,
      ...(from === undefined ? [] : [sql`a.at >= ${from}::timestamptz`]),
      ...(to === undefined ? [] : [sql`a.at < ${to}::timestamptz`]),
      ...(userId === undefined ? [] : [sql`a.user_id = ${userId}`]),
      // The index by user also finds changes that were not made in the console; only those made there count.
      ...(origin === undefined
        ? []
        : [sql`a.origin = ${origin} and a.user_id is ${sql.raw(origin === 'console' ? 'not null' : 'null')}`]),
      ...(subjectKind === undefined ? [] : [sql`a.subject_kind = ${subjectKind}`]),
      ...(subjectId === undefined ? [] : [sql`a.subject_id = ${subjectId}`]),
      ...(action === undefined ? [] : [sql`a.action = ${action}`]),
      ...(begins ? [sql`a.subject_search >= ${searched} and a.subject_search < ${searched} || ${beyond('')}`] : []),
    ],
    sql` and `,
  )
}

type Row = Omit<ActivityRow, 'changes' | 'subject'> & {
  subject: { kind: SubjectKind; id: number | null; name: string }
  changes: Stored
}

/** @returns one extra row if there are more */
export const page = async (
  tx: Tx,
  where: RawBuilder<unknown>,
  before: number | undefined,
  size: number,
): Promise<Row[]> => {
  const below = before === undefined ? sql`true` : sql`a.activity_id < ${before}`
  const { rows } = await sql<{ row: Row }>`
    select json_build_object('activityId', a.activity_id, 'at', a.at, 'who',
      json_build_object('userId', a.user_id, 'name', a.who), 'origin', a.origin, 'address', a.address,
      'subject', json_build_object('kind', a.subject_kind, 'id', a.subject_id, 'name', a.subject_name),
      'action', a.action, 'changes', a.changes) as row
    from activity a
    where ${where} and ${below}
    order by a.activity_id desc
    limit ${size + 1}`.execute(tx)
  return rows.map(({ row }) => row)
}

export const countAll = async (tx: Tx, where: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from activity a where ${where}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Plates of the vehicles that a page's changes refer to. */
const platesOf = async (tx: Tx, tenantId: number, rows: readonly Row[]): Promise<Map<number, string>> => {
  const ids = rows
    .flatMap(({ changes }) => [...(changes.replaced_by ?? []), ...(changes.replacing ?? [])])
    .filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const found = await tx
    .selectFrom('vehicle')
    .select(['vehicle_id', 'plate'])
    .where('tenant_id', '=', tenantId)
    .where('vehicle_id', 'in', ids.map(Number))
    .execute()
  return new Map(found.map(({ vehicle_id, plate }) => [vehicle_id, plate]))
}

/** The present measures of a page's alerts; changes of the measure contain the former one. */
const measuresOf = async (tx: Tx, tenantId: number, rows: readonly Row[]): Promise<Map<number, string>> => {
  const ids = rows.flatMap(({ subject: { kind, id } }) => (kind === 'alert' && id !== null ? [id] : []))
  if (ids.length === 0) return new Map()
  const found = await tx
    .selectFrom('alert')
    .select(['alert_id', 'measure'])
    .where('tenant_id', '=', tenantId)
    .where('alert_id', 'in', ids)
    .execute()
  return new Map(found.map(({ alert_id, measure }) => [alert_id, measure]))
}

/** Names for the ids in these rows. */
export const readNames = async (tx: Tx, tenantId: number, timeZone: string, rows: readonly Row[]): Promise<Names> => {
  const [categories, plates, measures] = await Promise.all([
    tx
      .selectFrom('tag_category')
      .select(['tag_category_id', 'category_name'])
      .where('tenant_id', '=', tenantId)
      .execute(),
    platesOf(tx, tenantId, rows),
    measuresOf(tx, tenantId, rows),
  ])
  return {
    categories: new Map(categories.map(({ tag_category_id, category_name }) => [tag_category_id, category_name])),
    plates,
    measures,
    timeZone,
  }
}

export const inWords = (row: Row, names: Names): ActivityRow => ({
  ...row,
  changes: changesInWords(row.subject.kind, row.subject.id, row.changes, names),
})
