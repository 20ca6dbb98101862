// Updates the expiry of documents when their values change: the earliest date, and one obligation per date. Works on
// sets of documents, because a change of a type's fields, or a restored fleet, changes many at once.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { touchDocuments } from '../db/fleet-version.ts'

const SHAPE = '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
/**
 * The value of `x` as a day. A day that does not exist (31 February) becomes a later one, because PostgreSQL 15 cannot
 * test whether a text is a date.
 */
const DAY = sql`
  case when x.value ~ ${sql.lit(SHAPE)} then (left(x.value, 8) || '01')::date + (right(x.value, 2)::integer - 1) end`

/**
 * @param which condition on `d`: documents that were not removed
 * @param by who wrote the dates; recorded with dates that are new or changed
 */
export const saveExpiry = async (
  tx: Tx,
  tenantId: number,
  which: RawBuilder<unknown>,
  by: { username: string; now: Date },
): Promise<void> => {
  await sql`
    with these as (select d.* from document d where d.tenant_id = ${tenantId} and d.removed_at is null and ${which}),
    dated as materialized (
      select d.vehicle_id, d.document_id, 'd:' || d.document_id || ':' || f.document_field_id as source_key,
        c.day as due_on, t.type_name || ': ' || f.field_name as title, d.document_name as detail
      from these d
      join document_type t on t.tenant_id = d.tenant_id and t.document_type_id = d.document_type_id
      join document_field f on f.tenant_id = d.tenant_id
        and f.document_type_id = d.document_type_id
        and f.is_expiry
        and f.retired_at is null
      join document_value x on x.tenant_id = d.tenant_id
        and x.document_id = d.document_id
        and x.document_field_id = f.document_field_id
      cross join lateral (select ${DAY} as day) c
      where to_char(c.day, 'YYYY-MM-DD') = x.value),
    gone as (delete from obligation o using these d where o.tenant_id = d.tenant_id and o.document_id = d.document_id
      and not exists (select from dated x where x.source_key = o.source_key)),
    stored as (
      insert into obligation as o (tenant_id, vehicle_id, source_key, kind, due_on, title, detail, document_id,
      told_at, told_by)
      select ${tenantId}, vehicle_id, source_key, 'document', due_on, title, detail, document_id,
        ${by.now.toISOString()}, ${by.username}
      from dated
      on conflict (tenant_id, vehicle_id, source_key) do update
      set due_on = excluded.due_on, title = excluded.title, detail = excluded.detail,
        told_at = case when o.due_on = excluded.due_on then o.told_at else excluded.told_at end,
        told_by = case when o.due_on = excluded.due_on then o.told_by else excluded.told_by end
      where (o.due_on, o.title, o.detail) is distinct from (excluded.due_on, excluded.title, excluded.detail)),
    n as materialized (
      select d.document_id, min(x.due_on) as earliest
      from these d
      left join dated x on x.document_id = d.document_id
      group by 1)
    update document d
    set expires_on = n.earliest
    from n
    where d.tenant_id = ${tenantId}
      and d.document_id = n.document_id
      and d.expires_on is distinct from n.earliest`.execute(tx)
  await touchDocuments(tx, tenantId)
}

/** A removed document has no due dates. */
export const deleteExpiry = async (tx: Tx, tenantId: number, documentId: number): Promise<void> => {
  await sql`delete from obligation where tenant_id = ${tenantId} and document_id = ${documentId}`.execute(tx)
  await touchDocuments(tx, tenantId)
}
