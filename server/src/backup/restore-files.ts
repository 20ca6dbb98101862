// Restores an archive's files into the stores of this installation, on disk or in S3, whatever stores they came from.
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Address } from '../db/connect.ts'
import type { ContentStore } from '../files/contents/content-store.ts'
import { readKey } from '../files/contents/content-store.ts'
import type { FileStore } from '../files/contents/file-store.ts'
import { spool, spoolPath } from '../files/spool.ts'
import { ArchiveError, readFilePart } from './archive.ts'
import type { Progress } from './backup.ts'
import { readArchive } from './read-archive.ts'
import type { FileStores } from './save-files.ts'

export type RestoreOptions = {
  owner: Address
  stores: FileStores
  file: string
  /** A folder for files before they are moved into a store. */
  spool: string
  /** true: emails and deliveries that waited are sent, overdue reports run, and webhooks stay on. */
  send: boolean
  now: Date
  /**
   * Receives the archive's keys, if any, before any row is restored: otherwise a failure could leave rows without their
   * keys.
   */
  keepKeys?: ((keys: string) => Promise<void>) | undefined
  progress?: Progress
}

/** year/month/id, as the store builds it from a time and an id. */
const asWritten = (path: string): { id: string; at: Date } => {
  const [year, month, id = ''] = path.split('/')
  return { id, at: new Date(Date.UTC(Number(year), Number(month) - 1, 15)) }
}

export const keepFile = async (store: FileStore, path: string, content: AsyncIterable<Buffer>): Promise<number> => {
  const { id, at } = asWritten(path)
  const { size } = await store.write(id, at, (into) => pipeline(Readable.from(content), into))
  return size
}

export const keepDocument = async (
  store: ContentStore,
  key: string,
  content: AsyncIterable<Buffer>,
  folder: string,
): Promise<number> => {
  const path = await spoolPath({ folder })
  try {
    const spooled = await spool(content, path, 'documento')
    if (spooled.sha256 !== readKey(key).sha256)
      throw new ArchiveError(`El documento ${key} no es el que dice su nombre.`)
    await store.put(key, spooled)
    return spooled.size
  } finally {
    await rm(path, { force: true })
  }
}

export const restoreFiles = async ({ file, stores, spool: folder, progress }: RestoreOptions): Promise<void> => {
  for await (const { name, content } of readArchive(file)) {
    const found = readFilePart(name)
    if (!found) {
      for await (const _ of content); // skips a part that is not a file
      continue
    }
    const { store, path } = found
    const bytes =
      store === 'documents'
        ? await keepDocument(stores.documents, path, content, folder)
        : await keepFile(stores[store], path, content)
    progress?.('archivos', bytes)
  }
}
