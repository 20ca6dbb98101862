// Where the one file of a document is chosen or dropped; another one takes its place, if it can be accepted.
import { DOCUMENT_BYTES, DOCUMENT_KINDS_TEXT } from '@padron/contract/document-rules'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { ENDINGS } from './file-fault.ts'
import { sizeText } from './size-text.ts'
import type { ChosenFile } from './use-file.ts'

type Props = {
  chosen: ChosenFile
  fault: string | undefined
  /** It is on its way: no other one now. */
  busy: boolean
}

export const FileField = ({ chosen: { file, note, take: choose }, fault, busy }: Props): ReactNode => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drag = (on: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(on && !busy)
  }
  const take = (files: readonly File[]): void => {
    if (!busy) choose(files)
  }
  return (
    <div className="field">
      <span className="field__required">
        Archivo<span className="visually-hidden">, obligatorio</span>
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a second way beside the button */}
      <div
        className="drop-document"
        data-over={over}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event)
          take([...event.dataTransfer.files])
        }}
      >
        <input
          ref={input}
          id={id}
          className="visually-hidden"
          type="file"
          accept={ENDINGS.join(',')}
          disabled={busy}
          aria-describedby={`${id}-hint ${id}-note ${id}-fault`}
          {...(fault && { 'aria-invalid': true })}
          onChange={({ target }) => {
            take([...(target.files ?? [])])
            target.value = '' // the same file may be chosen again
          }}
        />
        {file && (
          <p className="drop-document__file">
            <Icon name="check" size={16} />
            <strong>{file.name}</strong>
            <span className="muted">{sizeText(file.size)}</span>
          </p>
        )}
        <label htmlFor={id} className={`button${file ? ' button--small' : ''}`}>
          {file ? 'Elegir otro archivo' : 'Elegir archivo'}
        </label>
        <span id={`${id}-hint`} className="muted">
          o arrástrelo aquí. {DOCUMENT_KINDS_TEXT}, de hasta {sizeText(DOCUMENT_BYTES)}.
        </span>
      </div>
      <small id={`${id}-note`} role="status" className="field__hint">
        {note}
      </small>
      <small id={`${id}-fault`} role="alert" className="field__fault">
        {fault}
      </small>
    </div>
  )
}
