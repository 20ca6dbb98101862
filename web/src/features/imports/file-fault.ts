// Why a file is not sent at all.
import { UPLOAD_BYTES, UPLOAD_TEXTS } from '@padron/contract/imports'

const MB = 1_048_576

/** By its name: a browser's media type for a workbook depends on what is installed. */
export const fileFault = ({ name, size }: Pick<File, 'name' | 'size'>): string | undefined => {
  if (!/\.xlsx$/i.test(name)) return UPLOAD_TEXTS.onlyXlsx
  if (size === 0) return 'El archivo está vacío.'
  return size > UPLOAD_BYTES ? `El archivo pesa más de ${UPLOAD_BYTES / MB} MB.` : undefined
}
