// What every file that is written to disk shares: it is counted and hashed as it passes, and is on the disk before it has its name.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'

/** A file or a folder: what was written of it outlives a loss of power. */
export const flushed = async (path: string): Promise<void> => {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

/** Counts and hashes what passes. @param also sees each piece */
export const measured = (
  told: { size: number; sha256: string },
  also: (chunk: Buffer) => void = () => undefined,
): Transform => {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      told.size += chunk.length
      hash.update(chunk)
      also(chunk)
      done(null, chunk)
    },
    flush(done) {
      told.sha256 = hash.digest('hex')
      done()
    },
  })
}
