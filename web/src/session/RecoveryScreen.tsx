// «¿Olvidó su contraseña?»: requests a link by email. The answer is the same whether the account exists or not.
import { accountLinks, LINK_MINUTES, NO_MAIL_HERE } from '@padron/contract/account-links'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { ask } from '../api/client.ts'
import { refusalMessage } from '../api/refusal.ts'
import { useConfig } from '../api/use-config.ts'
import { useTitle } from '../lib/use-title.ts'
import { ACCOUNT_MISSING, AccountField } from './AccountField.tsx'
import { SessionBox, SessionError, SubmitButton, ToSignIn } from './SessionBox.tsx'
import { lockedText } from './sign-in.ts'

const TITLE = '¿Olvidó su contraseña?'
const LOCKED = 429

const refusal = (error: unknown): string => {
  if (error instanceof ApiError && error.status === LOCKED) return lockedText(error.retryAfter)
  return refusalMessage(error as Error, accountLinks.request)
}

const Request = ({ onSent }: { onSent: (message: string) => void }) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const [account, setAccount] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const send = async (): Promise<void> => {
    const typed = account.trim()
    if (!typed) {
      setError(ACCOUNT_MISSING)
      input.current?.focus()
      return
    }
    setBusy(true)
    setError('')
    const outcome = await ask(accountLinks.request, { body: { account: typed } }).catch((failure: unknown) => failure)
    setBusy(false)
    if (outcome instanceof Error) setError(refusal(outcome))
    else onSent((outcome as { message: string }).message)
  }
  return (
    <SessionBox title={TITLE} busy={busy} onSubmit={() => void send()}>
      <p>
        Le enviaremos por correo un enlace para elegir otra contraseña. Sirve {LINK_MINUTES} minutos y una sola vez.
      </p>
      <AccountField
        ref={input}
        value={account}
        fault={error && !account.trim() ? error : undefined}
        busy={busy}
        onChange={setAccount}
      />
      <SessionError text={account.trim() ? error : ''} />
      <SubmitButton label="Enviar enlace" busyLabel="Enviando…" busy={busy} />
      <ToSignIn label="Volver a iniciar sesión" />
    </SessionBox>
  )
}

export const RecoveryScreen = () => {
  useTitle(TITLE)
  const config = useConfig()
  const [sent, setSent] = useState('')
  if (config?.mail === false)
    return (
      <SessionBox title={TITLE}>
        <p>{NO_MAIL_HERE}</p>
        <ToSignIn label="Volver a iniciar sesión" />
      </SessionBox>
    )
  if (!sent) return <Request onSent={setSent} />
  return (
    <SessionBox title="Revise su correo">
      <p role="status">{sent}</p>
      <p className="muted">
        Si no llega, revise el correo no deseado o pida a su administrador que le restablezca la contraseña.
      </p>
      <ToSignIn />
    </SessionBox>
  )
}
