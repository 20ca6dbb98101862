// The media type of a document, by its content: its name and declared type are ignored. Only the list of parts of an
// Office file is unpacked.
import { DOCUMENT_FILES, NOT_A_DOCUMENT } from '@padron/contract/rules/document-rules'
import { fileTypeFromFile } from 'file-type'
import { openPromise } from 'yauzl'
import { refuse } from '../errors/http-problem.ts'
import type { SpooledFile } from './spool.ts'

const TYPES: readonly string[] = DOCUMENT_FILES.map(({ type }) => type)
const isOffice = (type: string): boolean => type.includes('openxmlformats')
const PARTS_AT_MOST = 20_000
const MACROS = /vbaproject\.bin$/i

/** Whether it is a complete package without macros or a password. */
const isPlainPackage = async (path: string): Promise<boolean> => {
  const zip = await openPromise(path, { lazyEntries: true, strictFileNames: true })
  try {
    if (zip.entryCount > PARTS_AT_MOST) return false
    let described = false
    for await (const { fileName, generalPurposeBitFlag } of zip.eachEntry()) {
      if (MACROS.test(fileName) || (generalPurposeBitFlag & 1) !== 0) return false
      described ||= fileName === '[Content_Types].xml'
    }
    return described
  } finally {
    zip.close()
  }
}

/** @returns its media type @throws HttpProblem 400 if it is empty, 415 if it is no document */
export const kindOf = async ({ path, size }: SpooledFile): Promise<string> => {
  if (size === 0) throw refuse(400, 'El archivo está vacío.', 'file')
  // An unreadable file is not a document.
  const type = (await fileTypeFromFile(path).catch(() => undefined))?.mime ?? ''
  const known = TYPES.includes(type) && (!isOffice(type) || (await isPlainPackage(path).catch(() => false)))
  if (!known) throw refuse(415, NOT_A_DOCUMENT, 'file')
  return type
}
