// The files that prove the answer: selected, dropped, or a screenshot pasted from the clipboard. Each shows whether it
// is uploaded, uploading, or refused with the reason.
import { CAPTURE_FILE_BYTES, CAPTURE_FILE_TYPES, CAPTURE_FILES_AT_MOST } from '@padron/contract/captures'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { serverNow } from '../../api/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { decimalSizeText } from '../../lib/size-text.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import { useFormContext } from '../../ui/form/Form.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { CaptureValues } from './capture/capture-values.ts'
import type { CaptureFiles, Pending } from './use-capture-files.ts'

const TYPES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
}
const typeText = (type: string): string => TYPES[type] ?? 'Archivo'

type LineProps = {
  type: string
  picture?: string | undefined
  name: string
  icon: 'trash' | 'close'
  /** The label of the button that removes the file. */
  removal: string
  onRetry?: (() => void) | undefined
  onRemove: () => void
  children: ReactNode
}

const FileLine = ({ type, picture, name, icon, removal, onRetry, onRemove, children }: LineProps) => (
  <li className="files__line row gap-12 bordered rounded">
    <span className="files__picture stack rigid muted strong soft rounded-small clip">
      {picture ? <img className="wide" src={picture} alt="" /> : typeText(type)}
    </span>
    <span className="stack fill break">
      {name}
      {children}
    </span>
    {onRetry && <Button label="Reintentar" kind="link" onClick={onRetry} />}
    <Button kind="icon" icon={icon} aria-label={`${removal} ${name}`} onClick={onRemove} />
  </li>
)

const PendingState = ({ pending: { file, progress, fault } }: { pending: Pending }) =>
  fault ? (
    <small role="alert" className="field__fault">
      {fault}
    </small>
  ) : (
    <small className="muted files__progress row gap-8">
      <progress value={progress} max={1} aria-label={`Avance de ${file.name}`} />
      {progress < 1 ? `${Math.floor(progress * 100)} % de ${decimalSizeText(file.size)}` : 'Revisando…'}
    </small>
  )

/** A pasted screenshot has no name of its own. */
const renameFile = (file: File, moment: string): File =>
  /^image\.\w+$/.test(file.name) || !file.name
    ? new File([file], `Captura de pantalla ${moment.replace(':', '.')}.${file.type.split('/')[1] ?? 'png'}`, {
        type: file.type,
      })
    : file

/** Adds a pasted file, wherever in the dialog the focus is. */
const usePastedFiles = (add: (files: readonly File[]) => unknown): void => {
  const { zone } = useUser()
  const paste = useEffectEvent((event: ClipboardEvent): void => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    const moment = dateTime(new Date(serverNow()).toISOString(), zone)
    add(files.map((file) => renameFile(file, moment)))
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent): void => paste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}

export const FilesField = ({ files }: { files: CaptureFiles }) => {
  const { values, faultOf, put, busy } = useFormContext<CaptureValues>()
  const input = useRef<HTMLInputElement>(null)
  // Ignored during a save: a file that arrived then would not be part of it.
  usePastedFiles((pasted) => busy || files.add(pasted))
  const fault = faultOf('fileIds') ?? (files.excess ? `${CAPTURE_FILES_AT_MOST} archivos como máximo` : undefined)
  const remove = (fileId: string): void => {
    input.current?.focus()
    put({ files: values.files.filter((file) => file.fileId !== fileId) }, ['fileIds'])
  }
  const drop = (pending: Pending): void => {
    input.current?.focus()
    files.drop(pending)
  }
  return (
    <fieldset>
      <legend className="field__required">Archivo que prueba la captura</legend>
      <FileDrop
        input={input}
        file={undefined}
        accept={CAPTURE_FILE_TYPES.join(',')}
        multiple
        photo={CAPTURE_FILE_BYTES}
        label={
          <>
            <Icon name="plus" size={15} />
            Elegir archivos
          </>
        }
        hint={
          <>
            o arrástrelos aquí, o pegue una captura de pantalla con Ctrl+V. PDF, PNG o JPEG de hasta{' '}
            {CAPTURE_FILE_BYTES / 1_000_000} MB; {CAPTURE_FILES_AT_MOST} como máximo.
          </>
        }
        fault={fault}
        busy={busy}
        onFiles={files.add}
      />
      {values.files.length + files.pending.length > 0 && (
        <ul className="files stack gap-6" aria-label="Archivos">
          {values.files.map(({ fileId, fileName, mediaType, size, note }) => (
            <FileLine
              key={fileId}
              type={mediaType}
              picture={files.pictureOf(fileId)}
              name={fileName}
              icon="trash"
              removal="Quitar"
              onRemove={() => remove(fileId)}
            >
              <small className="muted">
                {typeText(mediaType)}, {decimalSizeText(size)} · <span className="clear-text">Subido</span>
              </small>
              {note && <small className="muted">{note} Sirve como prueba.</small>}
            </FileLine>
          ))}
          {files.pending.map((one) => (
            <FileLine
              key={one.key}
              type={one.file.type}
              name={one.file.name}
              icon="close"
              removal={one.fault ? 'Quitar' : 'Cancelar la subida de'}
              onRetry={one.fault && !one.final && !busy ? () => files.retry(one) : undefined}
              onRemove={() => drop(one)}
            >
              <PendingState pending={one} />
            </FileLine>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
