// Copies the files that rows refer to into an archive, one after another. A file that no store has any more is reported
// and does not end the backup, because the rest is useful. A file that was deleted with its row meanwhile is not
// reported.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { ContentStore } from '../files/contents/content-store.ts'
import type { FileStore } from '../files/contents/file-store.ts'
import { filePart, findStore, type Manifest, type StoreName } from './archive.ts'
import type { ArchiveWriter } from './write-archive.ts'

export type FileStores = Record<Exclude<StoreName, 'documents'>, FileStore> & { documents: ContentStore }

const FIRST_MISSING = 20
/**
 * Up to this many missing files are checked again: more cannot have been deleted by retention in these minutes, so they
 * are lost.
 */
const RECHECK_LIMIT = 10_000

export const splitLine = (line: string): { store: StoreName; path: string } => {
  const at = line.indexOf('/')
  const store = findStore(line.slice(0, at))
  if (!store) throw new Error(`no store of files: ${line}`)
  return { store, path: line.slice(at + 1) }
}

/** @returns undefined if it does not exist, or the row contains no valid path */
export const openStored = (stores: FileStores, store: StoreName, path: string): Promise<Readable | undefined> =>
  stores[store].read(path).catch((error: unknown) => {
    if (error instanceof Error && error.message.startsWith('not a ')) return undefined
    throw error
  })

type SavingFiles = {
  stores: FileStores
  /** A file with one line per stored file. */
  list: string
  /** Returns the lines that rows refer to now. */
  stillNamed: (lines: readonly string[]) => Promise<string[]>
  onProgress: (bytes: number) => void
}

const missed = async (
  lost: { count: number; lines: string[] },
  { stillNamed }: SavingFiles,
): Promise<Manifest['missing']> => {
  const isRechecked = lost.count > 0 && lost.count <= RECHECK_LIMIT
  const lines = isRechecked ? await stillNamed(lost.lines) : lost.lines
  return { count: isRechecked ? lines.length : lost.count, first: lines.slice(0, FIRST_MISSING) }
}

export const saveFiles = async (
  archive: ArchiveWriter,
  options: SavingFiles,
): Promise<Pick<Manifest, 'files' | 'missing'>> => {
  const { stores, list, onProgress } = options
  const hash = createHash('sha256')
  const files = { count: 0, bytes: 0, sha256: '' }
  const lost = { count: 0, lines: [] as string[] }
  for await (const line of createInterface({ input: createReadStream(list), crlfDelay: Number.POSITIVE_INFINITY })) {
    const { store, path } = splitLine(line)
    const content = await openStored(stores, store, path)
    if (!content) {
      lost.count++
      if (lost.count <= RECHECK_LIMIT) lost.lines.push(line)
      continue
    }
    const name = filePart(store, path)
    hash.update(`${name}\n`)
    const { bytes } = await archive.put(name, content, hash)
    files.count++
    files.bytes += bytes
    onProgress(bytes)
  }
  return { files: { ...files, sha256: hash.digest('hex') }, missing: await missed(lost, options) }
}
