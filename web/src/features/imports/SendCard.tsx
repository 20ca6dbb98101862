// Sends a workbook: the file, the email address for its result, and the progress of the upload. The server checks the
// whole file and writes nothing, so it can be cancelled at any moment.
import { XLSX } from '@padron/contract/common'
import { type ImportKind, UPLOAD_BYTES, UPLOAD_TEXTS, type Uploaded } from '@padron/contract/imports'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { uploadForm } from '../../api/upload.ts'
import { SESSION_ENDED, uploadFault } from '../../api/upload-fault.ts'
import { useAction } from '../../api/use-action.ts'
import { decimalSizeText } from '../../lib/size-text.ts'
import { useRememberedMail } from '../../session/remembered-mails.ts'
import { Button } from '../../ui/Button.tsx'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import { UploadingLine } from '../../ui/fields/UploadingLine.tsx'
import { useUpload } from '../../ui/form/use-upload.ts'
import { KIND_WORDS } from './kinds.ts'
import { NotifyToField } from './NotifyToField.tsx'

const CHECKING = 'Revisando el archivo… Los archivos grandes tardan unos segundos; todavía no se escribe nada.'
const MB = 1_048_576
const NAME_AT_MOST = 300

/** Validates the name: a browser's media type for a workbook depends on the programs installed. */
const fileFault = ({ name, size }: File): string | undefined => {
  if (!/\.(xlsx|csv)$/i.test(name)) return UPLOAD_TEXTS.onlyXlsx
  if (size === 0) return 'El archivo está vacío.'
  return size > UPLOAD_BYTES ? `El archivo pesa más de ${UPLOAD_BYTES / MB} MB.` : undefined
}

type Props = {
  kind: ImportKind
  /** The form replaces a file that was displayed: it takes the focus. */
  focused: boolean
  onDone: (uploaded: Uploaded) => void
}

export const SendCard = ({ kind, focused, onDone }: Props) => {
  const row = KIND_WORDS[kind].upload
  const { file, progress, ...upload } = useUpload()
  const [fault, setFault] = useState<string>()
  const { mail, setMail, address, rememberMail } = useRememberedMail()
  const [submitted, setSubmitted] = useState(false)
  const [mailLeft, setMailLeft] = useState(false)
  const fileInput = useRef<HTMLInputElement>(null)
  const mailInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) fileInput.current?.focus()
  }, [focused])

  // A wrong file clears the one selected before, so that the file sent is always the one displayed.
  const choose = ([first, ...others]: readonly File[]): void => {
    if (!first) return
    const wrong = others.length > 0 ? 'Suelte un solo archivo .xlsx' : fileFault(first)
    setFault(wrong)
    upload.choose(wrong ? undefined : first)
  }
  const { mutate, isPending: sending } = useAction<typeof row>(row, {
    send: ({ body }) => upload.send((chosen, way) => uploadForm(row, body, chosen, way)),
    onSuccess: (reply) => {
      rememberMail()
      onDone(reply)
    },
    onFailure: (error) => {
      const why = uploadFault(error, row)
      setFault(why)
      // The sign-in page replaces this screen: the notice stays visible there.
      if (why === SESSION_ENDED) notify('warning', why)
      return true
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (sending) return
    setSubmitted(true)
    if (!file) fileInput.current?.focus()
    else if (!address) mailInput.current?.focus()
    else mutate({ body: { fileName: file.name.slice(-NAME_AT_MOST), notifyTo: address, preview: 'true' } })
  }
  const visibleFault = fault ?? (submitted && !file ? UPLOAD_TEXTS.file : undefined)
  return (
    <section className="box pad-16 narrow" aria-label="Enviar archivo">
      <form className="form" noValidate onSubmit={submit}>
        <div className="field">
          <FileDrop
            input={fileInput}
            file={file && { name: file.name, size: decimalSizeText(file.size) }}
            accept={`.xlsx,.csv,${XLSX}`}
            label="Elegir archivo .xlsx"
            hint={
              `o arrástrelo aquí. La plantilla o su propia hoja: un archivo .xlsx (Excel) o .csv de ` +
              `hasta ${UPLOAD_BYTES / MB} MB.`
            }
            fault={visibleFault}
            busy={sending}
            onFiles={choose}
          />
        </div>
        <div className="send-line flex-wrap gap-12 align-start">
          <NotifyToField
            ref={mailInput}
            value={mail}
            isWrong={!!file && !address && (submitted || (mailLeft && mail.trim() !== ''))}
            hint={file ? undefined : 'Elija primero el archivo.'}
            disabled={!file || sending}
            onChange={setMail}
            onBlur={() => setMailLeft(true)}
          />
          <Button label="Revisar archivo" type="submit" kind="primary" busy={sending} />
        </div>
        {progress !== undefined && <UploadingLine progress={progress} what={CHECKING} onCancel={upload.cancel} />}
      </form>
    </section>
  )
}
