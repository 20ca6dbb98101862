// Changes a document's name and fields, removes it and restores it.
import type { Input } from '@padron/contract/call'
import { DAY_MS } from '@padron/contract/days'
import type { documents as rows } from '@padron/contract/documents'
import { RESTORABLE_DAYS } from '@padron/contract/documents/shapes'
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../../db/client.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import { deleteExpiry, saveExpiry } from '../../fleet/document-expiry.ts'
import type { Session } from '../../http/access/sessions.ts'
import { refuseTooMany } from './create.ts'
import { type LockedDocument, lockDocument, refuseStale, writtenValues } from './locked-document.ts'
import { type FieldError, nameErrors, type Paths, refuseFaults, tidy, validateValues } from './values.rules.ts'
import { writeValues } from './values.write.ts'

type Change = Input<typeof rows.update>['body']
const PATHS: Paths = { id: (n) => `fields.${n}.documentFieldId`, value: (n) => `fields.${n}.value`, all: 'fields' }

/** Faults of the other ids that a field may carry: each must be that of the document or of the stored value. */
const misplaced = (locked: LockedDocument, fields: Change['fields']): FieldError[] =>
  fields.flatMap(({ documentId, documentInfoId, documentFieldId }, n) => [
    ...(documentId === undefined || documentId === locked.documentId
      ? []
      : [{ path: `fields.${n}.documentId`, message: 'El campo es de otro documento.' }]),
    ...(documentInfoId == null || documentInfoId === locked.written.get(documentFieldId)?.infoId
      ? []
      : [{ path: `fields.${n}.documentInfoId`, message: 'El dato no es de este campo.' }]),
  ])

/** @throws HttpProblem */
export const updateDocument = async (
  tx: Tx,
  { tenantId, username }: Session,
  { document, fields }: Change,
  now: Date,
): Promise<void> => {
  const { documentId, documentName, version } = document
  const locked = await lockDocument(tx, tenantId, documentId)
  refuseStale(locked, version, 'document.version')
  const sent = fields.map(({ documentFieldId, value }) => ({ fieldId: documentFieldId, value: value ?? '' }))
  const { errors, values } = validateValues(locked.type.fields, sent, {
    paths: PATHS,
    whole: false,
    written: writtenValues(locked),
  })
  const named = documentName !== undefined
  refuseFaults([
    ...(named ? nameErrors(documentName, 'document.documentName', true) : []),
    ...misplaced(locked, fields),
    ...errors,
  ])
  await sql`
    update document
    set row_version = row_version + 1 ${named ? sql`, document_name = ${tidy(documentName)}` : sql``}
    where tenant_id = ${tenantId} and document_id = ${documentId}`.execute(tx)
  await writeValues(tx, tenantId, documentId, values)
  await saveExpiry(tx, tenantId, sql`d.document_id = ${documentId}`, { username, now })
}

/** @throws HttpProblem */
export const removeDocument = async (
  tx: Tx,
  { tenantId, username }: Session,
  documentId: number,
  now: Date,
): Promise<void> => {
  await lockDocument(tx, tenantId, documentId)
  await sql`
    update document
    set removed_at = ${now.toISOString()}, removed_by = ${username}, row_version = row_version + 1
    where tenant_id = ${tenantId} and document_id = ${documentId}`.execute(tx)
  await deleteExpiry(tx, tenantId, documentId)
}

const restorableSince = (now: Date): Date => new Date(now.getTime() - RESTORABLE_DAYS * DAY_MS)

/** @throws HttpProblem; 404 also when it can no longer be restored, even if the row still exists */
export const restoreDocument = async (
  tx: Tx,
  { tenantId, username }: Session,
  documentId: number,
  now: Date,
): Promise<void> => {
  const locked = await lockDocument(tx, tenantId, documentId, { removed: true })
  if (locked.removedAt === null) throw refuse(409, 'El documento no está eliminado.', 'documentId')
  if (new Date(locked.removedAt) <= restorableSince(now)) throw notFound()
  await refuseTooMany(tx, tenantId, locked.vehicleId)
  await sql`update document set removed_at = null, removed_by = null, row_version = row_version + 1
    where tenant_id = ${tenantId} and document_id = ${documentId}`.execute(tx)
  await saveExpiry(tx, tenantId, sql`d.document_id = ${documentId}`, { username, now })
}

/**
 * Deletes removed documents that can no longer be restored; the sweep of unreferenced contents deletes their files.
 * @returns the number of documents
 */
export const purgeRemoved = (db: Db, now: Date): Promise<number> =>
  asSystem(db, async (tx) => {
    const over = sql`d.removed_at <= ${restorableSince(now).toISOString()}`
    // Locks their vehicles first, in the same order as every writer of documents.
    await sql`
      select
      from vehicle v
      where (v.tenant_id, v.vehicle_id) in (select d.tenant_id, d.vehicle_id from document d where ${over})
      order by v.tenant_id, v.vehicle_id for key share`.execute(tx)
    const { numAffectedRows = 0n } = await sql`delete from document d where ${over}`.execute(tx)
    return Number(numAffectedRows)
  })
