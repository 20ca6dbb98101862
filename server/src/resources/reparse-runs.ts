// The runs that an older parser read, page by page, with the answer they keep (a holder's is kept with one run for all its
// vehicles) and what was understood then.
import type { ResourceResult } from '@padron/contract/resource-status'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import type { Connector } from './connector.ts'

export type OldRun = {
  tenantId: number
  runId: string
  vehicleId: number
  startedAt: string
  durationMs: number
  outcome: string
  readTypes: number[]
  /** The run that keeps the answer. */
  rawRunId: string
  raw: Buffer
  plate: string
  vin: string
  stateId: number
  taxIdentifier: string | null
  results: { typeId: number; statusId: number; result: ResourceResult[] }[]
  /** No later run of the connector about this vehicle was good. */
  newest: boolean
}

export type Place = { at: string; runId: string }

const PAGE = 200

/** One already read again by this parser is left out. */
export const pageOfRuns = async (
  tx: Tx,
  { key, portal, parserVersion }: Connector,
  after: Place,
): Promise<OldRun[]> => {
  const { rows } = await sql<OldRun>`
    select c.tenant_id as "tenantId", c.run_id as "runId", c.vehicle_id as "vehicleId", c.started_at as "startedAt", c.duration_ms as "durationMs",
      c.outcome, c.read_types as "readTypes", w.run_id as "rawRunId", w.raw, v.plate, v.vin, v.state_id as "stateId",
      v.tax_identifier as "taxIdentifier",
      coalesce((select jsonb_agg(jsonb_build_object('typeId', r.resource_type_id, 'statusId', k.status_id, 'result', k.result))
        from check_result k join resource r on r.resource_id = k.resource_id where k.tenant_id = c.tenant_id and k.run_id = c.run_id), '[]') as results,
      not exists (select from check_run n where n.tenant_id = c.tenant_id and n.vehicle_id = c.vehicle_id and n.started_at > c.started_at
        and n.connector_key = c.connector_key and n.outcome in ('ok', 'partial')) as newest
    from check_run c
    join check_run w on w.tenant_id = c.tenant_id and w.run_id = coalesce(c.raw_of, c.run_id) and w.raw is not null
    join vehicle v on v.tenant_id = c.tenant_id and v.vehicle_id = c.vehicle_id
    where c.portal_key = ${portal} and c.connector_key = ${key} and c.parser_version < ${parserVersion} and c.origin in ('check', 'webhook')
      and c.started_at >= ${after.at} and (c.started_at, c.run_id) > (${after.at}::timestamptz, ${after.runId}::uuid)
      and not exists (select from check_run x where x.tenant_id = c.tenant_id and x.vehicle_id = c.vehicle_id and x.raw_of = w.run_id
        and x.started_at between c.started_at - interval '1 millisecond' and c.started_at and x.connector_key = c.connector_key
        and x.origin = 'reparse' and x.parser_version >= ${parserVersion})
    order by c.started_at, c.run_id limit ${PAGE}`.execute(tx)
  return rows
}
