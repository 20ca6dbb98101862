// A logo: the stored one, a new one, or none. A file that is not a JPEG or PNG of the allowed size is refused at once;
// otherwise it is read, to be shown and sent.
import { LOGO_BYTES, LOGO_REFUSED } from '@padron/contract/email-settings'
import { useState } from 'react'
import { sizeText } from '../../lib/size-text.ts'
import { Button } from '../Button.tsx'
import { FileDrop } from '../fields/FileDrop.tsx'
import { useFormContext } from './Form.tsx'

export type NewLogo = { name: string; size: number; dataUrl: string; format: string }
/** The change of the logo: a new one, its removal, or none. */
export type LogoChange = NewLogo | 'remove' | undefined

/** The change as a call's body. */
export const logoBody = (logo: LogoChange) => {
  if (logo === undefined) return {}
  if (logo === 'remove') return { removeLogo: true }
  return { imageB64: logo.dataUrl.slice(logo.dataUrl.indexOf(',') + 1), imageFormat: logo.format }
}

/** The file's extension as the server expects it. */
const FORMATS: Readonly<Record<string, string>> = { jpeg: '.jpeg', jpg: '.jpeg', png: '.png' }
const formatOf = (name: string): string | undefined => FORMATS[name.toLowerCase().split('.').pop() ?? '']

export const logoFault = (files: readonly Pick<File, 'name' | 'size'>[]): string | undefined => {
  const [file, ...others] = files
  const fits = file && others.length === 0 && formatOf(file.name) && file.size > 0 && file.size <= LOGO_BYTES
  return fits ? undefined : LOGO_REFUSED
}

const readLogo = (file: File): Promise<NewLogo> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () => {
      const { name, size } = file
      resolve({ name, size, dataUrl: String(reader.result), format: formatOf(name) ?? '' })
    }
    reader.readAsDataURL(file)
  })

type Props = {
  logo: LogoChange
  onChange: (logo: LogoChange) => void
  hasOwn: boolean
  /** The text if there is no logo. */
  none: string
}

/** Buttons that discard the chosen logo or remove the stored one. */
const Undo = ({ logo, onChange, hasOwn, none }: Props) => {
  const button = (label: string, next: LogoChange) => (
    <Button label={label} kind="link" onClick={() => onChange(next)} />
  )
  if (logo === 'remove')
    return <p className="muted">Al guardar se quita el logotipo propio. {button('Conservar logotipo', undefined)}</p>
  if (logo) return button('Cancelar', undefined)
  if (hasOwn) return button('Quitar logotipo', 'remove')
  return <p className="muted">{none}</p>
}

export const LogoField = (props: Props) => {
  const { logo, onChange } = props
  const { faultOf, busy } = useFormContext()
  const [wrong, setWrong] = useState<string>()
  const newLogo = logo !== 'remove' ? logo : undefined
  const fault = wrong ?? faultOf('logo')
  const take = (files: readonly File[]): void => {
    const [file] = files
    if (!file) return
    const refusal = logoFault(files)
    setWrong(refusal)
    if (!refusal) readLogo(file).then(onChange, () => setWrong('No se pudo leer el archivo'))
  }
  return (
    <div className="field logo-field">
      <span>Logotipo</span>
      <FileDrop
        file={newLogo && { name: newLogo.name, size: sizeText(newLogo.size) }}
        accept=".jpeg,.jpg,.png,image/jpeg,image/png"
        label="Elegir logotipo"
        hint={`o arrástrelo aquí. Una imagen .jpeg o .png de hasta ${LOGO_BYTES / 1_000_000} MB.`}
        fault={fault}
        busy={busy}
        onFiles={take}
      />
      <Undo {...props} />
    </div>
  )
}
