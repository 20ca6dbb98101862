// Stores statements by the engine's store, in the caller's transaction; a statement is stored with all its types or not
// at all. One file proves every type: it is on disk once, with a row per answer.
import { randomUUID } from 'node:crypto'
import { localTime } from '@padron/contract/days'
import { statusText } from '@padron/contract/resources'
import { sql } from 'kysely'
import type { StoredEvidence } from '../../checks/engine/check-result.ts'
import { applyCaptures } from '../../checks/store/capture.ts'
import type { Tx } from '../../db/client.ts'
import { touchChecks } from '../../db/fleet-version.ts'
import { lockVehicles } from '../../db/lock-vehicles.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { FieldError } from './captures.rules.ts'
import {
  type StatementBody,
  type StatementFinding,
  type StatementResource,
  statementErrors,
  statementFindings,
} from './statement.rules.ts'

/** The author of a capture, with the company's time zone. */
export type Capturer = Pick<Session, 'tenantId' | 'userId' | 'username' | 'timeZone' | 'country'>
/** `proofs`: at least one stored file: uploads for the vehicle, or other files with new ids. */
export type Statement = { body: StatementBody; proofs: readonly StoredEvidence[] }

type Vehicle = { plate: string; resources: StatementResource[] }

/** The locked vehicles that have checks, by id. */
export const lockStatementVehicles = async (
  tx: Tx,
  tenantId: number,
  vehicleIds: readonly number[],
): Promise<Map<number, Vehicle>> => {
  await lockVehicles(tx, tenantId, vehicleIds)
  const { rows } = await sql<StatementResource & { vehicleId: number; plate: string }>`
    select v.vehicle_id as "vehicleId", v.plate, r.resource_id as "resourceId", r.resource_name as name,
      r.resource_type_id as "typeId", r.portal_key as "portalKey", r.purpose = 'history' as past,
      f.good_at as "goodAt"
    from vehicle_resource f
    join vehicle v on v.tenant_id = f.tenant_id and v.vehicle_id = f.vehicle_id
    join resource r on r.resource_id = f.resource_id and not r.retired
    where f.tenant_id = ${tenantId} and f.vehicle_id = any(${[...vehicleIds]}::bigint[])`.execute(tx)
  const vehicles = new Map<number, Vehicle>()
  for (const { vehicleId, plate, ...resource } of rows) {
    const vehicle = vehicles.get(vehicleId) ?? { plate, resources: [] }
    vehicle.resources.push(resource)
    vehicles.set(vehicleId, vehicle)
  }
  return vehicles
}

type Valid = { statement: Statement; plate: string; findings: StatementFinding[]; at: Date }

const record = (tx: Tx, { tenantId }: Capturer, valid: readonly Valid[]) => {
  const list = valid.map(({ statement: { body, proofs }, plate, findings }) => ({
    vehicle_id: body.vehicleAssetId,
    plate,
    changes: {
      captured: [null, findings.map(({ resource, finding }) => `${resource.name}: ${statusText(finding.status)}`)],
      seen_at: [null, body.seenAt],
      files: [null, proofs.map(({ name }) => name)],
    },
  }))
  return sql`
    select record_activity(${tenantId}, 'check', x.vehicle_id, x.plate, 'create', x.changes)
    from json_to_recordset(${JSON.stringify(list)}::json) as x(vehicle_id bigint, plate text, changes jsonb)`.execute(
    tx,
  )
}

type Proved = { runId: string; vehicleId: number; resourceId: number; proofs: readonly StoredEvidence[] }

/** The first answer gets the upload's row, the others get new rows for the same file. */
const attachProofs = async (tx: Tx, { tenantId, userId, username }: Capturer, proved: readonly Proved[]) => {
  const used = new Set<string>()
  const list = proved.flatMap(({ runId, vehicleId, resourceId, proofs }) =>
    proofs.map(({ fileId, name, mediaType, size, sha256, path }) => {
      const id = used.has(fileId) ? randomUUID() : fileId
      used.add(fileId)
      return {
        id,
        of: fileId,
        run_id: runId,
        vehicle_id: vehicleId,
        resource_id: resourceId,
        name,
        media_type: mediaType,
        size,
        sha256,
        path,
      }
    }),
  )
  const by = JSON.stringify({ id: userId, name: username })
  await sql`
    insert into evidence_file (file_id, vehicle_id, resource_id, run_id, file_name, media_type, size, sha256, path,
      uploaded_at, uploaded_by)
    select x.id, x.vehicle_id, x.resource_id, x.run_id, x.name, x.media_type, x.size, x.sha256, x.path,
      coalesce(e.uploaded_at, now()), coalesce(e.uploaded_by, ${by}::jsonb)
    from json_to_recordset(${JSON.stringify(list)}::json) as x(id uuid, of uuid, run_id uuid, vehicle_id bigint,
      resource_id int, name text, media_type text, size bigint, sha256 text, path text)
    left join evidence_file e on e.tenant_id = ${tenantId} and e.file_id = x.of
    on conflict (tenant_id, file_id) do update
    set run_id = excluded.run_id, resource_id = excluded.resource_id`.execute(tx)
}

/**
 * Stores the statements without faults, each of another vehicle. The caller calls `touchChecks`, last in its
 * transaction.
 * @param tx of the company, with the actor
 * @returns for each its faults by field; empty: it is stored, with all its types
 */
export const storeStatements = async (
  tx: Tx,
  who: Capturer,
  statements: readonly Statement[],
  now: Date,
): Promise<FieldError[][]> => {
  const { tenantId, timeZone, country } = who
  const ids = statements.map(({ body }) => body.vehicleAssetId)
  if (new Set(ids).size < ids.length) throw new Error('two statements of one vehicle')
  const vehicles = await lockStatementVehicles(tx, tenantId, ids)
  const errors = statements.map(({ body }) =>
    statementErrors(vehicles.get(body.vehicleAssetId)?.resources ?? [], body, { now, timeZone, country }),
  )
  const valid = statements.flatMap((statement, i): Valid[] => {
    const { body, proofs } = statement
    const vehicle = vehicles.get(body.vehicleAssetId)
    if (!vehicle || (errors[i] ?? []).length > 0) return []
    const at = new Date(Math.min(Date.parse(body.seenAt), now.getTime()))
    const fileIds = proofs.map(({ fileId }) => fileId)
    const findings = statementFindings(vehicle.resources, body, fileIds, localTime(at, timeZone).day)
    return [{ statement, plate: vehicle.plate, findings, at }]
  })
  if (valid.length === 0) return errors
  await record(tx, who, valid)
  const captured = valid.flatMap(({ statement, findings, at }) =>
    findings.map(({ resource, finding, raw }) => ({ statement, resource, finding, raw, at })),
  )
  const runIds = await applyCaptures(
    tx,
    captured.map(({ statement: { body }, resource, finding, raw, at }) => ({
      tenantId,
      vehicleId: body.vehicleAssetId,
      resourceId: resource.resourceId,
      at,
      finding,
      raw: { ...raw, portalTotal: body.portalTotal },
      by: { id: who.userId, name: who.username },
    })),
  )
  await attachProofs(
    tx,
    who,
    captured.map(({ statement: { body, proofs }, resource }, i) => ({
      runId: runIds[i] as string,
      vehicleId: body.vehicleAssetId,
      resourceId: resource.resourceId,
      proofs,
    })),
  )
  return errors
}

/** @returns the faults by field; empty: all types are stored */
export const storeStatement = async (tx: Tx, who: Capturer, statement: Statement, now: Date): Promise<FieldError[]> => {
  const [errors = []] = await storeStatements(tx, who, [statement], now)
  await touchChecks(tx, who.tenantId)
  return errors
}
