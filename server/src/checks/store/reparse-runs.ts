// Pages of the runs that an older parser read, with their answers and the data of their queries. An answer is about the
// vehicle as it was queried: if the vehicle changed since, or this is unknown, its run is skipped.
import type { ResourceResult } from '@padron/contract/resource-status'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { Connector, Subject } from '../connectors/connector.ts'

export const DOUBTS = {
  changed: 'son de otra placa, otro NIV, otra entidad u otro propietario que los de ahora',
  unknown: 'no dicen por qué datos se preguntó, y el vehículo pudo cambiar desde entonces',
} as const
export type Doubt = keyof typeof DOUBTS

export type OldRun = {
  tenantId: number
  runId: string
  vehicleId: number
  startedAt: string
  durationMs: number
  outcome: string
  readTypes: number[]
  /** The run that stores the answer. */
  rawRunId: string
  raw: Buffer
  /** The data that the source was queried by. */
  subject: Subject
  /** Why this answer may not be about the vehicle as it is now; null: no doubt. */
  doubt: Doubt | null
  results: { typeId: number; statusId: number; result: ResourceResult[] }[]
  /** No later run of the connector about this vehicle was good. */
  newest: boolean
}

export type Place = { at: string; runId: string }

const PAGE = 200

const NEWEST = sql.raw(`
    not exists (
      select from check_run n
      where n.tenant_id = c.tenant_id and n.vehicle_id = c.vehicle_id and n.started_at > c.started_at
        and n.connector_key = c.connector_key and n.outcome in ('ok', 'partial'))`)

/**
 * Why a run may not be about the vehicle as it is now. A run stores the data of its query, except runs of older
 * releases. For those, plate and VIN must be unchanged since, the query must not use state or holder (their edits leave
 * no trace), and for the newest answer some data of this source must come from that run or an older one, because an
 * edit would have removed it.
 */
const doubtSql = ({ key, inputs }: Connector) => {
  const untraced = inputs.includes('stateId') || inputs.includes('taxIdentifier')
  const differs = [
    sql`(c.asked->>'plate', c.asked->>'vin') is distinct from (v.plate::text, v.vin::text)`,
    ...(inputs.includes('stateId') ? [sql`(c.asked->>'stateId') is distinct from v.state_id::text`] : []),
    ...(inputs.includes('taxIdentifier')
      ? [sql`(c.asked->>'taxIdentifier') is distinct from v.tax_identifier::text`]
      : []),
  ]
  const edited = sql`
    exists (
      select from vehicle_history h
      where h.tenant_id = c.tenant_id and h.vehicle_id = c.vehicle_id and h.at >= c.started_at
        and (h.former_plate is not null or h.former_vin is not null))`
  const stands = sql`(
    exists (select from vehicle_resource f join resource r on r.resource_id = f.resource_id and r.connector_key = ${key}
      where f.tenant_id = c.tenant_id
        and f.vehicle_id = c.vehicle_id
        and least(f.good_run_id, f.last_run_id) <= c.run_id)
    or exists (
      select from vehicle_record h
      join resource r on r.resource_id = h.resource_id and r.connector_key = ${key}
      where h.tenant_id = c.tenant_id and h.vehicle_id = c.vehicle_id and h.run_id <= c.run_id))`
  return sql`case
    when c.asked is not null then case when ${sql.join(differs, sql` or `)} then 'changed' end
    when ${edited} then 'changed'
    when ${sql.lit(untraced)} or ${NEWEST} and not ${stands} then 'unknown' end`
}

/** Runs that this or a newer parser has already read again are left out. */
export const pageOfRuns = async (tx: Tx, connector: Connector, after: Place): Promise<OldRun[]> => {
  const { key, portal, parserVersion } = connector
  const { rows } = await sql<OldRun>`
    select c.tenant_id as "tenantId", c.run_id as "runId", c.vehicle_id as "vehicleId", c.started_at as "startedAt",
      c.duration_ms as "durationMs", c.outcome, c.read_types as "readTypes", w.run_id as "rawRunId", w.raw,
      coalesce(c.asked,
      jsonb_build_object('plate', v.plate, 'vin', v.vin, 'stateId', v.state_id, 'taxIdentifier',
      v.tax_identifier)) as subject, ${doubtSql(connector)} as doubt,
      coalesce((select jsonb_agg(jsonb_build_object('typeId', r.resource_type_id, 'statusId', k.status_id, 'result',
      k.result))
        from check_result k
        join resource r on r.resource_id = k.resource_id
        where k.tenant_id = c.tenant_id and k.run_id = c.run_id),
          '[]') as results,
      ${NEWEST} as newest
    from check_run c
    join check_run w on w.tenant_id = c.tenant_id and w.run_id = coalesce(c.raw_of, c.run_id) and w.raw is not null
    join vehicle v on v.tenant_id = c.tenant_id and v.vehicle_id = c.vehicle_id
    where c.portal_key = ${portal}
      and c.connector_key = ${key}
      and c.parser_version < ${parserVersion}
      and c.origin in ('check', 'webhook')
      and c.started_at >= ${after.at} and (c.started_at, c.run_id) > (${after.at}::timestamptz, ${after.runId}::uuid)
      and not exists (
        select from check_run x
        where x.tenant_id = c.tenant_id and x.vehicle_id = c.vehicle_id and x.raw_of = w.run_id
          and x.started_at between c.started_at - interval '1 millisecond' and c.started_at
          and x.connector_key = c.connector_key
          and x.origin = 'reparse' and x.parser_version >= ${parserVersion})
    order by c.started_at, c.run_id
    limit ${PAGE}`.execute(tx)
  return rows
}
