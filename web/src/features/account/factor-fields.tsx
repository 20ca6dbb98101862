// The fields of the second factor's dialogs: the password, and a code or a passkey.
import { type Account, account as calls } from '@padron/contract/account'
import { required } from '@padron/contract/rules/user-rules'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { ask } from '../../api/client.ts'
import { passkeyFailure, passkeyObstacle, provePasskey } from '../../session/passkey.ts'
import { prepareSeal } from '../../session/seal.ts'
import { onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { passwordRefusal } from './PasswordForm.tsx'

export const BLANK = { current: '', code: '' }
const { PasswordField, TextField } = formFields<typeof BLANK>()

export const CodeField = ({ hint, optional = false }: { hint?: string; optional?: boolean }) => (
  <TextField
    name="code"
    label="Código"
    required={!optional}
    hint={hint}
    autoComplete="one-time-code"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={40}
  />
)
export const CurrentPassword = ({ username }: { username: string }) => {
  const [isVisible, setVisible] = useState(false)
  useEffect(prepareSeal, [])
  return (
    <>
      {/* For password managers, which need the user name of the password. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        name="current"
        label="Contraseña actual"
        required
        autoComplete="current-password"
        visible={isVisible}
        onShow={setVisible}
      />
    </>
  )
}

export const missing = (values: Partial<typeof BLANK>) =>
  onlyFaults({
    current: values.current === '' && required('Contraseña actual'),
    code: values.code?.trim() === '' && required('Código'),
  })

/** Why this page cannot create a passkey; null: the installation has no address for passkeys, so nobody can. */
export const findObstacle = (origin: Account['passkeyOrigin']): string | null | undefined => {
  if (origin === null) return null
  const obstacle = passkeyObstacle(new URL(origin).hostname)
  return obstacle ?? (location.origin === origin ? undefined : `Las llaves de acceso sirven en ${origin}.`)
}

/** Whether the code may be left empty: the user has a passkey that can be used here. */
export const canProve = ({ secondFactor, passkeyOrigin }: Account): boolean =>
  findObstacle(passkeyOrigin) === undefined && secondFactor?.passkeys.some(({ fits }) => fits) === true

export const ProofField = ({ account }: { account: Account }) => {
  const from = account.secondFactor?.application ? 'De su aplicación, o uno de recuperación.' : 'Uno de recuperación.'
  return canProve(account) ? (
    <CodeField optional hint={`${from} Déjelo vacío para usar una llave de acceso.`} />
  ) : (
    <CodeField hint={from} />
  )
}

/** Requests a passkey from the browser if no code was typed. */
export const readProof = async (code: string): Promise<{ code: string } | { passkey: string }> =>
  code.trim() === '' ? { passkey: await provePasskey(await ask(calls.provePasskey, {})) } : { code }

/** The text in the dialog's footer: a failure that belongs to no field, or the browser's. */
export const proofFailure = (error: Error, marked: boolean): string | undefined =>
  marked ? undefined : (passwordRefusal(error) ?? (error instanceof ApiError ? undefined : passkeyFailure(error)))
