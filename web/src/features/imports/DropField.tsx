// Where the one workbook is chosen or dropped; another one takes its place.
import { UPLOAD_BYTES, UPLOAD_TEXTS, XLSX } from '@padron/contract/imports'
import { type DragEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { sizeText } from '../captures/FileLines.tsx'

const MB = 1_048_576
const ONE = 'Suelte un solo archivo .xlsx'

type Props = {
  file: File | undefined
  /** What is wrong with it, or that there is none. */
  fault: string | undefined
  busy: boolean
  input: RefObject<HTMLInputElement | null>
  onFile: (file: File) => void
  onFault: (fault: string) => void
}

export const DropField = ({ file, fault, busy, input, onFile, onFault }: Props): ReactNode => {
  const id = useId()
  const [over, setOver] = useState(false)
  const drag = (on: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(on && !busy)
  }
  const take = (files: readonly File[]): void => {
    const [first, ...others] = files
    if (!first || busy) return
    if (others.length > 0) onFault(ONE)
    else onFile(first)
  }
  return (
    <div className="field">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a second way beside the button */}
      <div
        className="drop-book"
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
          accept={`.xlsx,${XLSX}`}
          disabled={busy}
          aria-describedby={`${id}-hint ${id}-fault`}
          {...(fault && { 'aria-invalid': true })}
          onChange={({ target }) => {
            take([...(target.files ?? [])])
            target.value = '' // the same file may be chosen again, once it has been mended
          }}
        />
        {file && (
          <p className="drop-book__file">
            <Icon name="check" size={16} />
            <strong>{file.name}</strong>
            <span className="muted">{sizeText(file.size)}</span>
          </p>
        )}
        <label htmlFor={id} className={`button${file ? ' button--small' : ''}`}>
          {file ? 'Elegir otro archivo' : 'Elegir archivo .xlsx'}
        </label>
        <span id={`${id}-hint`} className="muted">
          o arrástrelo aquí. Un libro de Excel (.xlsx) de hasta {UPLOAD_BYTES / MB} MB.
        </span>
      </div>
      <small id={`${id}-fault`} role="alert" className="field__fault">
        {fault}
      </small>
    </div>
  )
}

/** What is said where the form is sent without a file. */
export const NO_FILE = UPLOAD_TEXTS.file
