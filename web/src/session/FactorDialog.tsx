// The second step of a sign-in, after the right password: a passkey, or a code of the application or of recovery.
import { DEVICE_DAYS, FACTOR_TEXTS } from '@padron/contract/account'
import type { PasskeyRequest } from '@padron/contract/passkeys'
import { identity, SECOND_FACTOR_GRANT, TOKEN_ERRORS } from '@padron/contract/session'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError, type Challenge } from '../api/api-error.ts'
import { ask } from '../api/client.ts'
import { useBlockClose } from '../lib/use-block-close.ts'
import { useIfMounted } from '../lib/use-is-mounted.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { FormField } from '../ui/fields/FormField.tsx'
import { passkeyFailure, passkeyObstacle, provePasskey } from './passkey.ts'
import { startSession, type User } from './session.ts'
import { clientFields, refusal, rememberDevice, type SignInResult } from './sign-in.ts'

type Proof = { otp: string } | { passkey: string }
type Given = { username: string; challenge: Challenge; proof: Proof; isRemembered: boolean }

const giveProof = async ({ username, challenge, proof, isRemembered }: Given): Promise<SignInResult> => {
  try {
    const token = await ask(identity.token, {
      body: {
        grant_type: SECOND_FACTOR_GRANT,
        mfa_token: challenge.token,
        ...proof,
        remember_device: isRemembered ? 'true' : 'false',
        ...(await clientFields()),
      },
    })
    if (token.device_token) rememberDevice(username, token.device_token)
    return { user: await startSession(token.access_token, token.expires_in) }
  } catch (error) {
    const isWrong = error instanceof ApiError && error.description === TOKEN_ERRORS.wrongPasskey
    return isWrong ? { refused: `${FACTOR_TEXTS.wrongPasskey}.` } : refusal(error)
  }
}

const FORM = 'second-factor'

const codeText = ({ application, passkey }: Challenge): string => {
  if (application)
    return (
      'Escriba el código de seis dígitos de su aplicación. Si no la tiene a la mano, escriba uno de sus códigos de ' +
      'recuperación.'
    )
  const why = passkey
    ? ''
    : ' La llave de acceso que tenía se hizo en otra dirección y aquí no sirve; ya adentro, agregue otra en Mi cuenta.'
  return `Escriba uno de sus códigos de recuperación.${why}`
}

type CodeProps = {
  text: string
  field: RefObject<HTMLInputElement | null>
  fault: string | undefined
  busy: boolean
}

const Code = ({ text, field, fault, busy }: CodeProps) => (
  <>
    <p className="measure">{text}</p>
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
  </>
)

type Props = {
  username: string
  challenge: Challenge
  onSignedIn: (user: User) => void
  /** @param refused why the password must be entered again; undefined: the user cancelled */
  onClose: (refused?: string) => void
}

export const FactorDialog = ({ username, challenge, onSignedIn, onClose }: Props) => {
  const { passkey } = challenge
  const obstacle = passkey && passkeyObstacle(passkey.rpId)
  const field = useRef<HTMLInputElement>(null)
  /** Which of the two is used now. */
  const [request, setRequest] = useState<PasskeyRequest | undefined>(obstacle ? undefined : passkey)
  useEffect(() => {
    if (!request) field.current?.focus()
  }, [request])
  const [isRemembered, setRemembered] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const isBlocked = useBlockClose(busy)
  const enter = useIfMounted(onSignedIn)
  const choose = (next: PasskeyRequest | undefined): void => {
    setFault(undefined)
    setRequest(next)
  }
  const readProof = async (): Promise<Proof | undefined> => {
    if (request) return { passkey: await provePasskey(request) }
    const otp = field.current?.value.trim()
    if (otp) return { otp }
    setFault('Escriba el código')
    field.current?.focus()
  }
  const send = async (proof: Proof): Promise<void> => {
    const result = await giveProof({ username, challenge, proof, isRemembered })
    if ('user' in result) return enter(result.user)
    if (!('refused' in result)) return onClose()
    if (result.ended) return onClose(result.refused)
    setFault(result.refused)
    field.current?.select()
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    setFault(undefined)
    setBusy(true)
    try {
      const proof = await readProof()
      if (proof) await send(proof)
    } catch (error) {
      setFault(passkeyFailure(error))
    } finally {
      setBusy(false)
    }
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
          <Button
            label={request ? 'Usar una llave de acceso' : 'Continuar'}
            kind="primary"
            type="submit"
            form={FORM}
            busy={busy}
          />
        </>
      }
    >
      <form id={FORM} className="stack gap-12" onSubmit={submit} noValidate>
        {request ? (
          <p className="measure">
            Confirme que es usted con su llave de acceso: la de este equipo, la de su teléfono o una de seguridad USB.
          </p>
        ) : (
          <Code text={codeText(challenge)} field={field} fault={fault} busy={busy} />
        )}
        <p role="alert" className="dialog__error">
          {request && fault}
        </p>
        {obstacle && <p className="measure muted">{obstacle}</p>}
        <label className="check">
          <input type="checkbox" checked={isRemembered} onChange={({ target }) => setRemembered(target.checked)} />
          No pedirlo en este equipo durante {DEVICE_DAYS} días
        </label>
        {passkey && !obstacle && (
          <p>
            <Button
              label={request ? 'Usar un código' : 'Usar una llave de acceso'}
              kind="link"
              aria-disabled={busy}
              onClick={() => !busy && choose(request ? undefined : passkey)}
            />
          </p>
        )}
      </form>
    </Dialog>
  )
}
