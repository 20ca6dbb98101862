// The one way by which a document comes in: what it is, whether it is clean, whether there is room, then its bytes, then its rows.
import { type Actor, asTenant, type Db, readAsTenant, type Tx } from '../db/client.ts'
import type { Scan } from './clam.ts'
import { cleanName } from './clean-name.ts'
import { keepRow, lockContent, refuseFull } from './content-rows.ts'
import { type ContentStore, contentKey } from './content-store.ts'
import { kindOf } from './document-kinds.ts'
import type { SpooledFile } from './spool.ts'
import { asStoreTrouble } from './store-trouble.ts'

/** What documents are taken in with, as the installation is set up. */
export type DocumentTools = { contents: ContentStore; scan: Scan; quotaBytes: number }
export type TakeIn = DocumentTools & { db: Db }
export type TakenFile = {
  sha256: string
  size: number
  /** As its content says. */
  mediaType: string
  /** As it may be shown and saved. */
  fileName: string
  scan: 'clean' | 'unchecked'
}

const judged = async (scan: Scan, file: SpooledFile): Promise<TakenFile> => {
  const { sha256, size } = file
  const mediaType = await kindOf(file)
  return { sha256, size, mediaType, fileName: cleanName(file.fileName, mediaType, 'documento'), scan: await scan(file) }
}

const put = (contents: ContentStore, key: string, file: SpooledFile): Promise<void> =>
  contents.put(key, file).catch((error: unknown) => {
    throw asStoreTrouble(error)
  })

/** A sweep may have taken it since it was put; under the lock none can. */
const putAgainIfGone = async (contents: ContentStore, key: string, file: SpooledFile): Promise<void> => {
  const there = await contents.look(key).catch((error: unknown) => {
    throw asStoreTrouble(error)
  })
  if (there?.size !== file.size) await put(contents, key, file)
}

/**
 * Keeps a file and writes what speaks of it, in one transaction that begins when the bytes are kept: no connection is held while a
 * large file travels. A refusal leaves no row, and at most bytes that the sweep takes.
 * @param write runs in that transaction, as the actor @throws HttpProblem 400, 415, 422, 503, 507, or what `write` throws
 */
export const takeIn = async <T>(
  { db, contents, scan, quotaBytes }: TakeIn,
  { tenantId, actor }: { tenantId: number; actor: Actor },
  file: SpooledFile,
  write: (tx: Tx, taken: TakenFile) => Promise<T>,
): Promise<T> => {
  const taken = await judged(scan, file)
  const key = contentKey(tenantId, taken.sha256)
  await readAsTenant(db, tenantId, (tx) => refuseFull(tx, { tenantId, ...taken }, quotaBytes))
  await put(contents, key, file)
  const keep = async (tx: Tx): Promise<T> => {
    await lockContent(tx, key)
    await putAgainIfGone(contents, key, file)
    await keepRow(tx, tenantId, taken, quotaBytes)
    return write(tx, taken)
  }
  return asTenant(db, tenantId, keep, actor)
}
