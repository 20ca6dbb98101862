// The file input of a document's form. It validates only name and size; the server validates the content. When a second
// file is refused, its message appears beside the first one, which stays selected.
import { DOCUMENT_BYTES, DOCUMENT_FILES, DOCUMENT_KINDS_TEXT } from '@padron/contract/rules/document-rules'
import { useState } from 'react'
import { sizeText } from '../../lib/size-text.ts'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import { useFormContext } from '../../ui/form/Form.tsx'
import type { Upload } from '../../ui/form/use-upload.ts'

const ENDINGS = DOCUMENT_FILES.flatMap(({ endings }) => endings.map((ending) => `.${ending}`))

export const fileFault = ({ name, size }: Pick<File, 'name' | 'size'>): string | undefined => {
  if (!ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)))
    return `Solo se aceptan archivos ${DOCUMENT_KINDS_TEXT}.`
  if (size === 0) return 'El archivo está vacío.'
  return size > DOCUMENT_BYTES
    ? `El archivo pesa ${sizeText(size)}; el máximo es ${sizeText(DOCUMENT_BYTES)}.`
    : undefined
}

const ONE = 'Suelte un solo archivo'
const asClause = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '')

export const FileField = ({ upload: { file, choose } }: { upload: Upload }) => {
  const { busy, faultOf, put } = useFormContext()
  const [refusal, setRefusal] = useState<string>()
  const take = ([first, ...others]: readonly File[]): void => {
    if (!first) return
    const wrong = others.length > 0 ? ONE : fileFault(first)
    const text = wrong && wrong !== ONE ? `“${first.name}” no se aceptó: ${asClause(wrong)}` : wrong
    setRefusal(file && text ? `${text}; sigue elegido ${file.name}.` : wrong)
    if (wrong) return
    choose(first)
    put({}, ['file'])
  }
  const fault = (file ? undefined : refusal) ?? faultOf('file')
  return (
    <div className="field">
      <span className="field__required">
        Archivo<span className="visually-hidden">, obligatorio</span>
      </span>
      <FileDrop
        file={file && { name: file.name, size: sizeText(file.size) }}
        accept={ENDINGS.join(',')}
        photo={DOCUMENT_BYTES}
        label="Elegir archivo"
        hint={`o arrástrelo aquí. ${DOCUMENT_KINDS_TEXT}, de hasta ${sizeText(DOCUMENT_BYTES)}.`}
        note={(file && refusal) ?? ''}
        fault={fault}
        busy={busy}
        onFiles={take}
      />
    </div>
  )
}
