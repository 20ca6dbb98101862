// What documents leave behind: files that were kept for a row that never came, rows that no document has any more, the files of a
// company that was erased. What a deleted fleet keeps to be brought back keeps its files too.
import { asSystem, type Db, type Tx } from '../db/client.ts'
import { dropRow, lockContent, looseRows, nobodys } from './content-rows.ts'
import { type ContentStore, readKey } from './content-store.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 500

/** Row and file under the lock that whoever takes the same content in waits for. What was put since is somebody's. */
const forget = async (tx: Tx, contents: ContentStore, key: string, before: Date): Promise<boolean> => {
  await lockContent(tx, key)
  if (!(await dropRow(tx, readKey(key), before))) return false
  const there = await contents.look(key)
  if (!there || there.at >= before) return false
  await contents.remove(key)
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

async function* looseKeys(db: Db, before: Date): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const keys = await asSystem(db, (tx) => looseRows(tx, before, after, AT_ONCE))
    yield* keys
    const last = keys.at(-1)
    if (last === undefined || keys.length < AT_ONCE) return
    after = last
  }
}

/** @returns how many files it removed */
export const sweepContents = async (db: Db, contents: ContentStore, now: Date): Promise<number> => {
  const before = new Date(now.getTime() - DAY_MS)
  let removed = 0
  const forgetOne = async (key: string) => {
    if (await asSystem(db, (tx) => forget(tx, contents, key, before))) removed++
  }
  for await (const key of looseKeys(db, before)) await forgetOne(key)
  for await (const batch of batches(contents.olderThan(before)))
    for (const key of await asSystem(db, (tx) => nobodys(tx, batch))) await forgetOne(key)
  return removed
}
