// Inserts the runs of a batch and the rows that belong to them: raw answers, results, registry data, history, files.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { asJsonb } from '../../db/json.ts'
import type { RawAnswer } from '../connectors/connector.ts'
import type { CheckResult } from '../engine/check-result.ts'
import { isGood } from '../engine/check-rules.ts'
import type { ResourceChange } from './resources.ts'

const pack = (answers: readonly RawAnswer[]) => {
  if (answers.length === 0) return { raw: null, raw_sha256: null }
  const text = JSON.stringify(answers)
  return { raw: gzipSync(text, { level: 4 }), raw_sha256: createHash('sha256').update(text).digest() }
}

const typesRead = ({ outcome, findings }: CheckResult): number[] =>
  isGood(outcome) ? [...new Set(findings.map(({ type }) => type))] : []

/** The data that the source was queried by. */
const queryOf = ({ vehicle: { plate, vin, stateId, taxIdentifier } }: CheckResult) => ({
  plate,
  vin,
  stateId,
  taxIdentifier,
})

/**
 * Chooses the run that stores an answer about several vehicles: the first of them in the batch, because the run that
 * got the answer may have been dropped or be in another batch.
 */
const keepers = (results: readonly CheckResult[]) => {
  const first = new Map<readonly RawAnswer[], CheckResult>()
  for (const result of results)
    if (result.answers.length > 0 && !first.has(result.answers)) first.set(result.answers, result)
  const shared = new Set(
    results
      .filter((result) => result.answers.length > 0 && first.get(result.answers) !== result)
      .map(({ answers }) => answers),
  )
  return results.map((result) => {
    const keeper = first.get(result.answers)
    const keeps = keeper === result
    return {
      keeps,
      rawOf: keeper && !keeps ? keeper.runId : result.rawOf,
      isShared: keeps && shared.has(result.answers),
    }
  })
}

/** One statement for any number of rows; answers are passed as arrays because JSON cannot contain bytes. */
export const insertRuns = async (tx: Tx, results: readonly CheckResult[]): Promise<void> => {
  const keeping = keepers(results)
  const packed = results.map(({ answers }, index) => pack(keeping[index]?.keeps ? answers : []))
  const rows = results.map((result, index) => ({
    run_id: result.runId,
    vehicle_id: result.vehicle.vehicleId,
    connector_key: result.connector.key,
    portal_key: result.connector.portal,
    parser_version: result.connector.parserVersion,
    origin: result.origin,
    started_at: result.startedAt.toISOString(),
    duration_ms: result.endedAt.getTime() - result.startedAt.getTime(),
    outcome: result.outcome,
    remark: result.remark?.slice(0, 500).replaceAll('\0', '') ?? null,
    read_types: typesRead(result),
    unknown_fields:
      result.unknownFields.length > 0 ? result.unknownFields.slice(0, 20).map((name) => name.slice(0, 100)) : null,
    asked_by: result.vehicle.jobItemId,
    raw_of: keeping[index]?.rawOf ?? null,
    raw_shared: keeping[index]?.isShared ?? false,
    asked: queryOf(result),
    captured_by: result.by,
    captured_resource: result.resourceId,
  }))
  await sql`
    insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, origin,
    started_at, duration_ms, outcome,
      remark, read_types, unknown_fields, asked_by, raw_of, raw_shared, asked, captured_by, captured_resource, raw,
      raw_sha256)
    select ${results[0]?.tenantId}::bigint, x.*
    from rows from (
      json_to_recordset(${asJsonb(rows)}::json) as (run_id uuid, vehicle_id bigint, connector_key text,
      portal_key text, parser_version int,
        origin text, started_at timestamptz, duration_ms int, outcome text, remark text, read_types smallint[],
        unknown_fields text[], asked_by uuid, raw_of uuid, raw_shared boolean, asked jsonb, captured_by jsonb,
        captured_resource int),
      unnest(${packed.map(({ raw }) => raw)}::bytea[]),
      unnest(${packed.map(({ raw_sha256 }) => raw_sha256)}::bytea[])) as x`.execute(tx)
}

export const insertResults = async (tx: Tx, changes: readonly ResourceChange[]): Promise<void> => {
  const found = changes.flatMap(({ result, resourceId, finding }) =>
    finding
      ? [
          {
            run_id: result.runId,
            resource_id: resourceId,
            status_id: finding.status,
            result: finding.results,
            evidence: finding.evidence ?? [],
          },
        ]
      : [],
  )
  if (found.length === 0) return
  await sql`
    insert into check_result (tenant_id, run_id, resource_id, status_id, result, evidence)
    select ${changes[0]?.result.tenantId}::bigint, x.*
    from jsonb_to_recordset(${asJsonb(found)}::jsonb)
      as x(run_id uuid, resource_id int, status_id smallint, result jsonb, evidence jsonb)`.execute(tx)
}

/** Sorted by time, so that the newest of several wins. */
const inTime = (results: readonly CheckResult[]): CheckResult[] =>
  results.toSorted((a, b) => a.endedAt.getTime() - b.endedAt.getTime())

/** Stores registry data by VIN or plate; newer data replace older data. */
export const writeRegistrations = async (tx: Tx, results: readonly CheckResult[]): Promise<void> => {
  const newest = new Map(
    inTime(results).flatMap((result) =>
      result.registration ? [[`${result.vehicle.vehicleId} ${result.registration.foundBy}`, result]] : [],
    ),
  )
  const list = [...newest.values()].map(({ vehicle, connector, registration, runId, endedAt }) => ({
    vehicle_id: vehicle.vehicleId,
    connector_key: connector.key,
    found_by: registration?.foundBy,
    fields: registration?.fields,
    run_id: runId,
    at: endedAt.toISOString(),
  }))
  if (list.length === 0) return
  // The resource with the lowest id represents the connector, because history resources have no row of the vehicle. A
  // trigger compares the fields with the fleet's own: if they are unchanged, only the date is written.
  await sql`
    with incoming as materialized (
      select x.*, r.resource_id
      from json_to_recordset(${asJsonb(list)}::json)
        as x(vehicle_id bigint, connector_key text, found_by text, fields jsonb, run_id uuid, at timestamptz)
      cross join lateral (select min(r.resource_id) as resource_id
      from resource r
      where r.connector_key = x.connector_key) r
      where r.resource_id is not null),
    same as (
      update vehicle_registry g
      set resource_id = s.resource_id, run_id = s.run_id, at = s.at
      from incoming s
      where g.tenant_id = ${results[0]?.tenantId}
        and g.vehicle_id = s.vehicle_id
        and g.found_by = s.found_by
        and g.fields = s.fields
        and g.at <= s.at
      returning g.vehicle_id, g.found_by)
    insert into vehicle_registry (tenant_id, vehicle_id, found_by, resource_id, run_id, at, fields)
    select ${results[0]?.tenantId}::bigint, s.vehicle_id, s.found_by, s.resource_id, s.run_id, s.at, s.fields
    from incoming s
    where (s.vehicle_id, s.found_by) not in (select vehicle_id, found_by from same)
    on conflict (tenant_id, vehicle_id, found_by) do update
      set resource_id = excluded.resource_id, run_id = excluded.run_id, at = excluded.at, fields = excluded.fields
      where vehicle_registry.at <= excluded.at`.execute(tx)
}

/** A good answer without any finding is an answer too: the source has no rows. */
const hasHistory = ({ outcome, history, findings }: CheckResult): boolean =>
  isGood(outcome) && (history.length > 0 || findings.length === 0)

/** Stores the rows of each history source; newer rows replace older ones. */
export const writeHistory = async (tx: Tx, results: readonly CheckResult[]): Promise<void> => {
  const newest = new Map(
    inTime(results).flatMap((result) =>
      hasHistory(result) ? [[`${result.vehicle.vehicleId} ${result.connector.key}`, result]] : [],
    ),
  )
  const list = [...newest.values()].map(({ vehicle, connector, history, runId, endedAt }) => ({
    vehicle_id: vehicle.vehicleId,
    connector_key: connector.key,
    rows: history.slice(0, 200),
    run_id: runId,
    at: endedAt.toISOString(),
  }))
  if (list.length === 0) return
  await sql`
    insert into vehicle_record (tenant_id, vehicle_id, resource_id, run_id, at, rows)
    select ${results[0]?.tenantId}::bigint, x.vehicle_id, r.resource_id, x.run_id, x.at, x.rows
    from json_to_recordset(${asJsonb(list)}::json) as x(vehicle_id bigint, connector_key text, rows jsonb,
      run_id uuid, at timestamptz)
    join resource r on r.connector_key = x.connector_key and r.purpose = 'history'
    on conflict (tenant_id, vehicle_id, resource_id) do update
    set run_id = excluded.run_id, at = excluded.at, rows = excluded.rows
      where vehicle_record.at <= excluded.at`.execute(tx)
}

export const insertFiles = async (tx: Tx, results: readonly CheckResult[]): Promise<void> => {
  const rows = results.flatMap(({ tenantId, vehicle, runId, resourceId, files }) =>
    files.map((file) => ({
      tenant_id: tenantId,
      file_id: file.fileId,
      vehicle_id: vehicle.vehicleId,
      resource_id: resourceId,
      run_id: runId,
      file_name: file.name,
      media_type: file.mediaType,
      size: file.size,
      sha256: file.sha256,
      path: file.path,
    })),
  )
  if (rows.length > 0) await tx.insertInto('evidence_file').values(rows).execute()
}
