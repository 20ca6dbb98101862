// A password made by the product or in this page, shown once, with its user's name.
import { type ReactNode, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { notify } from '../../api/notify.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ShownOnce } from '../../ui/ShownOnce.tsx'
import { type Credentials, fileName, saveCredentials } from './credentials-file.ts'
import { companyOf } from './user-words.ts'

type Props = {
  title: string
  credentials: Credentials
  /** Offers the file (spec bulk §2: after creation). */
  file: boolean
  onClose: () => void
}

export const CredentialsDialog = ({ title, credentials, file, onClose }: Props): ReactNode => {
  const { userName, password } = credentials
  const { zone } = useUser()
  const [safe, setSafe] = useState(false)
  const download = (): void => {
    saveCredentials(credentials, fileName(companyOf(userName), serverNow(), zone)).then(
      () => setSafe(true),
      () => notify('error', 'No se pudo preparar el archivo. Copie la contraseña.'),
    )
  }
  const tools = file && <Button label="Descargar" icon="download" onClick={download} />
  return (
    <ShownOnce
      title={title}
      taken={safe}
      question="¿Cerrar sin copiar la contraseña?"
      loss={`No podrá volver a verla. Si la pierde, tendrá que restablecer la contraseña de ${userName}.`}
      tools={tools}
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
      <p className="credentials__note">
        <strong>Esta contraseña no se volverá a mostrar.</strong> Cópiela{file && ' o descárguela'} ahora y entréguela a
        su usuario por un medio seguro.
      </p>
    </ShownOnce>
  )
}
