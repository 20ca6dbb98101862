// Common to all files that are written to disk: they are counted and hashed while they are written, and flushed to the
// disk before they get their name.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Flushes a file or a folder, so that its data survive a loss of power. */
export const flushed = async (path: string): Promise<void> => {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

/** Counts and hashes the bytes. */
const measured = (digest: { size: number; sha256: string }): Transform => {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.size += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      digest.sha256 = hash.digest('hex')
      done()
    },
  })
}

/** Writes the stream that `fill` fills to the path. @throws its error or the disk's; then no file is left */
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
    // If the file were removed while it is still being opened, it would be created afterwards.
    if (!disk.destroy().closed) await once(disk, 'close').catch(() => undefined)
    await rm(path, { force: true })
    throw error
  }
}
