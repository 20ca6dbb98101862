// The second step of a sign-in: a code of the application, or one of recovery, after the right password.
import { DEVICE_DAYS } from '@padron/contract/account'
import { identity, SECOND_FACTOR_GRANT } from '@padron/contract/session'
import { type FormEvent, useRef, useState } from 'react'
import { ask } from '../api/client.ts'
import { useBlockClose } from '../lib/use-block-close.ts'
import { useIfMounted } from '../lib/use-is-mounted.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormField } from '../ui/FormField.tsx'
import { startSession, type User } from './session.ts'
import { clientFields, refusal, rememberDevice, type SignInResult } from './sign-in.ts'

type Given = { username: string; challenge: string; code: string; isRemembered: boolean }

const giveCode = async ({ username, challenge, code, isRemembered }: Given): Promise<SignInResult> => {
  try {
    const token = await ask(identity.token, {
      body: {
        grant_type: SECOND_FACTOR_GRANT,
        mfa_token: challenge,
        otp: code,
        remember_device: isRemembered ? 'true' : 'false',
        ...(await clientFields()),
      },
    })
    if (token.device_token) rememberDevice(username, token.device_token)
    return { user: await startSession(token.access_token, token.expires_in) }
  } catch (error) {
    return refusal(error)
  }
}

type Props = {
  username: string
  challenge: string
  onSignedIn: (user: User) => void
  /** @param refused why the password has to be given again; without it, it was called off */
  onClose: (refused?: string) => void
}

const FORM = 'second-factor'

export const CodeDialog = ({ username, challenge, onSignedIn, onClose }: Props) => {
  const field = useRef<HTMLInputElement>(null)
  const [isRemembered, setRemembered] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const isBlocked = useBlockClose(busy)
  const enter = useIfMounted(onSignedIn)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const code = field.current?.value.trim() ?? ''
    setFault(code ? undefined : 'Escriba el código')
    if (!code) return field.current?.focus()
    setBusy(true)
    const result = await giveCode({ username, challenge, code, isRemembered })
    setBusy(false)
    if ('user' in result) return enter(result.user)
    if (!('refused' in result)) return onClose()
    if (result.ended) return onClose(result.refused)
    setFault(result.refused)
    field.current?.select()
  }
  return (
    <Dialog
      title="Verificación en dos pasos"
      onClose={() => {
        if (!isBlocked) onClose()
      }}
      footer={
        <>
          <Button label="Cancelar" aria-disabled={isBlocked} onClick={() => onClose()} />
          <Button label="Continuar" kind="primary" type="submit" form={FORM} busy={busy} />
        </>
      }
    >
      <form id={FORM} className="stack gap-12" onSubmit={submit} noValidate>
        <p className="measure">
          Escriba el código de seis dígitos de su aplicación. Si no la tiene a la mano, escriba uno de sus códigos de
          recuperación.
        </p>
        <FormField label="Código" required fault={fault}>
          {(control) => (
            <input
              {...control}
              ref={field}
              type="text"
              name="otp"
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              readOnly={busy}
            />
          )}
        </FormField>
        <label className="check">
          <input type="checkbox" checked={isRemembered} onChange={({ target }) => setRemembered(target.checked)} />
          No pedir el código en este equipo durante {DEVICE_DAYS} días
        </label>
      </form>
    </Dialog>
  )
}
