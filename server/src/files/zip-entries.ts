// Validates the directory of an untrusted ZIP before any entry is decompressed: bombs, false sizes, overlapping
// entries, passwords. yauzl itself rejects paths that lead out of the archive.
import type { Entry, ZipFile } from 'yauzl'

export type ZipLimits = {
  entries: number
  /** Characters of all names together. */
  names: number
  /** Decompressed bytes, of one entry and of all. */
  entryBytes: number
  totalBytes: number
  /** Ratio of decompressed to compressed bytes, for entries larger than `ratioFrom`. */
  ratio: number
  ratioFrom: number
}
export type ZipFault = 'big' | 'password' | 'damaged'

type Refusal = (fault: ZipFault) => Error

const checkEntries = (entries: readonly Entry[], limits: ZipLimits, refusal: Refusal): void => {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (total > limits.totalBytes) throw refusal('big')
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    const { compressedSize, uncompressedSize, relativeOffsetOfLocalHeader: start, generalPurposeBitFlag: flag } = entry
    if (uncompressedSize > limits.entryBytes) throw refusal('big')
    if (uncompressedSize > limits.ratioFrom && uncompressedSize > compressedSize * limits.ratio) throw refusal('big')
    if (flag & 1) throw refusal('password')
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) throw refusal('damaged')
    if (start < end) throw refusal('big') // overlaps the entry before it
    end = start + 30 + compressedSize
  }
}

/**
 * @param zip opened with `lazyEntries`
 * @throws the refusal for entries over the limits, and yauzl's own errors
 */
export const listZipEntries = async (zip: ZipFile, limits: ZipLimits, refusal: Refusal): Promise<Entry[]> => {
  if (zip.entryCount > limits.entries) throw refusal('big')
  const entries: Entry[] = []
  let nameLength = 0
  for await (const entry of zip.eachEntry()) {
    entries.push(entry)
    nameLength += entry.fileName.length
    if (nameLength > limits.names) throw refusal('big')
  }
  checkEntries(entries, limits, refusal)
  return entries
}
