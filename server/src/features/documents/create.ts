// Adds a document to a vehicle. The form is validated before the file is read, and again in the writing transaction,
// because it may have become invalid meanwhile.
import { DOCUMENTS_OF_A_VEHICLE } from '@padron/contract/documents/shapes'
import { FILE_NEEDED, TYPE_NEEDED } from '@padron/contract/rules/document-rules'
import { sql } from 'kysely'
import { type Actor, readAsTenant, type Tx } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import type { SpooledFile } from '../../files/spool.ts'
import { type DocumentStorage, storeDocument } from '../../files/store-document.ts'
import { saveExpiry } from '../../fleet/document-expiry.ts'
import type { Session } from '../../http/access/sessions.ts'
import { type FormSent, findRepeatedForm } from './repeated-form.ts'
import { findType } from './types/document-types.queries.ts'
import { nameErrors, type Paths, refuseFaults, type Sent, tidy, validateValues } from './values.rules.ts'
import { writeValues } from './values.write.ts'
import { findVehicle } from './vehicle.ts'
import { requireWriter } from './writer.ts'

export type InfoSent = readonly { DocumentFieldId: number; Value: string }[]
export type Form = {
  document: { DocumentTypeId: number; VehicleAssetId: number; DocumentName?: string | undefined }
  documentInfo: InfoSent
}
export type WriteContext = { session: Session; now: Date; actor: Actor }

export const INFO_PATHS: Paths = {
  id: (n) => `documentInfo.${n}.DocumentFieldId`,
  value: (n) => `documentInfo.${n}.Value`,
  all: 'documentInfo',
}
export const asSent = (infos: InfoSent): Sent[] =>
  infos.map(({ DocumentFieldId, Value }) => ({ fieldId: DocumentFieldId, value: Value }))

/** Serializes the count of a vehicle's documents. */
const lockCount = (tx: Tx, vehicleId: number) =>
  sql`
    select pg_advisory_xact_lock(hashtextextended('document ' || current_tenant() || ' ' || ${vehicleId}::bigint,
      0))`.execute(tx)

/** Removed documents do not count; restoring one checks the limit again. */
export const refuseTooMany = async (tx: Tx, tenantId: number, vehicleId: number): Promise<void> => {
  await lockCount(tx, vehicleId)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from document
    where tenant_id = ${tenantId} and vehicle_id = ${vehicleId} and removed_at is null`.execute(tx)
  if ((rows[0]?.n ?? 0) >= DOCUMENTS_OF_A_VEHICLE)
    throw refuse(409, `El vehículo ya tiene ${DOCUMENTS_OF_A_VEHICLE} documentos, que es el máximo.`)
}

type ValidatedForm = { values: Sent[] }

/** @throws HttpProblem: 404 for the vehicle, otherwise all refused fields */
const validateForm = async (
  tx: Tx,
  tenantId: number,
  { document, documentInfo }: Form,
  file: boolean,
  writing: boolean,
): Promise<ValidatedForm> => {
  await findVehicle(tx, tenantId, document.VehicleAssetId, writing)
  const type = await findType(tx, tenantId, document.DocumentTypeId, writing ? 'share' : 'none')
  const { errors, values } = validateValues(type?.fields ?? [], type ? asSent(documentInfo) : [], {
    paths: INFO_PATHS,
    whole: true,
  })
  refuseFaults([
    ...(file ? [] : [{ path: 'file', message: FILE_NEEDED }]),
    ...(type ? [] : [{ path: 'document.DocumentTypeId', message: TYPE_NEEDED }]),
    ...nameErrors(document.DocumentName, 'document.DocumentName', false),
    ...errors,
  ])
  return { values }
}

/** Inserts both rows in one statement, so that the activity record of the new document names its file. */
const insert = async (
  tx: Tx,
  { session, now }: WriteContext,
  { vehicleId, typeId, name, stored }: FormSent,
): Promise<number> => {
  const { tenantId, userId, username } = session
  const { rows } = await sql<{ id: number }>`
    with made as (insert into document (tenant_id, vehicle_id, document_type_id, document_name, created_at)
      values (${tenantId}, ${vehicleId}, ${typeId}, ${name}, ${now.toISOString()}) returning document_id)
    insert into document_version (tenant_id, document_id, version, sha256, file_name, uploaded_at, user_id, who)
    select ${tenantId}, document_id, 1, ${stored.sha256}, ${stored.fileName}, ${now.toISOString()}, ${userId},
      ${username}
    from made
    returning document_id as id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** Idempotent per form: a repeated form returns the first document. */
const write = async (tx: Tx, context: WriteContext, sent: FormSent): Promise<number> => {
  const { session, now } = context
  const { tenantId, username } = session
  await lockCount(tx, sent.vehicleId)
  const same = await findRepeatedForm(tx, session, sent, now)
  if (same !== undefined) return same
  await refuseTooMany(tx, tenantId, sent.vehicleId)
  const documentId = await insert(tx, context, sent)
  await writeValues(tx, tenantId, documentId, sent.values)
  await saveExpiry(tx, tenantId, sql`d.document_id = ${documentId}`, { username, now })
  return documentId
}

/** @returns its id @throws HttpProblem */
export const createDocument = async (
  tools: DocumentStorage,
  context: WriteContext,
  form: Form,
  file: SpooledFile | undefined,
): Promise<number> => {
  const { session, actor } = context
  const { tenantId } = session
  const { DocumentTypeId: typeId, VehicleAssetId: vehicleId, DocumentName = '' } = form.document
  await readAsTenant(tools.db, tenantId, (tx) => validateForm(tx, tenantId, form, file !== undefined, false))
  if (!file) throw refuse(422, FILE_NEEDED, 'file')
  return storeDocument(tools, { tenantId, actor }, file, async (tx, stored) => {
    await requireWriter(tx, session)
    const { values } = await validateForm(tx, tenantId, form, true, true)
    return write(tx, context, { vehicleId, typeId, name: tidy(DocumentName) || stored.fileName, values, stored })
  })
}
