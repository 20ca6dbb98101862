// Validates a workbook uploaded by a form: present, and named as a file of a type that the caller accepts.
import { refuse } from '../../errors/http-problem.ts'
import { WorkbookError } from '../../files/xlsx/read/workbook-error.ts'
import type { SentFile } from './multipart-body.ts'

const NAME_AT_MOST = 200

/** The file's name without path and control characters. */
const nameOf = (sentName: string): string =>
  (sentName.split(/[\\/]/).at(-1) ?? '')
    .toWellFormed()
    .replace(/\p{Cc}|\p{Cf}/gu, '')
    .trim()
    .slice(-NAME_AT_MOST)

/**
 * @param sentName the name in a field of its own; the file's own name counts where it is empty
 * @param texts the messages for a missing file and for a name of another type than `types`
 * @throws 422
 */
export const checkWorkbookUpload = (
  file: SentFile | undefined,
  sentName: string | undefined,
  texts: { file: string; onlyXlsx: string; types?: RegExp },
): { fileName: string; bytes: Buffer } => {
  const fileName = file ? nameOf(sentName ?? '') || nameOf(file.fileName) : ''
  if (!file || fileName === '') throw refuse(422, texts.file, 'file')
  if (!(texts.types ?? /\.xlsx$/i).test(fileName)) throw refuse(422, texts.onlyXlsx, 'file')
  return { fileName, bytes: file.bytes }
}

/** Turns a fault of the file into a refusal of its field; other errors stay as they are. */
export const unreadableFile = (error: unknown, field = 'file'): unknown =>
  error instanceof WorkbookError ? refuse(422, error.message, field) : error
