// What two alarms read from the runs themselves, both bounded: the last twenty runs of a connector, and the runs
// whose answer held names that its parser had not met (an index of its own holds them).
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

const LAST_RUNS = 20
/** Of its portal's newest: a connector seldom asked among busy siblings is judged by fewer than twenty. */
const READ_AT_MOST = 2000

/** Cost: the portal's newest runs by index until twenty are the connector's. */
export const driftOf = async (
  tx: Tx,
  portalKey: string,
  connectorKey: string,
  now: Date,
): Promise<{ runs: number; vehicles: number }> => {
  const { rows } = await sql<{ runs: number; vehicles: number }>`
    with newest as (
      select tenant_id, vehicle_id, connector_key, outcome, started_at, origin from check_run
      where portal_key = ${portalKey} and started_at <= ${now.toISOString()}
      order by started_at desc
      limit ${READ_AT_MOST}),
    last as (
      select * from newest where connector_key = ${connectorKey} and origin in ('check', 'webhook')
        and outcome not in ('circuit-open', 'cancelled', 'needs-input') order by started_at desc limit ${LAST_RUNS})
    select count(*)::int as runs,
      count(distinct (tenant_id, vehicle_id)) filter (where outcome = 'shape-drift')::int as vehicles
    from last`.execute(tx)
  return rows[0] ?? { runs: 0, vehicles: 0 }
}

/** Names of the last day, the most frequent first. */
export const unknownFields = async (tx: Tx, connectorKey: string, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from check_run c, unnest(c.unknown_fields) name
    where c.connector_key = ${connectorKey}
      and c.unknown_fields is not null
      and c.started_at > ${now.toISOString()}::timestamptz - interval '1 day'
      and c.started_at <= ${now.toISOString()}
    group by name order by count(*) desc, name limit 11`.execute(tx)
  return rows.map(({ name }) => name)
}
