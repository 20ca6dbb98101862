// SQL for how current a stored answer is; the catalogue uses it by type, the drawer by resource.
import type { Freshness } from '@padron/contract/catalogue/rows'
import { STATUSES } from '@padron/contract/resources'
import { sql } from 'kysely'

const CLEAR = sql.raw(
  Object.entries(STATUSES)
    .flatMap(([id, { tone }]) => (tone === 'clear' || tone === 'unprocessed' ? [id] : []))
    .join(', '),
)

/**
 * One resource's freshness as SQL; the contract explains the rule at `Freshness`. `f` is the vehicle_resource row. Age
 * alone makes a clear answer unknown, because an open breaker, a spent budget, a removed address or a long queue leave
 * no failed run.
 */
export const freshnessState = sql<Freshness['state']>`case
  when f.status_id in (${CLEAR}) and (f.fresh_until < now() - interval '1 day'
    or (f.last_run_id is distinct from f.good_run_id and (f.good_at is null or f.fresh_until < now()))) then 'unknown'
  when f.fresh_until < now() then 'old' else 'current' end`
