// A generated password, shown once with the user's name, and the file with both.
import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { notify } from '../../api/notify.ts'
import { localDay } from '../../lib/dates.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { SecretDialog } from '../../ui/dialog/SecretDialog.tsx'
import { companyOf } from './user-texts.ts'

export type Credentials = { userName: string; password: string }

/** `Creacion de usuario norte 21-11-2026.csv` (spec bulk §2), with the day in the company's time zone. */
export const fileName = (company: string, now: number, zone: string): string =>
  `Creacion de usuario ${company} ${localDay(now, zone).split('-').reverse().join('-')}.csv`

/** The CSV writer is loaded on demand, because it is rarely needed. */
export const credentialsCsv = async ({ userName, password }: Credentials): Promise<string> => {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  return stringify([[userName, password]], {
    header: true,
    columns: ['Usuario', 'Contraseña'],
    bom: true, // without it spreadsheets misread accented characters
    record_delimiter: 'windows',
    escape_formulas: true,
  })
}

type Props = {
  credentials: Credentials
  /** Whether the user was just created, for whom the file is offered (spec bulk §2). */
  isNew: boolean
  onClose: () => void
}

export const CredentialsDialog = ({ credentials, isNew, onClose }: Props) => {
  const { userName, password } = credentials
  const { zone } = useUser()
  const [safe, setSafe] = useState(false)
  const download = async (): Promise<void> => {
    try {
      const name = fileName(companyOf(userName), serverNow(), zone)
      saveFile(name, await credentialsCsv(credentials), 'text/csv;charset=utf-8')
      setSafe(true)
    } catch {
      notify('error', 'No se pudo preparar el archivo. Copie la contraseña.')
    }
  }
  return (
    <SecretDialog
      title={isNew ? 'Usuario generado correctamente' : 'Contraseña generada'}
      isSaved={safe}
      question="¿Cerrar sin copiar la contraseña?"
      loss={`No podrá volver a verla. Si la pierde, tendrá que restablecer la contraseña de ${userName}.`}
      tools={isNew && <Button label="Descargar" icon="download" onClick={() => void download()} />}
      onClose={onClose}
    >
      <dl className="credentials stack gap-4">
        <dt className="small strong">Usuario</dt>
        <dd className="row gap-12 between soft rounded pad-8-12">
          <span className="credentials__value break narrow">{userName}</span>
          <CopyButton text={userName} label="Copiar usuario" />
        </dd>
        <dt className="small strong">Contraseña</dt>
        <dd className="row gap-12 between soft rounded pad-8-12">
          <span className="credentials__value break narrow credentials__value--password">{password}</span>
          <CopyButton text={password} label="Copiar contraseña" onCopied={() => setSafe(true)} />
        </dd>
      </dl>
      <p className="measure">
        <strong>Esta contraseña no se volverá a mostrar.</strong> Cópiela{isNew && ' o descárguela'} ahora y entréguela
        a su usuario por un medio seguro.
      </p>
    </SecretDialog>
  )
}
