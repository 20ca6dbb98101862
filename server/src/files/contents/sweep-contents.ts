// Removes orphaned contents a day later: uploads whose row was never written, rows without a document, files of an
// erased company. A deleted fleet that can be restored keeps its files. A file that is unknown to this database may be
// newer than the backup from which the database was restored, so it remains for thirty days.
import { DAY_MS } from '@padron/contract/days'
import { asSystem, type Db } from '../../db/client.ts'
import { beginLeaving, endLeaving, looseKeys, unreferencedKeys } from './content-marks.ts'
import { type ContentStore, readKey } from './content-store.ts'
import { refuseOthers } from './store-owner.ts'

const STRANGE_DAYS = 30
const AT_ONCE = 500

/**
 * Removes one content; an upload of the same content waits until it is removed. If the store fails, the next sweep
 * tries again.
 */
const deleteContent = async (db: Db, contents: ContentStore, key: string, before: Date): Promise<boolean> => {
  const content = readKey(key)
  if (!(await asSystem(db, (tx) => beginLeaving(tx, content, before)))) return false
  await contents.remove(key)
  await asSystem(db, (tx) => endLeaving(tx, content))
  return true
}

async function* batches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const key of keys) {
    batch.push(key)
    if (batch.length < AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function* loose(db: Db, before: Date): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const keys = await asSystem(db, (tx) => looseKeys(tx, before, after, AT_ONCE))
    yield* keys
    const last = keys.at(-1)
    if (last === undefined || keys.length < AT_ONCE) return
    after = last
  }
}

/** Removes the contents of an erased company, which can have no upload in progress. @throws as `sweepContents` */
export const removeContentsOf = async (db: Db, contents: ContentStore, tenantId: number): Promise<void> => {
  await refuseOthers(db, contents)
  const before = new Date(Date.now() + DAY_MS)
  for await (const key of loose(db, before))
    if (readKey(key).tenantId === tenantId) await deleteContent(db, contents, key, before)
}

/** @returns the number of removed files @throws Error if the store is another installation's, or fails */
export const sweepContents = async (
  db: Db,
  contents: ContentStore,
  now: Date,
  stopping?: AbortSignal,
): Promise<number> => {
  await refuseOthers(db, contents)
  const before = new Date(now.getTime() - DAY_MS)
  const long = new Date(now.getTime() - STRANGE_DAYS * DAY_MS)
  let removed = 0
  const deleteOne = async (key: string) => {
    if (await deleteContent(db, contents, key, before)) removed++
  }
  for await (const key of loose(db, before)) {
    if (stopping?.aborted) return removed
    await deleteOne(key)
  }
  for await (const batch of batches(contents.olderThan(long))) {
    if (stopping?.aborted) return removed
    for (const key of await asSystem(db, (tx) => unreferencedKeys(tx, batch))) await deleteOne(key)
  }
  return removed
}
