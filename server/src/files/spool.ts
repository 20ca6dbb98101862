// A file on its way in: written to a folder of its own as it comes, hashed and counted, never whole in memory. It
// stays for as long as its call; what a killed process left behind is swept.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, opendir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Stop, startSchedule } from '../jobs/schedule.ts'
import { measured } from './contents/disk-writing.ts'

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
const TOUCH_MS = 60_000
/** A process that lives touches its files every minute. */
const DEAD_MS = 600_000

/** @returns a new path in the folder, which is made where it is not there */
export const spoolPath = async ({ folder }: Pick<SpoolRoom, 'folder'>): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, randomUUID())
}

type FileDigest = Pick<SpooledFile, 'size' | 'sha256' | 'head'>
const keepHead = (digest: FileDigest) => (chunk: Buffer) => {
  if (digest.head.length < HEAD_BYTES)
    digest.head = Buffer.concat([digest.head, chunk.subarray(0, HEAD_BYTES - digest.head.length)])
}

/**
 * Writes all of it there, readable by this process's user alone.
 * @throws what the stream or the disk says; then nothing is left
 */
export const spool = async (from: AsyncIterable<Buffer>, path: string, fileName: string): Promise<SpooledFile> => {
  const digest: FileDigest = { size: 0, sha256: '', head: Buffer.alloc(0) }
  const disk = createWriteStream(path, { mode: 0o600 })
  try {
    await pipeline(from, measured(digest, keepHead(digest)), disk)
  } catch (error) {
    // A file that is only now being opened would outlive its removal.
    if (!disk.destroy().closed) await once(disk, 'close').catch(() => undefined)
    await rm(path, { force: true })
    throw error
  }
  return { path, fileName, ...digest }
}

/**
 * While its call lasts, which may be long after its last byte, the file is marked as in use.
 * @returns how to stop
 */
export const keepTouched = (path: string): (() => void) => {
  const touch = () => void utimes(path, new Date(), new Date()).catch(() => undefined) // not there yet, or gone
  const timer = setInterval(touch, TOUCH_MS).unref()
  return () => clearInterval(timer)
}

/** Removes what calls of processes that were killed have left, ten minutes after they touched it last. */
export const sweepSpool = async (folder: string, now: Date): Promise<void> => {
  const entries = await opendir(folder).catch(() => undefined)
  for await (const { name } of entries ?? []) {
    const path = join(folder, name)
    const file = await stat(path).catch(() => undefined)
    if (file?.isFile() && now.getTime() - file.mtimeMs > DEAD_MS) await rm(path, { force: true })
  }
}

const SWEEP_MS = 600_000

/** Sweeps at once, and for as long as the process takes files in. @returns how to stop */
export const keepSwept = (folder: string, log: Pick<FastifyBaseLogger, 'error'>): Stop =>
  startSchedule(
    {
      everyMs: SWEEP_MS,
      run: () => sweepSpool(folder, new Date()),
      failure: 'orphaned files could not be deleted',
    },
    log,
  )
