// Copies the files that rows speak of into an archive, one after another. What is in no store any more is told and does not end the
// backup: the rest is worth keeping.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { ContentStore } from '../files/content-store.ts'
import type { FileStore } from '../files/store.ts'
import { filePart, type Manifest, STORES, type StoreName } from './archive.ts'
import type { ArchiveWriter } from './write-archive.ts'

export type FileStores = Record<Exclude<StoreName, 'documents'>, FileStore> & { documents: ContentStore }

const FIRST_MISSING = 20

const split = (line: string): { store: StoreName; path: string } => {
  const at = line.indexOf('/')
  const store = STORES.find((each) => each === line.slice(0, at))
  if (!store) throw new Error(`no store of files: ${line}`)
  return { store, path: line.slice(at + 1) }
}

/** @returns undefined where it is not there, or the row names no path of a store */
const open = (stores: FileStores, store: StoreName, path: string): Promise<Readable | undefined> =>
  stores[store].read(path).catch((error: unknown) => {
    if (error instanceof Error && error.message.startsWith('not a ')) return undefined
    throw error
  })

/** @param list a file with a line for each @param told hears how many bytes went in */
export const saveFiles = async (
  archive: ArchiveWriter,
  stores: FileStores,
  list: string,
  told: (bytes: number) => void,
): Promise<Pick<Manifest, 'files' | 'missing'>> => {
  const hash = createHash('sha256')
  const files = { count: 0, bytes: 0, sha256: '' }
  const missing: Manifest['missing'] = { count: 0, first: [] }
  for await (const line of createInterface({ input: createReadStream(list), crlfDelay: Number.POSITIVE_INFINITY })) {
    const { store, path } = split(line)
    const content = await open(stores, store, path)
    if (!content) {
      missing.count++
      if (missing.first.length < FIRST_MISSING) missing.first.push(line)
      continue
    }
    const name = filePart(store, path)
    hash.update(`${name}\n`)
    const { bytes } = await archive.put(name, content, hash)
    files.count++
    files.bytes += bytes
    told(bytes)
  }
  return { files: { ...files, sha256: hash.digest('hex') }, missing }
}
