// The one way to store a document: its type, the virus scan, the quota, then its bytes, then its rows. The store may
// be slow: it is never called while a database connection is held.
import { setTimeout as pause } from 'node:timers/promises'
import { type Actor, asTenant, type Db, type Tx } from '../db/client.ts'
import type { Scan } from './clam.ts'
import { cleanName } from './clean-name.ts'
import { markComing, markThere } from './contents/content-marks.ts'
import { type AcceptedFile, refuseFull, saveFileRow } from './contents/content-rows.ts'
import { type ContentStore, contentKey } from './contents/content-store.ts'
import { asStoreTrouble } from './contents/store-trouble.ts'
import { kindOf } from './document-kinds.ts'
import { pictureSize, refuseLargePicture } from './picture-size.ts'
import type { SpooledFile } from './spool.ts'

/** What stores documents, as the installation is configured. */
export type DocumentTools = { contents: ContentStore; scan: Scan; quotaBytes: number }
export type DocumentStorage = DocumentTools & { db: Db }

const inspect = async (scan: Scan, file: SpooledFile): Promise<AcceptedFile> => {
  const { sha256, size } = file
  const mediaType = await kindOf(file)
  if (mediaType.startsWith('image/')) refuseLargePicture(await pictureSize(file.path), 'file')
  return { sha256, size, mediaType, fileName: cleanName(file.fileName, mediaType, 'documento'), scan: await scan(file) }
}

const REMOVAL_TRIES = 60
const REMOVAL_PAUSE_MS = 250

/**
 * Room is there, and no sweep takes it from now on; one that is removing the same content is waited for, on no
 * connection.
 */
const reserveContent = async (
  { db, quotaBytes }: DocumentStorage,
  tenantId: number,
  { sha256, size }: SpooledFile,
): Promise<void> => {
  const mark = () =>
    asTenant(db, tenantId, async (tx) => {
      await refuseFull(tx, { tenantId, sha256, size }, quotaBytes)
      return markComing(tx, { tenantId, sha256 })
    })
  for (let tries = 1; !(await mark()); tries++) {
    if (tries === REMOVAL_TRIES) throw asStoreTrouble(new Error('the same content is being removed'))
    await pause(REMOVAL_PAUSE_MS)
  }
}

const storeContent = (contents: ContentStore, key: string, file: SpooledFile): Promise<void> =>
  contents.put(key, file).catch((error: unknown) => {
    throw asStoreTrouble(error)
  })

/**
 * Stores a file, then writes its rows in one transaction: no connection is held while a large file travels. A
 * refusal leaves no row, and at most bytes that the sweep takes.
 * @param write runs in that transaction, as the actor
 * @throws HttpProblem 400, 415, 422, 503, 507, or what `write` throws
 */
export const storeDocument = async <T>(
  tools: DocumentStorage,
  { tenantId, actor }: { tenantId: number; actor: Actor },
  file: SpooledFile,
  write: (tx: Tx, accepted: AcceptedFile) => Promise<T>,
): Promise<T> => {
  const { db, contents, scan, quotaBytes } = tools
  const accepted = await inspect(scan, file)
  const { sha256 } = accepted
  await reserveContent(tools, tenantId, file)
  await storeContent(contents, contentKey(tenantId, sha256), file)
  const keep = async (tx: Tx): Promise<T> => {
    if (!(await markThere(tx, { tenantId, sha256 }))) throw asStoreTrouble(new Error('it was swept while it was put'))
    await saveFileRow(tx, tenantId, accepted, quotaBytes)
    return write(tx, accepted)
  }
  return asTenant(db, tenantId, keep, actor)
}
