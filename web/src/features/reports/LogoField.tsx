// The logo of the letters: the one there is, a new one, or none of its own.
import { type EmailSettings, LOGO_BYTES } from '@padron/contract/email-settings'
import { type ReactNode, useId, useRef, useState } from 'react'
import { sizeText } from '../../lib/size-text.ts'
import { useUser } from '../../session/user-context.ts'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { logoFault, readLogo } from './logo-file.ts'
import type { LetterForm } from './use-letter-form.ts'

type Props = { form: LetterForm; settings: EmailSettings; mayChange: boolean }

const UNREADABLE = 'No se pudo leer el archivo'

/** Taking the chosen one back, or the company's own away. */
const Other = ({ form, settings }: Omit<Props, 'mayChange'>): ReactNode => {
  const { logoURL } = useUser()
  if (form.logo === 'remove')
    return (
      <p className="muted">
        Al guardar se quita el logotipo propio.{' '}
        <button type="button" className="link-button" onClick={() => form.setLogo(undefined)}>
          No quitarlo
        </button>
      </p>
    )
  if (form.logo)
    return (
      <button type="button" className="link-button" onClick={() => form.setLogo(undefined)}>
        No usar este
      </button>
    )
  if (!settings.ownLogo)
    return (
      <p className="muted">
        Sin logotipo propio: {logoURL ? 'se usa el de la consola.' : 'los correos van sin logotipo.'}
      </p>
    )
  return (
    <button type="button" className="link-button" onClick={() => form.setLogo('remove')}>
      Quitar logotipo
    </button>
  )
}

export const LogoField = ({ form, settings, mayChange }: Props): ReactNode => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<string>()
  const { logo } = form
  const chosen = logo !== 'remove' ? logo : undefined
  const fault = wrong ?? form.faults.imageB64 ?? form.faults.imageFormat
  const take = (files: readonly File[]): void => {
    const [file] = files
    if (!file) return
    const refused = logoFault(files)
    setWrong(refused)
    if (!refused) readLogo(file).then(form.setLogo, () => setWrong(UNREADABLE))
  }
  if (!mayChange) return null
  return (
    <div className="field logo-field">
      <span>Logotipo</span>
      <FileDrop
        id={id}
        input={input}
        file={chosen && { name: chosen.name, size: sizeText(chosen.size) }}
        accept=".jpeg,.jpg,.png,image/jpeg,image/png"
        label="Elegir logotipo"
        hint={`o arrástrelo aquí. Una imagen .jpeg o .png de hasta ${LOGO_BYTES / 1_000_000} MB.`}
        describedBy={`${id}-fault`}
        invalid={fault !== undefined}
        busy={form.busy}
        onFiles={take}
      />
      <small id={`${id}-fault`} role="alert" className="field__fault">
        {fault}
      </small>
      <Other form={form} settings={settings} />
    </div>
  )
}
