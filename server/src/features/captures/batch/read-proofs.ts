// Reads a ZIP of proofs: each file is checked like an upload and stored, and its text is searched for plates. It reads
// a few files at a time to limit memory.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { CAPTURE_FILE_BYTES, type CAPTURE_FILE_TYPES } from '@padron/contract/captures'
import { PROOFS_AT_MOST } from '@padron/contract/captures/book'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { HttpProblem, refuse } from '../../../errors/http-problem.ts'
import { cleanName } from '../../../files/clean-name.ts'
import type { FileStore } from '../../../files/contents/file-store.ts'
import { passChecked } from '../../../files/evidence.ts'
import { readPdfText, UNREADABLE_PDF } from '../../../files/pdf/read-text.ts'
import { listZipEntries, type ZipFault } from '../../../files/zip-entries.ts'
import { identifiersIn } from '../named-vehicles.ts'

const MB = 1_048_576
const LIMITS = {
  entries: PROOFS_AT_MOST + 1_000, // folders, and what a Mac adds
  names: 2 * MB,
  entryBytes: CAPTURE_FILE_BYTES,
  totalBytes: 2_000 * MB,
  ratio: 120,
  ratioFrom: MB,
}
const FAULTS: Readonly<Record<ZipFault, string>> = {
  big: 'El ZIP es demasiado grande o está comprimido de forma anormal: cada prueba pesa 10 MB como máximo.',
  password: 'El ZIP tiene contraseña: quítela y envíelo de nuevo.',
  damaged: 'El ZIP está dañado o comprimido de una forma que no se acepta.',
}
const refusal = (fault: ZipFault): HttpProblem => refuse(422, FAULTS[fault], 'file')

export type ReadProof = {
  fileId: string
  name: string
  mediaType: string
  size: number
  sha256: string
  path: string
  /** Words of its text that may be a plate or a VIN. */
  words: string[]
  error: string | null
}

const TYPES: Readonly<Record<string, (typeof CAPTURE_FILE_TYPES)[number]>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}
const typeOf = (name: string): string | undefined => TYPES[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '']

const isFile = ({ fileName }: Entry): boolean =>
  !fileName.endsWith('/') && !/(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(fileName)

const readEntry = async (zip: ZipFile, entry: Entry): Promise<Buffer> => {
  const stream = await zip.openReadStreamPromise(entry)
  const bytes = Buffer.concat(await (stream as Readable).toArray())
  if (crc32(bytes) !== entry.crc32) throw refusal('damaged')
  return bytes
}

const nothing = { size: 0, sha256: '', path: '' }

const readProof = async (zip: ZipFile, entry: Entry, store: FileStore, now: Date): Promise<ReadProof> => {
  const fileId = randomUUID()
  const base = entry.fileName.split('/').at(-1) ?? ''
  const mediaType = typeOf(base)
  const named = { fileId, name: base.slice(0, 200), mediaType: mediaType ?? '', words: [] }
  if (!mediaType) return { ...named, ...nothing, error: 'No es PDF, PNG ni JPEG.' }
  const bytes = await readEntry(zip, entry)
  const pdf = mediaType === 'application/pdf' ? await readPdfText(bytes) : undefined
  if (pdf && 'unreadable' in pdf && pdf.unreadable === 'encrypted')
    return { ...named, ...nothing, error: UNREADABLE_PDF.encrypted }
  const words = pdf && 'pages' in pdf ? identifiersIn(pdf.pages.flat()) : []
  try {
    const stored = await store.write(fileId, now, (into) => passChecked(Readable.from([bytes]), mediaType, into))
    return { ...named, ...stored, name: cleanName(base, mediaType), words, error: null }
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error
    return { ...named, ...nothing, error: error.title }
  }
}

const AT_ONCE = 6

const openZip = async (path: string): Promise<ZipFile> => {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
  } catch {
    throw refusal('damaged')
  }
}

/** @throws HttpProblem if the whole ZIP is refused */
const listFiles = async (zip: ZipFile): Promise<Entry[]> => {
  const entries = await listZipEntries(zip, LIMITS, refusal).catch((error: unknown) => {
    if (error instanceof HttpProblem) throw error
    throw refuse(422, 'El ZIP está dañado o contiene rutas no permitidas.', 'file')
  })
  const files = entries.filter(isFile)
  if (files.length === 0) throw refuse(422, 'El ZIP no contiene archivos.', 'file')
  if (files.length > PROOFS_AT_MOST) throw refusal('big')
  const names = new Set<string>()
  for (const { fileName } of files) {
    const name = (fileName.split('/').at(-1) ?? '').toLowerCase()
    if (names.has(name)) throw refuse(422, `El ZIP tiene dos archivos ${name.slice(0, 80)}.`, 'file')
    names.add(name)
  }
  return files
}

/**
 * Yields the files a few at a time.
 * @param path of the ZIP on this machine
 * @throws HttpProblem; files that it yielded before are stored, and the caller removes them
 */
export async function* readProofs(path: string, store: FileStore, now: Date): AsyncGenerator<ReadProof[]> {
  const zip = await openZip(path)
  try {
    const files = await listFiles(zip)
    for (let from = 0; from < files.length; from += AT_ONCE) {
      const some = await Promise.allSettled(
        files.slice(from, from + AT_ONCE).map((entry) => readProof(zip, entry, store, now)),
      )
      const read = some.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      const failed = some.find((one) => one.status === 'rejected')
      yield read
      if (failed) throw failed.reason instanceof HttpProblem ? failed.reason : refusal('damaged')
    }
  } finally {
    zip.close()
  }
}
