// Stores a capture in one transaction: validates it, and writes it by the engine's store with its files and author.
import { captureForm } from '@padron/contract/captures/forms'
import { localTime } from '@padron/contract/days'
import { statusText } from '@padron/contract/resources'
import { sql } from 'kysely'
import type { StoredEvidence } from '../../checks/engine/check-result.ts'
import { applyCapture } from '../../checks/store/capture.ts'
import type { Tx } from '../../db/client.ts'
import { lockVehicles } from '../../db/lock-vehicles.ts'
import { HttpProblem, notFound, refuse } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'
import { type CaptureBody, captureErrors, type FieldError, findingOf, newerAnswerError } from './captures.rules.ts'
import { refuseChangedIdentity } from './changed-identity.ts'
import { heldWords, readHolders, releaseVehicle } from './leases.ts'
import type { StatementBody } from './statement.rules.ts'
import { lockStatementVehicles, storeStatement } from './statement.ts'

type Check = { plate: string; name: string; typeId: number; past: boolean; goodAt: string | null }

const refuseFields = (errors: readonly FieldError[]): HttpProblem => {
  const [first] = errors
  const title = errors.length === 1 && first ? first.message : 'Revise los campos señalados de la captura.'
  return new HttpProblem(422, title, [...errors])
}

/** Two captures of one check are serialized by its vehicle. */
const lockCheck = async (tx: Tx, tenantId: number, { vehicleAssetId, resourceId }: CaptureBody): Promise<Check> => {
  await lockVehicles(tx, tenantId, [vehicleAssetId])
  const { rows } = await sql<Check>`
    select v.plate, r.resource_name as name, r.resource_type_id as "typeId", r.purpose = 'history' as past,
      f.good_at as "goodAt"
    from vehicle_resource f
    join vehicle v on v.tenant_id = f.tenant_id and v.vehicle_id = f.vehicle_id
    join resource r on r.resource_id = f.resource_id and not r.retired
    where f.tenant_id = ${tenantId}
      and f.vehicle_id = ${vehicleAssetId}
      and f.resource_id = ${resourceId}::bigint`.execute(tx)
  if (!rows[0]) throw notFound()
  return rows[0]
}

type Proofs = { vehicleAssetId: number; fileIds: readonly string[] }

/** Locks the files. A file of another company, vehicle or resource counts as missing. */
const lockFiles = async (
  tx: Tx,
  tenantId: number,
  { vehicleAssetId, fileIds }: Proofs,
  resourceIds: readonly number[],
): Promise<StoredEvidence[]> => {
  const { rows } = await sql<StoredEvidence & { used: boolean }>`
    select file_id as "fileId", file_name as name, media_type as "mediaType", size::float8 as size, sha256, path,
      run_id is not null as used
    from evidence_file
    where tenant_id = ${tenantId}
      and file_id = any(${[...fileIds]}::uuid[])
      and vehicle_id = ${vehicleAssetId}
      and (resource_id is null or resource_id = any(${[...resourceIds]}::bigint[]))
    order by file_id
    for update`.execute(tx)
  if (rows.length < fileIds.length) throw refuse(422, 'Un archivo ya no está: súbalo de nuevo.', 'fileIds')
  if (rows.some(({ used }) => used)) throw refuse(422, 'Un archivo ya es prueba de otra captura: suba otro.', 'fileIds')
  return rows
}

const record = (tx: Tx, tenantId: number, body: CaptureBody, { plate, name }: Check, files: readonly string[]) => {
  const changes = {
    captured: [null, `${name}: ${statusText(body.statusId)}`],
    seen_at: [null, body.seenAt],
    files: [null, files],
  }
  return sql`
    select record_activity(${tenantId}, 'check', ${body.vehicleAssetId}, ${plate}, 'create',
      ${JSON.stringify(changes)}::jsonb)`.execute(tx)
}

/** Ends the caller's lease; another holder keeps theirs. */
const endLease = async (tx: Tx, session: Session, vehicleId: number, now: Date): Promise<void> => {
  const holder = (await readHolders(tx, session, [vehicleId], now)).get(vehicleId)
  if (holder) throw refuse(409, heldWords(holder, session.timeZone))
  await releaseVehicle(tx, session, vehicleId)
}

/** @param tx of the company, with the actor @throws HttpProblem with every faulty field */
export const createCapture = async (tx: Tx, session: Session, body: CaptureBody, now: Date): Promise<void> => {
  const { tenantId, userId, username, timeZone } = session
  const check = await lockCheck(tx, tenantId, body)
  const form = captureForm(check.typeId)
  if (!form || check.past) throw refuse(422, 'Este recurso no se captura.', 'resourceId')
  const errors = captureErrors(form, body, { now, timeZone })
  if (errors.length > 0) throw refuseFields(errors)
  await refuseChangedIdentity(tx, session, body, now)
  await endLease(tx, session, body.vehicleAssetId, now)
  const files = await lockFiles(tx, tenantId, body, [body.resourceId])
  const at = new Date(Math.min(Date.parse(body.seenAt), now.getTime()))
  const newer = newerAnswerError(check.goodAt, body.seenAt, now, timeZone)
  if (newer) throw refuse(409, newer, 'seenAt')
  await record(
    tx,
    tenantId,
    body,
    check,
    files.map(({ name }) => name),
  )
  const runId = await applyCapture(tx, {
    tenantId,
    vehicleId: body.vehicleAssetId,
    resourceId: body.resourceId,
    at,
    finding: findingOf(form, check.name, body, localTime(at, timeZone).day),
    raw: body,
    by: { id: userId, name: username },
  })
  await sql`
    update evidence_file
    set run_id = ${runId}, resource_id = ${body.resourceId}
    where tenant_id = ${tenantId} and file_id = any(${body.fileIds}::uuid[])`.execute(tx)
}

type StatementCall = StatementBody & { fileIds: string[] }

/** @param tx of the company, with the actor @throws HttpProblem with every faulty field; then nothing is stored */
export const createStatement = async (
  tx: Tx,
  session: Session,
  { fileIds, ...body }: StatementCall,
  now: Date,
): Promise<void> => {
  const { vehicleAssetId, answers } = body
  const { tenantId } = session
  if (!(await lockStatementVehicles(tx, tenantId, [vehicleAssetId])).has(vehicleAssetId)) throw notFound()
  await refuseChangedIdentity(tx, session, { vehicleAssetId, fileIds }, now)
  await endLease(tx, session, vehicleAssetId, now)
  if (new Set(fileIds).size < fileIds.length) throw refuse(422, 'Un archivo está dos veces.', 'fileIds')
  const resourceIds = answers.map(({ resourceId }) => resourceId)
  const proofs = await lockFiles(tx, tenantId, { vehicleAssetId, fileIds }, resourceIds)
  const errors = await storeStatement(tx, session, { body, proofs }, now)
  if (errors.length > 0) throw refuseFields(errors)
}
