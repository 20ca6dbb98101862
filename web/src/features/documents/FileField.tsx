// The one file of a document; another one takes its place, if it can be accepted.
import { DOCUMENT_BYTES, DOCUMENT_KINDS_TEXT } from '@padron/contract/document-rules'
import { type ReactNode, useId, useRef } from 'react'
import { sizeText } from '../../lib/size-text.ts'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { ENDINGS } from './file-fault.ts'
import type { ChosenFile } from './use-file.ts'

type Props = {
  chosen: ChosenFile
  fault: string | undefined
  /** It is on its way: no other one now. */
  busy: boolean
}

export const FileField = ({ chosen: { file, note, take }, fault, busy }: Props): ReactNode => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="field">
      <span className="field__required">
        Archivo<span className="visually-hidden">, obligatorio</span>
      </span>
      <FileDrop
        id={id}
        input={input}
        file={file && { name: file.name, size: sizeText(file.size) }}
        accept={ENDINGS.join(',')}
        label="Elegir archivo"
        hint={`o arrástrelo aquí. ${DOCUMENT_KINDS_TEXT}, de hasta ${sizeText(DOCUMENT_BYTES)}.`}
        describedBy={`${id}-note ${id}-fault`}
        invalid={fault !== undefined}
        busy={busy}
        onFiles={take}
      />
      <small id={`${id}-note`} role="status" className="field__hint muted">
        {note}
      </small>
      <small id={`${id}-fault`} role="alert" className="field__fault">
        {fault}
      </small>
    </div>
  )
}
