// The files that prove the answer: chosen, dropped, or a screenshot pasted from the clipboard.
import { CAPTURE_FILE_BYTES, CAPTURE_FILE_TYPES, CAPTURE_FILES_AT_MOST } from '@padron/contract/captures'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { useUser } from '../../session/user-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { PendingLine, SentLine } from './FileLines.tsx'
import type { Capture } from './use-capture-form.ts'

/** A screenshot comes without a name of its own. */
const named = (file: File, moment: string): File =>
  /^image\.\w+$/.test(file.name) || !file.name
    ? new File([file], `Captura de pantalla ${moment.replace(':', '.')}.${file.type.split('/')[1] ?? 'png'}`, {
        type: file.type,
      })
    : file

/** A file in the clipboard is meant for here, wherever in the dialog the focus is. */
const usePastedFiles = (add: (files: readonly File[]) => void): void => {
  const { zone } = useUser()
  const adding = useRef(add)
  useEffect(() => {
    adding.current = add
  }, [add])
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      const moment = dateTime(new Date(serverNow()).toISOString(), zone)
      adding.current(files.map((file) => named(file, moment)))
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [zone])
}

export const FilesField = ({ capture: { values, faults, files, change } }: { capture: Capture }): ReactNode => {
  const id = useId()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  usePastedFiles(files.add)
  const fault = faults.fileIds ?? (files.excess ? `${CAPTURE_FILES_AT_MOST} archivos como máximo` : undefined)
  const drag = (on: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(on)
  }
  return (
    <fieldset>
      <legend className="field__required">Archivo que prueba la captura</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a second way beside the button */}
      <div
        className="drop row-wrap gap-8-12 small rounded-large"
        data-over={over}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event)
          files.add([...event.dataTransfer.files])
        }}
      >
        <input
          ref={input}
          id={id}
          className="visually-hidden"
          type="file"
          multiple
          accept={CAPTURE_FILE_TYPES.join(',')}
          aria-describedby={`${id}-hint ${id}-fault`}
          {...(fault && { 'aria-invalid': true })}
          onChange={({ target }) => {
            files.add([...(target.files ?? [])])
            target.value = '' // the same file may be chosen again
          }}
        />
        <label htmlFor={id} className="button">
          <Icon name="plus" size={15} />
          Elegir archivos
        </label>
        <span id={`${id}-hint`} className="muted">
          o arrástrelos aquí, o pegue una captura de pantalla con Ctrl+V. PDF, PNG o JPEG de hasta{' '}
          {CAPTURE_FILE_BYTES / 1_000_000} MB; {CAPTURE_FILES_AT_MOST} como máximo.
        </span>
      </div>
      <small id={`${id}-fault`} role="alert" className="field__fault">
        {fault}
      </small>
      {values.files.length + files.pending.length > 0 && (
        <ul className="files stack gap-6" aria-label="Archivos">
          {values.files.map((file) => (
            <SentLine
              key={file.fileId}
              file={file}
              picture={files.pictureOf(file.fileId)}
              onRemove={() => {
                input.current?.focus()
                change((now) => ({ files: now.files.filter(({ fileId }) => fileId !== file.fileId) }), 'fileIds')
              }}
            />
          ))}
          {files.pending.map((pending) => (
            <PendingLine
              key={pending.key}
              pending={pending}
              onRetry={() => files.retry(pending)}
              onDrop={() => {
                input.current?.focus()
                files.drop(pending)
              }}
            />
          ))}
        </ul>
      )}
    </fieldset>
  )
}
