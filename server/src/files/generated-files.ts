// A cache of files that are generated when their address is opened, on this machine's disk for some minutes: later
// requests get the stored file, and simultaneous requests wait for one generation.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { asStoreTrouble } from './contents/store-trouble.ts'

/** For all companies together; the oldest files are removed first. */
const CACHE_BYTES = 500_000_000

type GeneratedFile = { stream: Readable; size: number }
export type GeneratedFiles = {
  /**
   * @param key identifies everything on which the content depends, including the company
   * @throws the error of `make`; nothing is stored then
   */
  open: (key: string, make: () => Promise<Uint8Array>) => Promise<GeneratedFile>
}

const openFile = async (path: string): Promise<GeneratedFile | undefined> => {
  const file = await open(path).catch(() => undefined)
  if (!file) return undefined
  const { size } = await file.stat()
  return { stream: file.createReadStream(), size } // it closes the file at its end
}

/** Removes the oldest files until the rest is within the limit; `keepSwept` (spool.ts) removes expired files. */
const removeOldest = async (folder: string, limit: number): Promise<void> => {
  const names = await readdir(folder)
  const files = await Promise.all(
    names.map(async (name) => ({ name, ...(await stat(join(folder, name)).catch(() => ({ size: 0, mtimeMs: 0 }))) })),
  )
  let total = files.reduce((sum, { size }) => sum + size, 0)
  for (const { name, size } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs).slice(0, -1)) {
    if (total <= limit) return
    await rm(join(folder, name), { force: true })
    total -= size
  }
}

/**
 * @param folder of one process or of several; created when the first file is written
 * @param cacheBytes the most bytes in the folder
 */
export const createGeneratedFiles = (folder: string, cacheBytes = CACHE_BYTES): GeneratedFiles => {
  const underWay = new Map<string, Promise<void>>()
  const makeOnce = async (path: string, make: () => Promise<Uint8Array>): Promise<void> => {
    const bytes = await make()
    const part = `${path}.${randomUUID()}`
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(part, bytes, { mode: 0o600 })
      await rename(part, path)
      await removeOldest(folder, cacheBytes)
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined)
      throw asStoreTrouble(error)
    }
  }
  return {
    open: async (key, make) => {
      const path = join(folder, createHash('sha256').update(key).digest('hex'))
      const existing = underWay.has(path) ? undefined : await openFile(path)
      if (existing) return existing
      const making = underWay.get(path) ?? makeOnce(path, make).finally(() => underWay.delete(path))
      underWay.set(path, making)
      await making
      const file = await openFile(path)
      if (!file) throw asStoreTrouble(new Error('a generated file was removed at once'))
      return file
    },
  }
}
