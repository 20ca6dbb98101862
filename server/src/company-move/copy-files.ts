// Copies a company's files from the stores of one installation to those of another. Files are never rewritten, so a
// copied file is not copied again.
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { STORES } from '../backup/archive.ts'
import { fileLines } from '../backup/file-rows.ts'
import { keepDocument, keepFile } from '../backup/restore-files.ts'
import { openStored, splitLine } from '../backup/save-files.ts'
import { spoolPath } from '../files/spool.ts'
import { onConnection, type Place } from './place.ts'

export type CopiedFiles = { count: number; bytes: number; missing: number }

/** Writes a line per file to a file, because there may be millions. */
const listFiles = async (source: Place, tenantId: number): Promise<string> => {
  const list = await spoolPath({ folder: source.spool })
  await onConnection(source, async (client) => {
    await client.query('begin read only')
    await pipeline(await fileLines(client, STORES, tenantId), createWriteStream(list, { mode: 0o600 }))
    await client.query('commit')
  })
  return list
}

/**
 * @param done lines of copied files; new ones are added
 * @returns the files and bytes copied now, and the files that no store has
 */
export const copyFiles = async (
  source: Place,
  target: Place,
  tenantId: number,
  done: Set<string>,
): Promise<CopiedFiles> => {
  const copied: CopiedFiles = { count: 0, bytes: 0, missing: 0 }
  const list = await listFiles(source, tenantId)
  try {
    for await (const line of createInterface({ input: createReadStream(list), crlfDelay: Number.POSITIVE_INFINITY })) {
      if (done.has(line)) continue
      const { store, path } = splitLine(line)
      const content = await openStored(source.stores, store, path)
      if (!content) {
        copied.missing++
        continue
      }
      copied.bytes +=
        store === 'documents'
          ? await keepDocument(target.stores.documents, path, content, target.spool)
          : await keepFile(target.stores[store], path, content)
      copied.count++
      done.add(line)
    }
  } finally {
    await rm(list, { force: true })
  }
  return copied
}
