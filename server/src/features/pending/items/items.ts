// The to-do items as SQL: each source of work joined with its assignments. A page reads each source in its own order,
// and only as many rows as it needs.
import { sql } from 'kysely'
import { withTables } from './debts.ts'
import { sourcesOf } from './sources.ts'
import type { Cursor, ItemFilter, Source, Sql, Whose, Work } from './work.ts'

/** The vehicles with an assignment of the user. */
const vehiclesOf = ({ tenantId, kinds }: Work, userId: number): Sql => sql`array(
  select a.vehicle_id
  from task_assignment a
  where a.tenant_id = ${tenantId} and a.user_id = ${userId} and a.done_at is null
  ${
    kinds.has('capture')
      ? sql`
  union
  select a.vehicle_id
  from capture_assignment a
  where a.tenant_id = ${tenantId} and a.user_id = ${userId}`
      : sql``
  })`

/**
 * Adds the user of item `i`: of its own assignment or else, for a capture, of the assignment of the vehicle's captures.
 */
const withWhose = ({ tenantId }: Work, { kind, select }: Source, whose: Whose | undefined): Sql => {
  const user = kind === 'capture' ? sql`coalesce(a.user_id, k.user_id)` : sql`a.user_id`
  // Conditions on columns of the joins, so that the planner recognizes anti-joins.
  const isNobodys = kind === 'capture' ? sql`a.vehicle_id is null and k.vehicle_id is null` : sql`a.vehicle_id is null`
  const isWhose = whose?.userId == null ? isNobodys : sql`${user} = ${whose.userId}`
  return sql`
    select i.*, ${user} as user_id, a.task_assignment_id, a.due_on as assigned_due_on,
      least(i.due_on, a.due_on) as sort_on
    from (${select}) i
    left join task_assignment a on a.tenant_id = ${tenantId} and a.vehicle_id = i.vehicle_id and a.kind = i.kind
      and a.ref = i.ref and a.done_at is null
    ${
      kind === 'capture'
        ? sql`left join capture_assignment k on k.tenant_id = ${tenantId} and k.vehicle_id = i.vehicle_id`
        : sql``
    }
    where ${whose ? isWhose : sql`true`}`
}

const within = (day: Sql, { from, to }: ItemFilter): Sql => sql`
  ${from === undefined ? sql`` : sql`and ${day} >= ${from}::date`}
  ${to === undefined ? sql`` : sql`and ${day} <= ${to}::date`}`

const isDays = ({ from, to }: ItemFilter): boolean => from !== undefined || to !== undefined

/**
 * All items that match, unordered: the CTEs of a statement and a select. A user's own items are filtered by the earlier
 * of two days: that of the cause and that of the assignment.
 */
export const allItems = (work: Work, narrow: ItemFilter): { tables: Sql; items: Sql } => {
  const { whose } = narrow
  const own = whose?.userId
  const sources = sourcesOf(work, own == null ? narrow : { ...narrow, among: vehiclesOf(work, own) })
  const used = own == null && isDays(narrow) ? sources.filter(({ isDated }) => isDated) : sources
  const parts = used.map((source) => withWhose(work, source, whose))
  const day = own == null ? sql`i.due_on` : sql`i.sort_on`
  return {
    tables: withTables(work),
    items:
      parts.length > 0
        ? sql`select i.* from (${sql.join(parts, sql` union all `)}) i where true ${within(day, narrow)}`
        : NO_ITEMS,
  }
}

const NO_ITEMS = sql`
  select null::text as kind, null::bigint as vehicle_id, null::text as ref, null::date as due_on,
    null::numeric as amount, 0 as without_amount, null::numeric as saving, null::int as resource_id,
    null::text as source_key, null::text as list, null::bigint as user_id, null::bigint as task_assignment_id,
    null::date as assigned_due_on, null::date as sort_on
  where false`

/** Condition on a source in the order (day, kind, vehicle, ref): rows after the cursor; undefined: it has none. */
const after = ({ kind, isDated }: Source, cursor: Cursor | undefined): Sql | undefined => {
  if (!cursor) return sql``
  const { on, vehicleId, ref } = cursor
  if (isDated && on === null) return undefined
  if (isDated)
    return sql`
      and i.due_on >= ${on}::date
      and (i.due_on, i.kind, i.vehicle_id, i.ref) > (${on}::date, ${cursor.kind}::text, ${vehicleId}::bigint, ${ref})`
  if (on !== null || (kind ?? '') > cursor.kind) return sql``
  if ((kind ?? '') < cursor.kind) return undefined
  return sql`
    and i.vehicle_id >= ${vehicleId}::bigint
    and (i.vehicle_id, i.ref) > (${vehicleId}::bigint, ${ref})`
}

/** Condition on all of a user's items: rows after the cursor. */
const afterInAll = ({ on, kind, vehicleId, ref }: Cursor): Sql => {
  const key = sql`(i.kind, i.vehicle_id, i.ref) > (${kind}::text, ${vehicleId}::bigint, ${ref})`
  return on === null
    ? sql`and i.sort_on is null and ${key}`
    : sql`and (i.sort_on > ${on}::date or i.sort_on is null or i.sort_on = ${on}::date and ${key})`
}

/**
 * The first items after the cursor, ordered by day, kind and vehicle; those without a day last. Cost: per source as
 * many rows as the page has, in the order of an index if there is one; for a user's own items, all of them.
 */
export const pageOfItems = (
  work: Work,
  narrow: ItemFilter,
  cursor: Cursor | undefined,
  limit: number,
): { tables: Sql; items: Sql } => {
  if (narrow.whose?.userId != null) {
    const { tables, items } = allItems(work, narrow)
    return {
      tables,
      items: sql`
        select i.* from (${items}) i
        where true ${cursor ? afterInAll(cursor) : sql``}
        order by i.sort_on nulls last, i.kind, i.vehicle_id, i.ref
        limit ${limit}`,
    }
  }
  const parts = sourcesOf(work, narrow).flatMap((source) => {
    const rest = after(source, cursor)
    if (rest === undefined || (isDays(narrow) && !source.isDated)) return []
    const order = source.isDated ? sql`i.due_on, i.kind, i.vehicle_id, i.ref` : sql`i.vehicle_id, i.ref`
    return [
      sql`(
        select j.* from (${withWhose(work, source, narrow.whose)} ${rest} ${within(sql`i.due_on`, narrow)}
        order by ${order}
        limit ${limit}) j)`,
    ]
  })
  return {
    tables: withTables(work),
    items: sql`
      select i.kind, i.vehicle_id, i.ref, i.due_on, i.amount, i.without_amount, i.saving, i.resource_id, i.source_key,
        i.list, i.user_id, i.task_assignment_id, i.assigned_due_on, i.due_on as sort_on
      from (${parts.length > 0 ? sql.join(parts, sql` union all `) : NO_ITEMS}) i
      order by i.due_on nulls last, i.kind, i.vehicle_id, i.ref
      limit ${limit}`,
  }
}
