// Another file for a document, with the values that change with it. The file before stays as an earlier version.
import { FILE_NEEDED } from '@padron/contract/document-rules'
import { sql } from 'kysely'
import { readAsTenant, type Tx } from '../../db/client.ts'
import { keepExpiry } from '../../db/document-expiry.ts'
import type { TakenFile } from '../../files/contents/content-rows.ts'
import type { SpooledFile } from '../../files/spool.ts'
import { type TakeIn, takeIn } from '../../files/take-in.ts'
import { refuse } from '../../http/problem.ts'
import { asSent, type Doing, INFO_PATHS, type InfoSent } from './create.ts'
import { type Held, holdDocument, refuseStale, writtenValues } from './locked-document.ts'
import { judgeValues, refuseFaults, type Sent } from './values.rules.ts'
import { writeValues } from './values.write.ts'
import { refuseFallen } from './writer.ts'

type Form = { version: number; documentInfo: InfoSent }
type Which = { documentId: number; form: Form }

/** @throws HttpProblem */
const judge = async (tx: Tx, tenantId: number, { documentId, form }: Which, file: boolean, lock: 'none' | 'update') => {
  const held = await holdDocument(tx, tenantId, documentId, { lock })
  refuseStale(held, form.version, 'version')
  const { errors, values } = judgeValues(held.type.fields, asSent(form.documentInfo), {
    paths: INFO_PATHS,
    whole: false,
    stands: writtenValues(held),
  })
  refuseFaults([...(file ? [] : [{ path: 'file', message: FILE_NEEDED }]), ...errors])
  return { held, values }
}

const write = async (tx: Tx, { session, now }: Doing, held: Held, values: readonly Sent[], taken: TakenFile) => {
  const { tenantId, userId, username } = session
  const { documentId, fileVersion } = held
  await sql`insert into document_version (tenant_id, document_id, version, sha256, file_name, uploaded_at, user_id, who)
    values (${tenantId}, ${documentId}, ${fileVersion + 1}, ${taken.sha256}, ${taken.fileName}, ${now.toISOString()},
      ${userId}, ${username})`.execute(tx)
  await sql`update document set current_version = ${fileVersion + 1}, row_version = row_version + 1
    where tenant_id = ${tenantId} and document_id = ${documentId}`.execute(tx)
  await writeValues(tx, tenantId, documentId, values)
  await keepExpiry(tx, tenantId, sql`d.document_id = ${documentId}`, { username, now })
}

/** @throws HttpProblem */
export const replaceFile = async (
  tools: TakeIn,
  doing: Doing,
  which: Which,
  file: SpooledFile | undefined,
): Promise<void> => {
  const { session, actor } = doing
  const { tenantId } = session
  await readAsTenant(tools.db, tenantId, (tx) => judge(tx, tenantId, which, file !== undefined, 'none'))
  if (!file) throw refuse(422, FILE_NEEDED, 'file')
  await takeIn(tools, { tenantId, actor }, file, async (tx, taken) => {
    await refuseFallen(tx, session)
    const { held, values } = await judge(tx, tenantId, which, true, 'update')
    await write(tx, doing, held, values, taken)
  })
}
