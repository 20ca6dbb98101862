// 'Restablecer contraseña' (spec bulk §5): typed twice, or generated; encrypted before it is sent, and stored nowhere.
import { LINK_MINUTES } from '@padron/contract/account-links'
import { faultOf, PASSWORDS_DIFFER, Password } from '@padron/contract/rules/user-rules'
import { type UserRow, users } from '@padron/contract/users'
import { useEffect, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { useConfig } from '../../api/use-config.ts'
import { useNoticeAction } from '../../api/use-notice-action.ts'
import { prepareSeal, seal } from '../../session/seal.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import type { Credentials } from './CredentialsDialog.tsx'
import { actionFailure } from './user-texts.ts'

// Without characters that look or sound alike, and without those that a spreadsheet would read as a formula.
const SIGNS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 16

/** A random password: 16 characters of 56, some 92 bits. @param random fills with random bytes */
export const strongPassword = (
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string => {
  // Bytes beyond the last whole multiple would make the first characters likelier.
  const fair = 256 - (256 % SIGNS.length)
  let out = ''
  while (out.length < LENGTH) {
    for (const byte of random(new Uint8Array(LENGTH))) {
      if (byte < fair && out.length < LENGTH) out += SIGNS[byte % SIGNS.length]
    }
  }
  return out
}

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

/** Sends a link instead: the user chooses the password, and nobody else knows it. */
const LinkPart = ({ row, onSent }: { row: UserRow; onSent: () => void }) => {
  const { userId, username, invitedAt } = row.user
  const { userEmail } = row.userInfo
  const { mutate, isPending } = useNoticeAction(users.sendLink, ({ sentTo, purpose }) => {
    const what = purpose === 'invitation' ? 'La invitación' : 'El enlace'
    notify('done', `${what} va en camino a ${sentTo}; sirve ${LINK_MINUTES} minutos.`, { about: username })
    onSent()
  })
  const label = invitedAt ? 'Enviar otra invitación' : 'Enviar enlace por correo'
  return (
    <div className="stack gap-8 justify-start soft rounded pad-12">
      <p className="measure">
        {userEmail
          ? `O envíe a ${userEmail} un enlace para que elija su contraseña: sirve ${LINK_MINUTES} minutos y una vez.`
          : 'Para enviarle un enlace con el que elija su contraseña, escriba antes su correo en «Editar».'}
      </p>
      {userEmail && (
        <Button label={label} icon="mail" busy={isPending} onClick={() => mutate({ params: { id: `${userId}` } })} />
      )}
    </div>
  )
}

type Props = {
  row: UserRow
  /** Shows a generated password once more if it was not copied. */
  onGenerated: (credentials: Credentials) => void
  onClose: () => void
}

export const ResetPasswordDialog = ({ row, onGenerated, onClose }: Props) => {
  const { userId, username } = row.user
  const [visible, setVisible] = useState(false)
  const [generated, setGenerated] = useState('')
  const [copied, setCopied] = useState('')
  const config = useConfig()
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
      body: { password: await seal(password, { username, use: 'new-password' }) },
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
    setVisible(true)
  }
  const field = { autoComplete: 'new-password', visible, onShow: setVisible } as const
  return (
    <FormDialog form={form} title="Restablecer contraseña" verb="Restablecer" question={LEAVING} onClose={onClose}>
      <p className="measure">
        Contraseña nueva de <strong>{username}</strong>. Al restablecerla terminan sus sesiones, sus tokens de acceso y
        su dirección de calendario.
      </p>
      {/* So that password managers store it under the right user name. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField name="password" label="Contraseña" {...field} warnsOfCommon />
      <PasswordField name="again" label="Confirmar contraseña" {...field} />
      <div className="row gap-8">
        <Button label="Generar" icon="refresh" onClick={generate} />
        {password && <CopyButton text={password} label="Copiar contraseña" onCopied={() => setCopied(password)} />}
      </div>
      {config?.mail && row.user.userStatus && <LinkPart row={row} onSent={onClose} />}
    </FormDialog>
  )
}
