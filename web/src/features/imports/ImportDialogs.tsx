// The dialogs of a file: its errors, its progress, undoing it, discarding it.
import { type Import, imports, UPLOAD_TEXTS } from '@padron/contract/imports'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { useConfig } from '../../api/use-config.ts'
import { useQueueOpen } from '../../lib/queue-open.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { NoteList } from '../../ui/rows-grid/NoteLine.tsx'
import { CommonNotes, SameAs } from './Findings.tsx'
import { errorsText, STATE_WORDS } from './import-texts.ts'
import { applyText, didText, KIND_WORDS, partlyText } from './kinds.ts'
import { MarkedFile } from './MarkedFile.tsx'
import { useMailWords } from './NotifyToField.tsx'
import { useImportAction } from './use-import.ts'

const NOTES_AT_MOST = 5

type ErrorsProps = { file: Import; onCorrect: () => void; onClose: () => void }

const ErrorsDialog = ({ file, onCorrect, onClose }: ErrorsProps) => {
  const isCorrectable = file.counts.refused > 0
  const footer = (
    <div className="state-block__actions hide-empty flex-wrap gap-8">
      <MarkedFile file={file} />
      <Button
        label={isCorrectable ? 'Corregir aquí' : 'Cerrar'}
        kind="primary"
        onClick={isCorrectable ? onCorrect : onClose}
      />
    </div>
  )
  return (
    <Dialog title={UPLOAD_TEXTS.errors} shape="wide" onClose={onClose} footer={footer}>
      <div className="stack gap-12">
        <SameAs file={file} />
        <p>{errorsText(file)}</p>
        <NoteList label="Sobre el archivo" notes={file.fileNotes} />
        <CommonNotes file={file} atMost={NOTES_AT_MOST} />
      </div>
    </Dialog>
  )
}

const QueuedDialog = ({ file, onClose }: { file: Import; onClose: () => void }) => {
  const { setOpen } = useQueueOpen(useUser().userId)
  const readsQueue = useCan('queue_read')
  const { mail } = useConfig() ?? {}
  const close = useRef<HTMLButtonElement>(null)
  // The dialog focuses its first button on opening; this effect runs after that.
  useEffect(() => close.current?.focus(), [])
  const showQueue = (): void => {
    onClose()
    setOpen(true)
  }
  // Closes when the job ends; the result is also displayed on the screen.
  const seen = useRef(false)
  const notifyEnd = useEffectEvent((): void => {
    if (file.state === 'applied') notify('done', `${didText(file)}.`, { about: file.fileName })
    else notify('warning', `${STATE_WORDS[file.state].text}.`, { about: file.fileName })
    onClose()
  })
  useEffect(() => {
    if (file.state === 'queued') seen.current = true
    else if (seen.current) notifyEnd()
  }, [file.state])
  const footer = (
    <>
      {readsQueue && <Button label="Ver panel de trabajos" onClick={showQueue} />}
      <Button label="Cerrar" kind="primary" ref={close} onClick={onClose} />
    </>
  )
  return (
    <Dialog title="Su plantilla se está procesando" onClose={onClose} footer={footer}>
      <p className="break">
        <strong>{applyText(file)}:</strong> se aplica todo o nada.{' '}
        {mail === false
          ? 'Este servidor no tiene correo configurado: el avance y el resultado se ven en esta pantalla.'
          : `Al terminar se avisará por correo a ${file.notifyTo}. El avance se ve en esta pantalla; puede cerrarla.`}
      </p>
    </Dialog>
  )
}

type UndoProps = { file: Import; onUndoing: (file: Import) => void; onClose: () => void }

export const UndoDialog = ({ file, onUndoing, onClose }: UndoProps) => {
  const { mutate, ...status } = useImportAction(imports.undo, ({ message, import: now }) => {
    notify('done', message)
    onUndoing(now)
  })
  const { importId, kind, notifyTo, fileName, effects, partlyUndone } = file
  const announcement = useMailWords().atEnd(notifyTo)
  return (
    <DangerDialog
      title={`Deshacer ${fileName}`}
      yes="Deshacer"
      {...status}
      onYes={() => mutate({ params: { importId }, body: { ...(notifyTo !== null && { notifyTo }) } })}
      onClose={onClose}
    >
      <div className="stack gap-12">
        <p>{partlyUndone ? partlyText(partlyUndone) : `${didText(file)} con este archivo.`}</p>
        <p>
          {KIND_WORDS[kind].undoes}
          {effects.newTagCount > 0 && ' Las etiquetas que creó se quedan.'}
        </p>
        {announcement && <p className="muted">{announcement}</p>}
      </div>
    </DangerDialog>
  )
}

const CANCEL = {
  title: 'Cancelar la aplicación',
  text: 'Si todavía no termina, no se escribe nada: nunca queda a medias.',
  yes: 'Cancelar la aplicación',
  no: 'Seguir aplicando',
} as const
const DISCARD = {
  title: 'Descartar el archivo',
  text: 'No se escribe nada. Para usarlo habrá que enviarlo de nuevo; sus correcciones se pierden.',
  yes: 'Descartar',
  no: 'Cancelar',
} as const

/** Discards a checked file, or cancels its application while it is still queued. */
const DiscardDialog = ({ file, onDone, onClose }: { file: Import; onDone: () => void; onClose: () => void }) => {
  // The state when the dialog opened: the application may end while it is open.
  const [cancels] = useState(file.state === 'queued')
  const isOver = ({ state }: Import): boolean => cancels && state === 'applied'
  const over = isOver(file)
  const notifyEnd = useEffectEvent(() => {
    notify('warning', 'Ya había terminado; puede deshacerlo.')
    onClose()
  })
  useEffect(() => {
    if (over) notifyEnd()
  }, [over])
  const { mutate, ...status } = useImportAction(imports.discard, ({ message, import: now }) => {
    if (!isOver(now)) notify('done', message)
    onDone()
  })
  const { text, ...words } = cancels ? CANCEL : DISCARD
  return (
    <DangerDialog
      {...words}
      {...status}
      onYes={() => mutate({ params: { importId: file.importId } })}
      onClose={onClose}
    >
      <p className="break">{text}</p>
    </DangerDialog>
  )
}

export type OpenDialog = 'errors' | 'queued' | 'undo' | 'discard'
type Props = ErrorsProps & { open: OpenDialog | undefined; onDiscarded: () => void }

export const ImportDialogs = ({ file, open, onCorrect, onDiscarded, onClose }: Props) => {
  if (open === 'errors') return <ErrorsDialog file={file} onCorrect={onCorrect} onClose={onClose} />
  if (open === 'queued') return <QueuedDialog file={file} onClose={onClose} />
  if (open === 'undo') return <UndoDialog file={file} onUndoing={onClose} onClose={onClose} />
  if (open === 'discard') return <DiscardDialog file={file} onDone={onDiscarded} onClose={onClose} />
  return null
}
