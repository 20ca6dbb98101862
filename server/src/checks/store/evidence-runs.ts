// SQL for the runs whose files are evidence of a resource's status: its newest good run and, if that is a reparsed
// answer, the run that originally got the answer (same vehicle, source and moment; `raw_of` may be another vehicle of
// the same holder).
import { sql } from 'kysely'

/** For row `f` of vehicle_resource. Cost: a key look-up, and one more by vehicle and time for a reparsed answer. */
export const evidenceRuns = sql`array[f.good_run_id, (
  select (select o.run_id
  from check_run o
  where g.origin = 'reparse' and o.tenant_id = g.tenant_id and o.vehicle_id = g.vehicle_id
    and o.started_at between g.started_at and g.started_at + interval '1 millisecond'
    and o.connector_key = g.connector_key and o.origin <> 'reparse' limit 1)
  from check_run g
  where g.tenant_id = f.tenant_id and g.run_id = f.good_run_id)]`
