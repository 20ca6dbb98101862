// Replaces the file of a document, together with the values that change. The earlier file stays as a version.
import { FILE_NEEDED } from '@padron/contract/rules/document-rules'
import { sql } from 'kysely'
import { readAsTenant, type Tx } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import type { AcceptedFile } from '../../files/contents/content-rows.ts'
import type { SpooledFile } from '../../files/spool.ts'
import { type DocumentStorage, storeDocument } from '../../files/store-document.ts'
import { saveExpiry } from '../../fleet/document-expiry.ts'
import { asSent, INFO_PATHS, type InfoSent, type WriteContext } from './create.ts'
import { type LockedDocument, lockDocument, refuseStale, writtenValues } from './locked-document.ts'
import { refuseFaults, type Sent, validateValues } from './values.rules.ts'
import { writeValues } from './values.write.ts'
import { requireWriter } from './writer.ts'

type Form = { version: number; documentInfo: InfoSent }
type Which = { documentId: number; form: Form }

/** @throws HttpProblem */
const validateForm = async (
  tx: Tx,
  tenantId: number,
  { documentId, form }: Which,
  file: boolean,
  lock: 'none' | 'update',
) => {
  const locked = await lockDocument(tx, tenantId, documentId, { lock })
  refuseStale(locked, form.version, 'version')
  const { errors, values } = validateValues(locked.type.fields, asSent(form.documentInfo), {
    paths: INFO_PATHS,
    whole: false,
    written: writtenValues(locked),
  })
  refuseFaults([...(file ? [] : [{ path: 'file', message: FILE_NEEDED }]), ...errors])
  return { locked, values }
}

const write = async (
  tx: Tx,
  { session, now }: WriteContext,
  locked: LockedDocument,
  values: readonly Sent[],
  stored: AcceptedFile,
) => {
  const { tenantId, userId, username } = session
  const { documentId, fileVersion } = locked
  await sql`insert into document_version (tenant_id, document_id, version, sha256, file_name, uploaded_at, user_id, who)
    values (${tenantId}, ${documentId}, ${fileVersion + 1}, ${stored.sha256}, ${stored.fileName}, ${now.toISOString()},
      ${userId}, ${username})`.execute(tx)
  await sql`update document set current_version = ${fileVersion + 1}, row_version = row_version + 1
    where tenant_id = ${tenantId} and document_id = ${documentId}`.execute(tx)
  await writeValues(tx, tenantId, documentId, values)
  await saveExpiry(tx, tenantId, sql`d.document_id = ${documentId}`, { username, now })
}

/** @throws HttpProblem */
export const replaceFile = async (
  tools: DocumentStorage,
  context: WriteContext,
  which: Which,
  file: SpooledFile | undefined,
): Promise<void> => {
  const { session, actor } = context
  const { tenantId } = session
  await readAsTenant(tools.db, tenantId, (tx) => validateForm(tx, tenantId, which, file !== undefined, 'none'))
  if (!file) throw refuse(422, FILE_NEEDED, 'file')
  await storeDocument(tools, { tenantId, actor }, file, async (tx, stored) => {
    await requireWriter(tx, session)
    const { locked, values } = await validateForm(tx, tenantId, which, true, 'update')
    await write(tx, context, locked, values, stored)
  })
}
