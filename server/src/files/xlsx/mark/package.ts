// The parts of an uploaded workbook: a few are read as texts and changed, new ones are added, and all others are copied
// byte for byte. Only workbooks that pass the reader's own checks are opened.
import { PassThrough, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Entry, fromBufferPromise, type ZipFile as YauzlFile } from 'yauzl'
import { ZipFile } from 'yazl'
import { openPackage, type Package } from '../read/package.ts'
import { DAMAGED, TOO_BIG, WorkbookError } from '../read/workbook-error.ts'

const PART_AT_MOST = 96 * 1_048_576

export type Parts = {
  /** The same bytes, opened by the reader. */
  pack: Package
  has: (name: string) => boolean
  /** @throws WorkbookError if the part does not exist, is too big or is not UTF-8 */
  read: (name: string) => Promise<string>
  write: (name: string, text: string) => void
  drop: (name: string) => void
  zip: () => Promise<Buffer>
}

const entriesOf = async (bytes: Buffer) => {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/')) entries.push(entry)
  return { zip, entries }
}

const decoded = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new WorkbookError(DAMAGED)
  }
}

/** An unchanged part; if it cannot be decompressed, writing the copy fails with the error. */
const copied = (zip: YauzlFile, entry: Entry, out: ZipFile): Readable => {
  const copy = new PassThrough()
  const fail = (error: Error) => void (out.outputStream as PassThrough).destroy(error)
  void zip
    .openReadStreamPromise(entry)
    .then((stream) => pipeline(stream, copy))
    .catch(fail)
  return copy
}

/** @throws WorkbookError if the bytes are not an acceptable workbook */
export const openParts = async (bytes: Buffer): Promise<Parts> => {
  const pack = await openPackage(bytes)
  const { zip, entries } = await entriesOf(bytes)
  const byName = new Map(entries.map((entry) => [entry.fileName.toLowerCase(), entry]))
  const written = new Map<string, string>()
  const dropped = new Set<string>()
  // Part names are case-insensitive; an existing part keeps its own spelling.
  const nameOf = (name: string) => byName.get(name.toLowerCase())?.fileName ?? name
  return {
    pack,
    has: (name) => byName.has(name.toLowerCase()) || written.has(name),
    read: async (name) => {
      const known = written.get(nameOf(name))
      if (known !== undefined) return known
      const entry = byName.get(name.toLowerCase())
      if (!entry) throw new WorkbookError(DAMAGED)
      if (entry.uncompressedSize > PART_AT_MOST) throw new WorkbookError(TOO_BIG)
      return decoded(await buffer(await zip.openReadStreamPromise(entry)))
    },
    write: (name, content) => void written.set(nameOf(name), content),
    drop: (name) => void dropped.add(nameOf(name)),
    zip: () => {
      const out = new ZipFile()
      const left = new Map(written)
      for (const entry of entries) {
        const changed = left.get(entry.fileName)
        left.delete(entry.fileName)
        if (dropped.has(entry.fileName)) continue
        if (changed !== undefined) out.addBuffer(Buffer.from(changed), entry.fileName)
        else out.addReadStreamLazy(entry.fileName, (give) => give(null, copied(zip, entry, out)))
      }
      for (const [name, content] of left) out.addBuffer(Buffer.from(content), name)
      out.end()
      return buffer(out.outputStream)
    },
  }
}
