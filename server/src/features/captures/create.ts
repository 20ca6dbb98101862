// Stores a capture in one transaction: validated, written by the engine's store, with its files and who saw it.
import { captureForm } from '@padron/contract/capture-forms'
import { localTime } from '@padron/contract/days'
import { statusText } from '@padron/contract/resources'
import { sql } from 'kysely'
import { applyCapture } from '../../checks/store/capture.ts'
import type { Tx } from '../../db/client.ts'
import { HttpProblem, notFound, refuse } from '../../http/problem.ts'
import type { Session } from '../../http/sessions.ts'
import { type CaptureBody, captureErrors, type FieldError, findingOf } from './captures.rules.ts'

type Check = { plate: string; name: string; typeId: number; past: boolean; goodAt: string | null }

const refuseFields = (errors: readonly FieldError[]): HttpProblem => {
  const [first] = errors
  const title = errors.length === 1 && first ? first.message : 'Revise los campos señalados de la captura.'
  return new HttpProblem(422, title, [...errors])
}

/** Locks the vehicle first, as every writer of checks does: two captures of one check are serialized. */
const lockCheck = async (tx: Tx, tenantId: number, { vehicleAssetId, resourceId }: CaptureBody): Promise<Check> => {
  await sql`
    select from vehicle where tenant_id = ${tenantId} and vehicle_id = ${vehicleAssetId} for no key update`.execute(tx)
  const { rows } = await sql<Check>`
    select v.plate, r.resource_name as name, r.resource_type_id as "typeId", r.purpose = 'history' as past,
      f.good_at as "goodAt"
    from vehicle_resource f join vehicle v on v.tenant_id = f.tenant_id and v.vehicle_id = f.vehicle_id
    join resource r on r.resource_id = f.resource_id and not r.retired
    where f.tenant_id = ${tenantId}
      and f.vehicle_id = ${vehicleAssetId}
      and f.resource_id = ${resourceId}::bigint`.execute(tx)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** A file of another company, vehicle or resource does not exist. */
const lockFiles = async (
  tx: Tx,
  tenantId: number,
  { vehicleAssetId, resourceId, fileIds }: CaptureBody,
): Promise<string[]> => {
  const { rows } = await sql<{ name: string; used: boolean }>`
    select file_name as name, run_id is not null as used from evidence_file
    where tenant_id = ${tenantId}
      and file_id = any(${fileIds}::uuid[])
      and vehicle_id = ${vehicleAssetId}
      and resource_id = ${resourceId}::bigint
    order by file_id for update`.execute(tx)
  if (rows.length < fileIds.length) throw refuse(422, 'Un archivo ya no está: súbalo de nuevo.', 'fileIds')
  if (rows.some(({ used }) => used)) throw refuse(422, 'Un archivo ya es prueba de otra captura: suba otro.', 'fileIds')
  return rows.map(({ name }) => name)
}

const moment = (at: string | Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))

/** A newer answer wins, whoever gave it. */
const refuseOlder = ({ goodAt }: Check, at: Date, timeZone: string): void => {
  if (goodAt === null || new Date(goodAt) < at) return
  const message =
    `Hay una respuesta del ${moment(goodAt, timeZone)}, igual o más reciente que esta consulta del ` +
    `${moment(at, timeZone)}.`
  throw refuse(409, message, 'seenAt')
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

/** @param tx of the company, with the actor @throws HttpProblem with every faulty field */
export const createCapture = async (tx: Tx, session: Session, body: CaptureBody, now: Date): Promise<void> => {
  const { tenantId, userId, username, timeZone } = session
  const check = await lockCheck(tx, tenantId, body)
  const form = captureForm(check.typeId)
  if (!form || check.past) throw refuse(422, 'Este recurso no se captura.', 'resourceId')
  const errors = captureErrors(form, body, now)
  if (errors.length > 0) throw refuseFields(errors)
  const files = await lockFiles(tx, tenantId, body)
  const at = new Date(Math.min(Date.parse(body.seenAt), now.getTime()))
  refuseOlder(check, at, timeZone)
  await record(tx, tenantId, body, check, files)
  const runId = await applyCapture(tx, {
    tenantId,
    vehicleId: body.vehicleAssetId,
    resourceId: body.resourceId,
    connectorKey: 'manual',
    at,
    finding: findingOf(form, check.name, body, localTime(at, timeZone).day),
    raw: body,
    by: { id: userId, name: username },
  })
  await sql`
    update evidence_file
    set run_id = ${runId}
    where tenant_id = ${tenantId} and file_id = any(${body.fileIds}::uuid[])`.execute(tx)
}
