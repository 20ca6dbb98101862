// What documents leave behind: what was put for a row that never came, rows that no document has any more, the files
// of a company that was erased: a day later. What a deleted fleet keeps to be brought back keeps its files too. A
// file that this database has never heard of may be newer than a backup it was restored from: it stays for thirty
// days.
import { asSystem, type Db } from '../../db/client.ts'
import { beginLeaving, endLeaving, looseKeys, unreferencedKeys } from './content-marks.ts'
import { type ContentStore, readKey } from './content-store.ts'
import { refuseOthers } from './store-owner.ts'

const DAY_MS = 86_400_000
const STRANGE_DAYS = 30
const AT_ONCE = 500

/**
 * Whoever sends the same content meanwhile waits until it is gone. Where the store fails it is tried again at the
 * next sweep.
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

/** What a company that was erased has left: nobody of it can be sending any more. @throws as `sweepContents` */
export const removeContentsOf = async (db: Db, contents: ContentStore, tenantId: number): Promise<void> => {
  await refuseOthers(db, contents)
  const before = new Date(Date.now() + DAY_MS)
  for await (const key of loose(db, before))
    if (readKey(key).tenantId === tenantId) await deleteContent(db, contents, key, before)
}

/** @returns how many files it removed @throws Error where the store is another installation's, or fails */
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
