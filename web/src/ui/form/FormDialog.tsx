// A dialog with a form. Its footer has the refusal, the button to leave and the button to save. It stays open while
// the form is being saved, and asks before it discards typed values.
import './upload-progress.css'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { sentText } from '../../lib/size-text.ts'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { Button } from '../Button.tsx'
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { Form } from './Form.tsx'
import { UploadGuard } from './UploadGuard.tsx'
import type { FormFrame } from './use-form.ts'
import type { Upload } from './use-upload.ts'

const UploadProgress = ({ progress, file, onCancel }: { progress: number; file: File; onCancel: () => void }) => (
  <div className="upload row-wrap">
    <progress className="narrow" value={progress} max={1} aria-label={`Avance de ${file.name}`} />
    <span className="muted figures-text">{progress < 1 ? sentText(progress, file.size) : 'Revisando el archivo…'}</span>
    <Button label="Cancelar la subida" small onClick={onCancel} />
  </div>
)

/** The question before leaving; it is answered with "Seguir editando" or with its verb. */
export type Question = { title: string; text: string; yes: string; no?: string }

export const UNSAVED: Question = {
  title: 'Cambios sin guardar',
  text: 'Hay cambios que no ha guardado. Si continúa se perderán.',
  yes: 'Descartar cambios',
}
/** The question of a form with typed texts. */
export const UNSAVED_TEXT: Question = {
  title: '¿Descartar los cambios?',
  text: 'Lo que escribió no se ha guardado.',
  yes: 'Descartar cambios',
}
const UPLOADING: Question = {
  title: 'Se está subiendo un archivo',
  text: 'El archivo todavía no llega. Si cierra ahora, la subida se cancela.',
  yes: 'Cancelar la subida',
  no: 'Seguir subiendo',
}

type Props = {
  form: FormFrame
  title: string
  /** The label of the button that saves. */
  verb: string
  question?: Question
  /** Whether the form can be saved; otherwise the button does nothing. */
  ready?: boolean
  /** Whether closing would lose something; by default, whether the values changed. */
  asks?: boolean
  shape?: 'box' | 'wide'
  className?: string
  /** Makes the form a landmark; must not start like the name of a label in it. */
  formLabel?: string
  /** The form's file: during its upload it can be cancelled, and the fields are disabled. */
  upload?: Upload
  /** Additional buttons of the footer. */
  tools?: ReactNode
  onClose: () => void
  children: ReactNode
}

export const FormDialog = (props: Props) => {
  const {
    form,
    title,
    verb,
    ready = true,
    question = UNSAVED,
    shape,
    className = 'form',
    tools,
    formLabel,
    upload,
    onClose,
    children,
  } = props
  const { isChanged, busy, message, discard } = form
  const { asks = isChanged } = props
  const id = useId()
  const [openQuestion, setOpenQuestion] = useState<Question>()
  const isUploading = upload?.progress !== undefined
  const isBlocked = useBlockClose(busy && !isUploading)
  const saveButton = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    // A disabled field cannot keep the focus.
    if (isUploading && form.element.current?.contains(document.activeElement)) saveButton.current?.focus()
  }, [isUploading, form.element])
  const close = (): void => {
    if (isBlocked) return
    if (isUploading) setOpenQuestion(UPLOADING)
    else if (asks) setOpenQuestion(question)
    else onClose()
  }
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {message?.kind === 'alert' && message.text}
      </span>
      <span role="status" className="dialog__message">
        {message?.kind === 'status' && message.text}
      </span>
      {upload?.progress !== undefined && upload.file && (
        <UploadProgress progress={upload.progress} file={upload.file} onCancel={upload.cancel} />
      )}
      <Button label="Cancelar" aria-disabled={isBlocked} onClick={close} />
      {tools}
      <Button ref={saveButton} label={verb} type="submit" form={id} kind="primary" busy={busy} off={!ready} />
    </>
  )
  return (
    <Dialog title={title} onClose={close} footer={footer} {...(shape && { shape })}>
      <Form form={ready ? form : { ...form, save: () => {} }} id={id} className={className} aria-label={formLabel}>
        {upload ? (
          <fieldset className="form" disabled={isUploading}>
            {children}
          </fieldset>
        ) : (
          children
        )}
      </Form>
      {isUploading && <UploadGuard when />}
      {openQuestion && (openQuestion !== UPLOADING || isUploading) && (
        <ConfirmDialog
          title={openQuestion.title}
          yes={openQuestion.yes}
          no={openQuestion.no ?? 'Seguir editando'}
          onYes={() => {
            if (openQuestion === UPLOADING) upload?.cancel()
            else discard()
            onClose()
          }}
          onNo={() => setOpenQuestion(undefined)}
        >
          {openQuestion.text}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
