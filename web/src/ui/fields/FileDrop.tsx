// An area to choose or drop a file. It shows the chosen file, and its fault below.
import { type DragEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { Icon } from '../icons.tsx'
import { PhotoInput } from './PhotoInput.tsx'
import '../file-drop.css'

type Props = {
  input?: RefObject<HTMLInputElement | null>
  file: { name: string; size: string } | undefined
  accept: string
  /** Several at once. */
  multiple?: boolean
  /** The maximum size in bytes of a photo from the camera; absent: no camera. */
  photo?: number
  label: ReactNode
  hint: ReactNode
  /** A remark that is not a fault; empty: none. */
  note?: string
  fault: ReactNode
  busy: boolean
  /** Receives all files chosen or dropped at once; not called while busy. */
  onFiles: (files: readonly File[]) => void
}

export const FileDrop = (props: Props) => {
  const { input, file, accept, multiple, photo, label, hint, note, fault, busy, onFiles } = props
  const id = useId()
  const [over, setOver] = useState(false)
  const drag = (on: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(on && !busy)
  }
  const take = (files: readonly File[]): void => {
    if (!busy) onFiles(files)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: an alternative to the button */}
      <div
        className="file-drop stack gap-8 text-center rounded-large"
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
          accept={accept}
          multiple={multiple}
          disabled={busy}
          aria-describedby={`${id}-hint ${id}-note ${id}-fault`}
          {...(fault && { 'aria-invalid': true })}
          onChange={({ target }) => {
            take([...(target.files ?? [])])
            target.value = '' // so that the same file can be selected again after a correction
          }}
        />
        {file && (
          <p className="file-drop__file row-wrap break narrow">
            <Icon name="check" size={16} />
            <strong>{file.name}</strong>
            <span className="muted">{file.size}</span>
          </p>
        )}
        <label htmlFor={id} className={`button${file ? ' button--small' : ''}`}>
          {file ? 'Elegir otro archivo' : label}
        </label>
        {photo !== undefined && (
          <PhotoInput atMost={photo} small={file !== undefined} busy={busy} onPhoto={(taken) => take([taken])} />
        )}
        <span id={`${id}-hint`} className="muted">
          {hint}
        </span>
      </div>
      {note !== undefined && (
        <small id={`${id}-note`} role="status" className="field__hint muted">
          {note}
        </small>
      )}
      <small id={`${id}-fault`} role="alert" className="field__fault">
        {fault}
      </small>
    </>
  )
}
