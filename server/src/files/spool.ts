// A file on its way in: written to a folder of its own as it comes, hashed and counted, never whole in memory. It stays for as
// long as its call; what a killed process left behind is swept.
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { giveBack } from './used-memory.ts'

/** A file on this machine's disk, whole and hashed; its name is its sender's word. */
export type SpooledFile = {
  path: string
  size: number
  sha256: string
  /** Its first bytes: enough to know what it is. */
  head: Buffer
  fileName: string
}
/** Where files come in, and the largest that is taken. */
export type SpoolRoom = { folder: string; bytes: number }

const HEAD_BYTES = 4_100
const GIVE_BACK_EVERY = 8_388_608
const LEFT_BEHIND_MS = 3_600_000

/** @returns a new path in the folder, which is made where it is not there */
export const spoolPath = async ({ folder }: SpoolRoom): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, randomUUID())
}

type Told = Pick<SpooledFile, 'size' | 'sha256' | 'head'>
/** Hashes and counts what passes, and keeps its beginning. */
const looked = (told: Told): Transform => {
  const hash = createHash('sha256')
  let next = GIVE_BACK_EVERY
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (told.head.length < HEAD_BYTES)
        told.head = Buffer.concat([told.head, chunk.subarray(0, HEAD_BYTES - told.head.length)])
      told.size += chunk.length
      hash.update(chunk)
      if (told.size >= next) {
        next += GIVE_BACK_EVERY
        giveBack()
      }
      done(null, chunk)
    },
    flush(done) {
      told.sha256 = hash.digest('hex')
      done()
    },
  })
}

/** Writes all of it there, readable by this process's user alone. @throws what the stream or the disk says; then nothing is left */
export const spool = async (from: AsyncIterable<Buffer>, path: string, fileName: string): Promise<SpooledFile> => {
  const told: Told = { size: 0, sha256: '', head: Buffer.alloc(0) }
  const disk = createWriteStream(path, { mode: 0o600 })
  try {
    await pipeline(from, looked(told), disk)
  } catch (error) {
    // A file that is only now being opened would outlive its removal.
    if (!disk.destroy().closed) await once(disk, 'close').catch(() => undefined)
    await rm(path, { force: true })
    throw error
  }
  return { path, fileName, ...told }
}

/** Removes what calls of processes that were killed have left. */
export const sweepSpool = async (folder: string, now: Date): Promise<void> => {
  const entries = await opendir(folder).catch(() => undefined)
  for await (const { name } of entries ?? []) {
    const path = join(folder, name)
    const file = await stat(path).catch(() => undefined)
    if (file?.isFile() && now.getTime() - file.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true })
  }
}
