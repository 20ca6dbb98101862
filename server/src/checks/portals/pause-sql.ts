// SQL for why a resource's source is queried once an hour now, for the drawers. Names as in `serviceSql`: r resource,
// p portal.
import { sql } from 'kysely'
import { creditOutSinceSql, probeAtSql } from './accounts.ts'

/** Since when the connector is paused because its answers are not understood; null: it is not. */
export const driftPausedSql = sql`p.drift -> r.connector_key ->> 'since'`

/** `{reason, since}`; null where the source is queried at its pace. */
export const pauseSql = sql`case
  when ${creditOutSinceSql} is not null then jsonb_build_object('reason', 'no-credit', 'since', ${creditOutSinceSql})
  when ${driftPausedSql} is not null then jsonb_build_object('reason', 'shape-drift', 'since', ${driftPausedSql}) end`

/** Time of the next query to a source without credit; its breaker may delay it. */
export const nextTrySql = sql`greatest(p.open_until, case when ${creditOutSinceSql} is not null then ${probeAtSql} end)`
