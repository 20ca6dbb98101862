// The workbook, the recipients of its result, and the date of the first reports.
import { XLSX } from '@padron/contract/common'
import { CONFIGURATION_BYTES, REPORT_FILE_TEXTS } from '@padron/contract/reports'
import { FIRST_SENDS, type FirstSend } from '@padron/contract/reports/rules'
import { type FormEvent, useId, useState } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { sizeText } from '../../lib/size-text.ts'
import { useRememberedMail } from '../../session/remembered-mails.ts'
import { Button } from '../../ui/Button.tsx'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import { FormField } from '../../ui/fields/FormField.tsx'
import { UploadingLine } from '../../ui/fields/UploadingLine.tsx'
import type { Configure, Order } from './use-configure.ts'

const MB = 1_048_576
const SIZE_TEXT = `${CONFIGURATION_BYTES / MB} MB`

/**
 * Why a workbook cannot be sent; the server validates its content. Validates the name, because a browser's media type
 * for a workbook depends on the programs installed.
 */
export const workbookFault = (files: readonly Pick<File, 'name' | 'size'>[]): string | undefined => {
  const [file, ...others] = files
  if (!file || others.length > 0 || !/\.xlsx$/i.test(file.name)) return REPORT_FILE_TEXTS.onlyXlsx
  if (file.size === 0) return 'El archivo está vacío.'
  return file.size > CONFIGURATION_BYTES ? `El archivo pesa más de ${SIZE_TEXT}.` : undefined
}

const FirstSends = ({ value, onChange }: { value: FirstSend; onChange: (value: FirstSend) => void }) => {
  const id = useId()
  return (
    <fieldset className="first-sends">
      <legend>Primer envío de los reportes</legend>
      {FIRST_SENDS.map((one) => (
        <div key={one.value}>
          <label className="check">
            <input
              type="radio"
              name={id}
              checked={value === one.value}
              aria-describedby={`${id}${one.value}`}
              onChange={() => onChange(one.value)}
            />
            {one.name}
          </label>
          <small id={`${id}${one.value}`} className="small muted block">
            {one.help}
          </small>
        </div>
      ))}
    </fieldset>
  )
}

type Props = {
  configure: Configure
  /** The values sent before, if the user went back. */
  before: Order | undefined
  onSend: (order: Order) => void
  onClose: () => void
}

export const UploadFields = ({ configure, before, onSend, onClose }: Props) => {
  const { file, choose, progress, fault, setFault, cancel } = configure
  const config = useConfig()
  const { mail, setMail, address, rememberMail } = useRememberedMail(before?.notifyTo)
  const [first, setFirst] = useState<FirstSend>(before?.first ?? -1)
  const [wasLeft, setWasLeft] = useState(false)
  const busy = progress !== undefined
  const ready = file !== undefined && address !== undefined
  const take = (files: readonly File[]): void => {
    if (files.length === 0) return
    const wrong = workbookFault(files)
    choose(wrong ? undefined : files[0])
    setFault(wrong)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (busy) return
    setWasLeft(true)
    if (!file) setFault(fault ?? 'Elija el archivo .xlsx')
    else if (address) {
      rememberMail()
      onSend({ notifyTo: address, first })
    }
  }
  return (
    <form className="form" noValidate aria-busy={busy} onSubmit={submit}>
      <fieldset className="form" disabled={busy}>
        <div className="field">
          <FileDrop
            file={file && { name: file.name, size: sizeText(file.size) }}
            accept={`.xlsx,${XLSX}`}
            label="Elegir archivo .xlsx"
            hint={`o arrástrelo aquí. El archivo que se descarga con «Descargar Plantilla», de hasta ${SIZE_TEXT}.`}
            fault={fault}
            busy={busy}
            onFiles={take}
          />
        </div>
        <FormField
          label="Correo para la notificación"
          required
          fault={wasLeft && !address ? REPORT_FILE_TEXTS.mail : undefined}
          hint={
            config?.mail === false
              ? 'Este servidor no envía correos: cómo quedó se ve aquí al terminar.'
              : 'Ahí se avisa cómo quedó la configuración.'
          }
        >
          {(field) => (
            <input
              {...field}
              type="email"
              autoComplete="email"
              spellCheck={false}
              maxLength={254}
              placeholder="ana@empresa.mx"
              value={mail}
              onChange={({ target }) => setMail(target.value)}
              onBlur={() => setWasLeft(mail.trim() !== '')}
            />
          )}
        </FormField>
        <FirstSends value={first} onChange={setFirst} />
      </fieldset>
      {busy && file && <UploadingLine progress={progress} onCancel={cancel} />}
      <div className="upload-foot row-wrap gap-8 justify-end surface ruled-above">
        <span className="muted">Primero se revisa: verá qué cambia antes de aplicarlo.</span>
        <Button label="Cancelar" onClick={onClose} />
        <Button label="Guardar" type="submit" kind="primary" busy={busy} off={!ready} />
      </div>
    </form>
  )
}
