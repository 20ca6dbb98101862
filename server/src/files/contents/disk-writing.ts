// What every file that is written to disk shares: it is counted and hashed as it passes, and is on the disk before it
// has its name.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file or a folder: what was written of it outlives a loss of power. */
export const flushed = async (path: string): Promise<void> => {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

/** Counts and hashes what passes. @param also sees each piece */
export const measured = (
  digest: { size: number; sha256: string },
  also: (chunk: Buffer) => void = () => undefined,
): Transform => {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.size += chunk.length
      hash.update(chunk)
      also(chunk)
      done(null, chunk)
    },
    flush(done) {
      digest.sha256 = hash.digest('hex')
      done()
    },
  })
}

/** Writes there what `fill` puts into its stream. @throws what it throws, or the disk; then nothing is left */
export const writtenBy = async (
  fill: (into: Writable) => Promise<void>,
  path: string,
): Promise<{ size: number; sha256: string }> => {
  const digest = { size: 0, sha256: '' }
  const into = measured(digest)
  const disk = createWriteStream(path, { mode: 0o600 })
  try {
    const written = pipeline(into, disk)
    written.catch(() => undefined) // reported below
    await Promise.all([
      fill(into).catch((error: unknown) => {
        into.destroy(error instanceof Error ? error : new Error(String(error)))
        throw error
      }),
      written,
    ])
    return digest
  } catch (error) {
    // A file that is only now being opened would outlive its removal.
    if (!disk.destroy().closed) await once(disk, 'close').catch(() => undefined)
    await rm(path, { force: true })
    throw error
  }
}
