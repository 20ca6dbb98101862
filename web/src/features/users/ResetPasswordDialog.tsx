// 'Restablecer contraseña' (spec bulk §5): typed twice, or generated; sealed before it leaves the page, and kept nowhere.
import { faultOf, PASSWORDS_DIFFER, Password } from '@padron/contract/user-rules'
import { type UserRow, users } from '@padron/contract/users'
import { type ReactNode, useEffect, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { prepareSeal, sealed } from '../../session/sealed.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import type { Credentials } from './credentials-file.ts'
import { strongPassword } from './strong-password.ts'
import { actionFailure } from './user-words.ts'

const UNCOPIED = 'La contraseña generada no se copió: restablézcala de nuevo para tener otra.'
const LEAVING = {
  title: '¿Cerrar sin restablecer?',
  yes: 'Cerrar sin restablecer',
  no: 'Volver',
  text: 'La contraseña escrita se pierde y la anterior sigue vigente.',
}
const BLANK = { password: '', again: '' }
type Values = typeof BLANK
const { PasswordField } = formFields<Values>()

type Props = {
  row: UserRow
  /** A generated password that nobody has copied yet is shown once more. */
  onGenerated: (credentials: Credentials) => void
  onClose: () => void
}

export const ResetPasswordDialog = ({ row, onGenerated, onClose }: Props): ReactNode => {
  const { userId, username } = row.user
  const [shown, show] = useState(false)
  const [generated, setGenerated] = useState('')
  const [copied, setCopied] = useState('')
  const isUnseen = ({ password }: Values): boolean => password === generated && password !== copied
  useEffect(prepareSeal, [])

  const form = useForm({
    stored: BLANK,
    validate: ({ password, again }) =>
      onlyFaults({ password: faultOf(Password, password), again: again !== password && PASSWORDS_DIFFER }),
    exact: true,
    call: users.resetPassword,
    args: async ({ password }) => ({
      params: { id: `${userId}` },
      body: { password: await sealed(password, { username, use: 'new-password' }) },
    }),
    failure: (error) => actionFailure(error, users.resetPassword),
    about: () => username,
    onSaved: (_, values) => {
      if (isUnseen(values)) onGenerated({ userName: username, password: values.password })
      else onClose()
    },
    onSavedAfterLeaving: (_, values) => {
      if (isUnseen(values)) notify('warning', UNCOPIED, { about: username })
    },
  })
  const { password } = form.values
  const generate = (): void => {
    const made = strongPassword()
    setGenerated(made)
    form.put({ password: made, again: made })
    show(true)
  }
  const field = { autoComplete: 'new-password', shown, onShow: show } as const
  return (
    <FormDialog form={form} title="Restablecer contraseña" verb="Restablecer" question={LEAVING} onClose={onClose}>
      <p className="reset__who">
        Contraseña nueva de <strong>{username}</strong>. Al restablecerla terminan sus sesiones abiertas.
      </p>
      {/* So that a password manager keeps it under the right name. */}
      <input
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        autoComplete="username"
        value={username}
        readOnly
      />
      <PasswordField name="password" label="Contraseña" {...field} warnsOfCommon />
      <PasswordField name="again" label="Confirmar contraseña" {...field} />
      <div className="row gap-8">
        <Button label="Generar" icon="refresh" onClick={generate} />
        {password && <CopyButton text={password} label="Copiar contraseña" onCopied={() => setCopied(password)} />}
      </div>
    </FormDialog>
  )
}
