// Writes an archive atomically, also on a power failure: until it is complete the file is named <file>.part.
import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { flushed } from '../files/contents/disk-writing.ts'
import { ArchiveError } from './archive.ts'

const PIECE_BYTES = 1_048_576
const LEVEL = 3

export type Written = { bytes: number; sha256: string }
export type ArchiveWriter = {
  /** @param also hashes every byte too */
  put: (name: string, content: AsyncIterable<Buffer>, also?: Hash) => Promise<Written>
}

const addPiece = (into: Pack, name: string, content: Buffer): Promise<void> =>
  new Promise((done, fail) => {
    const entry = into.entry({ name, size: content.length, mode: 0o600 }, (error) => (error ? fail(error) : done()))
    entry.end(content)
  })

const put = async (into: Pack, name: string, content: AsyncIterable<Buffer>, also?: Hash): Promise<Written> => {
  const hash = createHash('sha256')
  let chunks: Buffer[] = []
  let size = 0
  let piece = 0
  let bytes = 0
  const flush = async () => {
    await addPiece(into, `${name}/${String(piece++).padStart(6, '0')}`, Buffer.concat(chunks))
    chunks = []
    size = 0
  }
  for await (const chunk of content) {
    hash.update(chunk)
    also?.update(chunk)
    bytes += chunk.length
    chunks.push(chunk)
    size += chunk.length
    if (size >= PIECE_BYTES) await flush()
  }
  if (size > 0 || piece === 0) await flush()
  return { bytes, sha256: hash.digest('hex') }
}

const refuseExisting = (file: string): void => {
  if (existsSync(file)) throw new ArchiveError(`El archivo ${file} ya existe.`)
}

/** Throws the first failure, whether of the disk or of the work. */
const together = async <T>(writing: Promise<void>, working: Promise<T>): Promise<T> => {
  const broken = writing.then(() => new Promise<never>(() => undefined))
  const done = await Promise.race([working, broken])
  await writing
  return done
}

/** @param work fills the archive and puts the manifest last @throws Error; then no file is left */
export const writeArchive = async <T>(file: string, work: (archive: ArchiveWriter) => Promise<T>): Promise<T> => {
  const part = `${file}.part`
  refuseExisting(file)
  refuseExisting(part)
  const disk = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
  await once(disk, 'open').catch((error: unknown) => {
    throw new ArchiveError(
      `No se puede escribir el archivo ${file} (${error instanceof Error ? error.message : error}).`,
      { cause: error },
    )
  })
  disk.on('error', () => undefined) // the pipeline reports the error, also one after its end
  const tar = pack()
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 }
  const writing = pipeline(Readable.from(tar), createZstdCompress({ params }), disk)
  writing.catch(() => undefined) // reported below
  try {
    const working = work({ put: (name, content, also) => put(tar, name, content, also) }).then((done) => {
      tar.finalize()
      return done
    })
    const done = await together(writing, working)
    refuseExisting(file)
    await rename(part, file)
    await flushed(dirname(file))
    return done
  } catch (error) {
    tar.destroy()
    if (!disk.destroy().closed) await once(disk, 'close').catch(() => undefined)
    await rm(part, { force: true })
    throw error
  }
}
