// Why a file is not sent at all. Its content is looked at by the server; here only what can be seen at once.
import { DOCUMENT_BYTES, DOCUMENT_FILES, DOCUMENT_KINDS_TEXT } from '@padron/contract/document-rules'
import { sizeText } from '../../lib/size-text.ts'

export const ENDINGS: readonly string[] = DOCUMENT_FILES.flatMap(({ endings }) => endings.map((ending) => `.${ending}`))

export const fileFault = ({ name, size }: Pick<File, 'name' | 'size'>): string | undefined => {
  if (!ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)))
    return `Solo se aceptan archivos ${DOCUMENT_KINDS_TEXT}.`
  if (size === 0) return 'El archivo está vacío.'
  return size > DOCUMENT_BYTES
    ? `El archivo pesa ${sizeText(size)}; el máximo es ${sizeText(DOCUMENT_BYTES)}.`
    : undefined
}
