// A password made by the product or in this page, shown once: it is in no cache and no storage, so closing loses it. That
// takes a yes while it was neither copied nor downloaded, whichever way the dialog would go.
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { notify } from '../../api/notify.ts'
import { useUser } from '../../session/user-context.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
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
  const [asking, ask] = useState(false)
  const close = (): void => (safe ? onClose() : ask(true))
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const leaving = current.pathname !== next.pathname
      if (leaving) ask(true)
      return leaving
    },
    enableBeforeUnload: true,
    disabled: safe,
  })
  const download = (): void => {
    saveCredentials(credentials, fileName(companyOf(userName), serverNow(), zone)).then(
      () => setSafe(true),
      () => notify('error', 'No se pudo preparar el archivo. Copie la contraseña.'),
    )
  }
  const footer = (
    <>
      {file && (
        <button type="button" className="button" onClick={download}>
          <Icon name="download" size={16} />
          Descargar
        </button>
      )}
      <button type="button" className="button button--primary" onClick={close}>
        Cerrar
      </button>
    </>
  )
  return (
    <Dialog title={title} onClose={close} footer={footer}>
      <dl className="credentials">
        <dt>Usuario</dt>
        <dd>
          <span className="credentials__value">{userName}</span>
          <CopyButton text={userName} label="Copiar usuario" />
        </dd>
        <dt>Contraseña</dt>
        <dd>
          <span className="credentials__value credentials__value--password">{password}</span>
          <CopyButton text={password} label="Copiar contraseña" onCopied={() => setSafe(true)} />
        </dd>
      </dl>
      <p className="credentials__note">
        <strong>Esta contraseña no se volverá a mostrar.</strong> Cópiela{file && ' o descárguela'} ahora y entréguela a
        su usuario por un medio seguro.
      </p>
      {asking && (
        <ConfirmDialog
          title="¿Cerrar sin copiar la contraseña?"
          yes="Cerrar sin copiar"
          no="Volver"
          onYes={onClose}
          onNo={() => ask(false)}
        >
          No podrá volver a verla. Si la pierde, tendrá que restablecer la contraseña de {userName}.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
