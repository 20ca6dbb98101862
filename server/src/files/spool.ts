// An incoming file: written to a separate folder as it arrives, hashed and counted, never whole in memory. It exists
// as long as its request; files of killed processes are removed later.
import { randomUUID } from 'node:crypto'
import { mkdir, opendir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Stop, startSchedule } from '../jobs/schedule.ts'
import { writtenBy } from './contents/disk-writing.ts'

/** A complete file on this machine's disk with its hash; its name comes from the sender and is not trusted. */
export type SpooledFile = {
  path: string
  size: number
  sha256: string
  fileName: string
}
/** The folder for incoming files, and the largest size that is accepted. */
export type SpoolRoom = { folder: string; bytes: number }

const TOUCH_MS = 60_000
/** A running process touches its files every minute, so older ones are orphaned. */
const DEAD_MS = 600_000

/** @returns a new path in the folder, which is created if needed */
export const spoolPath = async ({ folder }: Pick<SpoolRoom, 'folder'>): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, randomUUID())
}

/**
 * Writes the stream to the path, readable by this process's user alone.
 * @throws the error of the stream or the disk; then no file is left
 */
export const spool = async (from: AsyncIterable<Buffer>, path: string, fileName: string): Promise<SpooledFile> => ({
  path,
  fileName,
  ...(await writtenBy((into) => pipeline(from, into), path)),
})

/**
 * Marks the file as in use during its request, which may last long after the file's last byte.
 * @returns a function that stops it
 */
export const keepTouched = (path: string): (() => void) => {
  const touch = () => void utimes(path, new Date(), new Date()).catch(() => undefined) // not there yet, or gone
  const timer = setInterval(touch, TOUCH_MS).unref()
  return () => clearInterval(timer)
}

/** Removes the files of killed processes ten minutes after their last touch. */
export const sweepSpool = async (folder: string, now: Date): Promise<void> => {
  const entries = await opendir(folder).catch(() => undefined)
  for await (const { name } of entries ?? []) {
    const path = join(folder, name)
    const file = await stat(path).catch(() => undefined)
    if (file?.isFile() && now.getTime() - file.mtimeMs > DEAD_MS) await rm(path, { force: true })
  }
}

const SWEEP_MS = 600_000

/** Sweeps now and at intervals. @returns a function that stops it */
export const keepSwept = (folder: string, log: Pick<FastifyBaseLogger, 'error'>): Stop =>
  startSchedule(
    {
      everyMs: SWEEP_MS,
      run: () => sweepSpool(folder, new Date()),
      failure: 'orphaned files could not be deleted',
    },
    log,
  )
