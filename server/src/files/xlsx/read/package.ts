// The ZIP of a workbook, validated before any entry is decompressed: bombs, false sizes, overlapping entries, macros,
// passwords and other formats are refused here, in milliseconds.
import { pipeline, type Readable, Transform } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { listZipEntries, type ZipFault } from '../../zip-entries.ts'
import { checkNames, checkStart, PASSWORD } from './kind.ts'
import { LIMITS } from './limits.ts'
import { CORRUPTED, DAMAGED, TOO_BIG, WorkbookError } from './workbook-error.ts'

export type Package = {
  has: (name: string) => boolean
  /** Decompressed bytes; 0 for a part that does not exist. */
  sizeOf: (name: string) => number
  /** @param atMost decompressed bytes @param tooBig the refusal of a larger part */
  open: (name: string, atMost?: number, tooBig?: () => WorkbookError) => Promise<Readable>
}

/** Part names are case-insensitive. */
const keyOf = (name: string): string => name.replace(/^\//, '').toLowerCase()

const refusal = (fault: ZipFault): WorkbookError =>
  new WorkbookError({ big: TOO_BIG, password: PASSWORD, damaged: DAMAGED }[fault])

const listEntries = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  const entries = await listZipEntries(zip, LIMITS, refusal)
  const byName = new Map(entries.map((entry) => [keyOf(entry.fileName), entry]))
  if (byName.size !== entries.length) throw new WorkbookError(DAMAGED)
  return byName
}

const openZip = async (bytes: Buffer): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> => {
  try {
    // Some old .NET programs write backslashes in names; yauzl converts them.
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    return { zip, entries: await listEntries(zip) }
  } catch (error) {
    if (error instanceof WorkbookError) throw error
    const { message } = error as Error
    if (/relative path|absolute path/.test(message))
      throw new WorkbookError('El archivo contiene rutas no permitidas; vuelva a guardarlo en Excel.')
    if (/End of Central Directory/i.test(message))
      throw new WorkbookError(
        'El archivo está incompleto o dañado; vuelva a guardarlo o a descargarlo y envíelo de nuevo.',
      )
    throw new WorkbookError(DAMAGED, { cause: error })
  }
}

/** Validates the first bytes and the archive's directory. Decompresses nothing, so any thread may call it. */
const readDirectory = async (bytes: Buffer): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> => {
  await checkStart(bytes)
  const directory = await openZip(bytes)
  checkNames(new Set(directory.entries.keys()))
  return directory
}

/** Refuses invalid files in milliseconds, without waiting for a thread. @throws WorkbookError */
export const checkDirectory = async (bytes: Buffer): Promise<void> => {
  await readDirectory(bytes)
}

/** Passes a part on, and fails at its end if its checksum is wrong. */
const checkSum = (entry: Entry): Transform => {
  let sum = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      sum = crc32(chunk, sum)
      next(null, chunk)
    },
    flush(done) {
      done(sum === entry.crc32 ? null : new WorkbookError(CORRUPTED))
    },
  })
}

/** @throws WorkbookError if the bytes are not an acceptable workbook */
export const openPackage = async (bytes: Buffer): Promise<Package> => {
  const { zip, entries } = await readDirectory(bytes)
  return {
    has: (name) => entries.has(keyOf(name)),
    sizeOf: (name) => entries.get(keyOf(name))?.uncompressedSize ?? 0,
    open: async (name, atMost = LIMITS.entryBytes, tooBig = () => new WorkbookError(TOO_BIG)) => {
      const entry = entries.get(keyOf(name))
      if (!entry) throw new WorkbookError(DAMAGED)
      if (entry.uncompressedSize > atMost) throw tooBig()
      const checked = checkSum(entry)
      // The reader of the stream gets the errors; a reader that stops early is no error.
      pipeline(await zip.openReadStreamPromise(entry), checked, () => undefined)
      return checked
    },
  }
}
