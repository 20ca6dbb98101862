// The ZIP around a workbook, judged before anything is inflated: bombs, lying sizes, bodies on top of each other, macros,
// passwords and other formats are refused here, in milliseconds. Worker limits do not cover Buffers: these bounds do.
import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { DAMAGED, TOO_BIG, WorkbookError } from './workbook-error.ts'

const MB = 1_048_576
export const LIMITS = {
  bytes: 25 * MB,
  entries: 200,
  entryBytes: 150 * MB,
  totalBytes: 200 * MB,
  ratio: 120, // real workbooks: 6–40
  rows: 100_000,
  columns: 200,
} as const
const RATIO_FROM = MB // a tiny part of blanks may well shrink more

const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'

export type Package = { has: (name: string) => boolean; open: (name: string, atMost?: number) => Promise<Readable> }

/** What the first bytes say. @throws WorkbookError unless they are a ZIP's */
const sniff = (bytes: Buffer): void => {
  if (bytes.length === 0) throw new WorkbookError('El archivo está vacío.')
  if (bytes.length > LIMITS.bytes) throw new WorkbookError(`El archivo pesa más de ${LIMITS.bytes / MB} MB; divídalo.`)
  if (bytes.readUInt32BE(0) === 0xd0cf11e0) {
    const locked = bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    throw new WorkbookError(
      locked
        ? 'El archivo está protegido con contraseña; quítela en Excel y vuelva a enviarlo.'
        : 'El archivo es de un formato anterior (.xls); guárdelo como libro de Excel (.xlsx).',
    )
  }
  if (bytes.readUInt32BE(0) !== 0x504b0304) throw new WorkbookError('El archivo no es un libro de Excel (.xlsx).')
}

const judge = (entries: readonly Entry[]): void => {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (total > LIMITS.totalBytes) throw new WorkbookError(TOO_BIG)
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    const { compressedSize, uncompressedSize, relativeOffsetOfLocalHeader: start, generalPurposeBitFlag: flag } = entry
    if (uncompressedSize > LIMITS.entryBytes) throw new WorkbookError(TOO_BIG)
    if (uncompressedSize > RATIO_FROM && uncompressedSize > compressedSize * LIMITS.ratio)
      throw new WorkbookError(TOO_BIG)
    if (flag & 1) throw new WorkbookError('El archivo está protegido con contraseña; quítela y vuelva a enviarlo.')
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) throw new WorkbookError(DAMAGED)
    if (start < end) throw new WorkbookError(TOO_BIG) // two entries over one body
    end = start + 30 + compressedSize
  }
}

/** Part names do not tell case. */
const keyOf = (name: string): string => name.replace(/^\//, '').toLowerCase()

const listEntries = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  const entries: Entry[] = []
  await new Promise<void>((done, fail) => {
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.once('end', done)
    zip.once('error', fail)
    zip.readEntry()
  })
  judge(entries)
  const byName = new Map(entries.map((entry) => [keyOf(entry.fileName), entry]))
  if (byName.size !== entries.length) throw new WorkbookError(DAMAGED)
  return byName
}

/** @throws WorkbookError where the bytes are no workbook we would open */
export const openPackage = async (bytes: Buffer): Promise<Package> => {
  sniff(bytes)
  const zip = await fromBufferPromise(bytes, {
    lazyEntries: true,
    autoClose: false,
    strictFileNames: true,
    validateEntrySizes: true,
  })
  if (zip.entryCount > LIMITS.entries) throw new WorkbookError(TOO_BIG)
  const entries = await listEntries(zip)
  if ([...entries.keys()].some((name) => name.endsWith('vbaproject.bin'))) {
    throw new WorkbookError('El archivo contiene macros; guárdelo como libro de Excel sin macros (.xlsx).')
  }
  return {
    has: (name) => entries.has(keyOf(name)),
    open: async (name, atMost = LIMITS.entryBytes) => {
      const entry = entries.get(keyOf(name))
      if (!entry) throw new WorkbookError(DAMAGED)
      if (entry.uncompressedSize > atMost) throw new WorkbookError(TOO_BIG)
      return zip.openReadStreamPromise(entry)
    },
  }
}

export const isWorkbookType = (type: string): boolean => type === MAIN_TYPE
