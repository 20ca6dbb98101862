// Sending a workbook: the file, where its summary goes, and how far it is. It is checked whole and nothing is written.
import { type ImportKind, UPLOAD_TEXTS, type Uploaded } from '@padron/contract/imports'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useRememberedMail } from '../../session/remembered-mails.ts'
import { FormField } from '../../ui/FormField.tsx'
import { DropField, NO_FILE } from './DropField.tsx'
import { fileFault } from './file-fault.ts'
import { useMailWords } from './use-mail-words.ts'
import { useUpload } from './use-upload.ts'

const CHECKING = 'Revisando el archivo… Los archivos grandes tardan unos segundos; todavía no se escribe nada.'

const Sending = ({ progress, onCancel }: { progress: number; onCancel: () => void }): ReactNode => {
  const sent = progress >= 1
  return (
    <div className="sending row-wrap gap-4-12 figures-text">
      <progress
        aria-label={sent ? 'Revisión del archivo' : 'Avance del envío'}
        {...(!sent && { value: progress, max: 1 })}
      />
      <span role="status">{sent ? CHECKING : 'Enviando el archivo…'}</span>
      {!sent && <span className="sending__part">{Math.floor(progress * 100)} %</span>}
      <button type="button" className="link-button" onClick={onCancel}>
        Cancelar
      </button>
    </div>
  )
}

type Props = {
  kind: ImportKind
  /** It takes the place of a file that was looked at: the focus comes here. */
  focused: boolean
  onDone: (uploaded: Uploaded) => void
}

export const SendCard = ({ kind, focused, onDone }: Props): ReactNode => {
  const [file, setFile] = useState<File>()
  const { mail, setMail, address, rememberMail } = useRememberedMail()
  const { hint, example } = useMailWords()
  const [asked, setAsked] = useState(false)
  const [left, setLeft] = useState(false)
  const { progress, fault, setFault, send, cancel } = useUpload(kind, (uploaded) => {
    rememberMail()
    onDone(uploaded)
  })
  const input = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const busy = progress !== undefined

  useEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])
  // One that is wrong takes the place of the one before, too: what is sent is never another than the one spoken of.
  const refuse = (wrong: string): void => {
    setFile(undefined)
    setFault(wrong)
  }
  const choose = (chosen: File): void => {
    const wrong = fileFault(chosen)
    if (wrong) refuse(wrong)
    else {
      setFault(undefined)
      setFile(chosen)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (busy) return
    setAsked(true)
    if (!file) input.current?.focus()
    else if (!address) field.current?.focus()
    else void send(file, address)
  }
  const mailWrong = file !== undefined && address === undefined && (asked || (left && mail.trim() !== ''))
  return (
    <section className="panel" aria-label="Enviar archivo">
      <form className="form" noValidate onSubmit={submit}>
        <DropField
          file={file}
          fault={fault ?? (asked && !file ? NO_FILE : undefined)}
          busy={busy}
          input={input}
          onFile={choose}
          onFault={refuse}
        />
        <div className="send-line flex-wrap gap-12 align-start">
          <FormField
            label="Correo para el aviso"
            required
            fault={mailWrong ? UPLOAD_TEXTS.mail : undefined}
            hint={file ? hint : 'Elija primero el archivo.'}
          >
            {(props) => (
              <input
                {...props}
                ref={field}
                type="email"
                autoComplete="email"
                spellCheck={false}
                maxLength={254}
                placeholder={example}
                disabled={!file || busy}
                value={mail}
                onChange={({ target }) => setMail(target.value)}
                onBlur={() => setLeft(true)}
              />
            )}
          </FormField>
          <button type="submit" className="button button--primary" aria-disabled={busy}>
            {busy && <span className="spinner" aria-hidden="true" />}
            Revisar archivo
          </button>
        </div>
        {busy && <Sending progress={progress} onCancel={cancel} />}
      </form>
    </section>
  )
}
