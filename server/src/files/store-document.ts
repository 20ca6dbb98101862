// The only function that stores documents: media type, virus scan, quota, then the bytes, then the rows. The store may
// be slow, so no database connection is held during its calls.
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

/** The tools for storing documents, by the installation's settings. */
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
 * Checks the quota and marks the content, so that no sweep removes it from now on. If a sweep is just removing the same
 * content, waits for it without holding a connection.
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
 * Stores a file, then writes its rows in one transaction: no connection is held while a large file is transferred. A
 * refusal leaves no row, and at most bytes that the sweep removes.
 * @param write runs in that transaction, as the actor
 * @throws HttpProblem 400, 415, 422, 503, 507, or the error of `write`
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
    if (!(await markThere(tx, { tenantId, sha256 })))
      throw asStoreTrouble(new Error('the content was swept during its upload'))
    await saveFileRow(tx, tenantId, accepted, quotaBytes)
    return write(tx, accepted)
  }
  return asTenant(db, tenantId, keep, actor)
}
