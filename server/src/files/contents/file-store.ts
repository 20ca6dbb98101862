// Results, email attachments and evidence: files on disk, written atomically: under a temporary name, flushed, then
// renamed. Names on disk are random; a file's display name is in the database. In an S3 store: s3-files.ts; both pass
// the same tests (file-store.test.ts).
import { createReadStream } from 'node:fs'
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { flushed, writtenBy } from './disk-writing.ts'

export type StoredFile = { path: string; size: number; sha256: string }
export type FileStore = {
  /**
   * @param id names the file; a second write with the same id replaces it @param write fills the stream and ends it
   * @throws the error of `write`; then no file is left
   */
  write: (id: string, at: Date, write: (into: Writable) => Promise<void>) => Promise<StoredFile>
  /** @returns undefined if it no longer exists */
  read: (path: string) => Promise<Readable | undefined>
  /** Also if it is unfinished. */
  remove: (path: string) => Promise<void>
  /** Paths of complete files written before that time. */
  olderThan: (time: Date) => Promise<string[]>
  /** Removes unfinished files whose last write was before that time. */
  removeParts: (before: Date) => Promise<void>
  /** Removes all files written before that time, complete or not. */
  removeOlder: (than: Date) => Promise<void>
}

const PART = '.part'
const PATH = /^\d{4}\/\d\d\/[\da-f-]{36}$/

export const isStorePath = (path: string): boolean => PATH.test(path)
/** The path in its store of a file written at that time. @throws Error for an invalid id */
export const storePath = (id: string, at: Date): string =>
  asStorePath(`${at.toISOString().slice(0, 7).replace('-', '/')}/${id}`)
/** @throws Error for an invalid path, because a path becomes a name on disk or an address */
export const asStorePath = (path: string): string => {
  if (!PATH.test(path)) throw new Error('not a path of the store')
  return path
}

const writtenBefore = async (root: string, time: Date): Promise<string[]> => {
  const found: string[] = []
  for (const name of await readdir(root, { recursive: true }).catch(() => [] as string[])) {
    const file = await stat(join(root, name)).catch(() => undefined)
    if (file?.isFile() && file.mtime < time) found.push(name)
  }
  return found
}

/** @param folder created with the first file */
export const fileStore = (folder: string): FileStore => {
  const root = resolve(folder)
  const full = (path: string): string => join(root, asStorePath(path))
  const write: FileStore['write'] = async (id, at, fill) => {
    const path = storePath(id, at)
    const final = full(path)
    await mkdir(dirname(final), { recursive: true, mode: 0o700 })
    try {
      const digest = await writtenBy(fill, final + PART)
      await flushed(final + PART)
      await rename(final + PART, final)
      await flushed(dirname(final))
      return { path, ...digest }
    } catch (error) {
      await rm(final + PART, { force: true })
      throw error
    }
  }
  return {
    write,
    read: async (path) => {
      const there = await access(full(path)).then(
        () => true,
        () => false,
      )
      return there ? createReadStream(full(path)) : undefined
    },
    remove: async (path) => {
      for (const name of [full(path), full(path) + PART]) await rm(name, { force: true })
    },
    olderThan: async (time) => (await writtenBefore(root, time)).filter((name) => PATH.test(name)),
    removeParts: async (before) => {
      for (const name of await writtenBefore(root, before))
        if (name.endsWith(PART)) await rm(join(root, name), { force: true })
    },
    removeOlder: async (than) => {
      for (const name of await writtenBefore(root, than)) await rm(join(root, name), { force: true })
    },
  }
}
