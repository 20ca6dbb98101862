// The frame that the forms of documents share: a dialog whose form has the focus at its first wrong field, what was refused
// beside the buttons, and neither what was typed nor a file on its way left behind unasked.
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { Button } from '../Button.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { Dialog } from '../Dialog.tsx'
import '../form.css'
import { UploadGuard } from './UploadGuard.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import type { Sending } from './use-sending.ts'

type Props = {
  title: string
  /** The verb that saves. */
  verb: string
  busy: boolean
  /** Something would be lost; not where it is kept as a draft. */
  touched?: boolean
  /** The verb that gives it up. */
  discard?: string
  said: string | undefined
  /** Counts the refusals. */
  refused: number
  /** Where a file goes with it. */
  upload?: { sending: Sending; file: File | undefined }
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** The first wrong field, once it can have the focus again. */
const useWrongField = (refused: number, busy: boolean) => {
  const form = useRef<HTMLFormElement>(null)
  const seen = useRef(refused)
  useLayoutEffect(() => {
    if (busy || refused === seen.current) return
    seen.current = refused
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused, busy])
  return form
}

type QuestionProps = { sending: boolean; discard: string; onYes: () => void; onNo: () => void }

const Question = ({ sending, discard, onYes, onNo }: QuestionProps): ReactNode =>
  sending ? (
    <ConfirmDialog
      title="Se está subiendo un archivo"
      yes="Cancelar la subida"
      no="Seguir subiendo"
      onYes={onYes}
      onNo={onNo}
    >
      El archivo todavía no llega. Si cierra ahora, la subida se cancela.
    </ConfirmDialog>
  ) : (
    <ConfirmDialog title="Cambios sin guardar" yes={discard} no="Seguir editando" onYes={onYes} onNo={onNo}>
      Hay cambios que no ha guardado. Si continúa se perderán.
    </ConfirmDialog>
  )

export const FormFrame = (props: Props): ReactNode => {
  const {
    title,
    verb,
    busy,
    touched = false,
    discard = 'Descartar cambios',
    said,
    refused,
    upload,
    onSave,
    onClose,
    children,
  } = props
  const id = useId()
  const form = useWrongField(refused, busy)
  const save = useRef<HTMLButtonElement>(null)
  const [asking, ask] = useState<'sending' | 'typed'>()
  const { progress, sending = false, cancel } = upload?.sending ?? {}
  // A file on its way can be called off; what is being saved cannot.
  const closeBlocked = useBlockClose(busy && !sending)
  const close = (): void => {
    if (closeBlocked) return
    if (sending) ask('sending')
    else if (touched) ask('typed')
    else onClose()
  }
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {said}
      </span>
      {progress !== undefined && upload?.file && (
        <UploadProgress progress={progress} file={upload.file} onCancel={() => cancel?.()} />
      )}
      <Button label="Cancelar" aria-disabled={closeBlocked} onClick={close} />
      <Button label={verb} ref={save} type="submit" form={id} kind="primary" busy={busy} />
    </>
  )
  return (
    <Dialog title={title} shape="wide" onClose={close} footer={footer}>
      <form
        ref={form}
        id={id}
        className="form"
        noValidate
        aria-label={title}
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault()
          if (busy) return
          // The fields are shut while it is sent: the focus would be nowhere.
          if (form.current?.contains(document.activeElement)) save.current?.focus()
          onSave()
        }}
      >
        <fieldset className="form" disabled={busy}>
          {children}
        </fieldset>
      </form>
      <UploadGuard when={sending} />
      {(asking === 'typed' || (asking === 'sending' && sending)) && (
        <Question
          sending={asking === 'sending'}
          discard={discard}
          onYes={() => {
            cancel?.()
            onClose()
          }}
          onNo={() => ask(undefined)}
        />
      )}
    </Dialog>
  )
}
