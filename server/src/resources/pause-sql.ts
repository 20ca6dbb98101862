// Why a resource's source is asked once an hour now, as the drawers read it. Names as in `serviceSql`: r resource, p portal.
import { sql } from 'kysely'

/** Since when nobody understands what the connector is told; null: it is not paused for that. */
export const driftPausedSql = sql`p.drift -> r.connector_key ->> 'since'`

/** `{reason, since}`; null where the source is asked at its pace. */
export const pauseSql = sql`case
  when p.credit_out_since is not null then jsonb_build_object('reason', 'no-credit', 'since', p.credit_out_since)
  when ${driftPausedSql} is not null then jsonb_build_object('reason', 'shape-drift', 'since', ${driftPausedSql}) end`

/** When a source whose portal has no credit is asked next, beside its breaker. */
export const nextTrySql = sql`greatest(p.open_until, case when p.credit_out_since is not null then p.probe_at end)`
