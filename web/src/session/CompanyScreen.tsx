// «Entrar con su empresa»: asks for the user's company, sends the browser to its identity provider, and handles the
// answer. The answer is in the address's fragment, which browsers do not send; it is removed after reading.
import { SESSION_TEXTS } from '@padron/contract/session'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { notify } from '../api/notify.ts'
import { clearHash } from '../lib/clear-hash.ts'
import { useTitle } from '../lib/use-title.ts'
import { ACCOUNT_MISSING, AccountField } from './AccountField.tsx'
import { companyFault, startAtCompany, tradeCompanyCode } from './company-code.ts'
import { SessionBox, SessionError, SubmitButton, ToSignIn } from './SessionBox.tsx'
import type { User } from './session.ts'

const TITLE = 'Entrar con su empresa'
const WITHOUT_TERMS = 'Para entrar debe aceptar los términos y condiciones.'
const TermsDialog = lazy(() => import('./TermsDialog.tsx').then((module) => ({ default: module.TermsDialog })))

type Props = {
  onSignedIn: (user: User) => void
  /** Navigates to another site. */
  goTo?: (address: string) => void
}

const Start = ({ refused, goTo }: { refused: string; goTo: (address: string) => void }) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const [account, setAccount] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState(refused)
  const [isMissing, setMissing] = useState(false)
  const start = async (): Promise<void> => {
    const typed = account.trim()
    setMissing(!typed)
    setError('')
    if (!typed) return input.current?.focus()
    setBusy(true)
    const started = await startAtCompany(typed)
    if ('address' in started) return goTo(started.address)
    setBusy(false)
    setError(started.refused)
    input.current?.focus()
  }
  return (
    <SessionBox title={TITLE} busy={busy} onSubmit={() => void start()}>
      <p>Lo lleva a la página con la que entra a los demás sistemas de su empresa, y de vuelta aquí.</p>
      <AccountField
        ref={input}
        value={account}
        fault={isMissing ? ACCOUNT_MISSING : undefined}
        busy={busy}
        onChange={setAccount}
      />
      <SessionError text={error} />
      <SubmitButton label="Continuar" busyLabel="Yendo a su empresa…" busy={busy} />
      <ToSignIn label="Entrar con contraseña" />
    </SessionBox>
  )
}

type ReturnProps = { code: string; onSignedIn: Props['onSignedIn']; onRefused: (text: string) => void }

/** Exchanges the code for a session, and asks for the terms if they are not accepted yet. */
const Return = ({ code, onSignedIn, onRefused }: ReturnProps) => {
  const [asksTerms, setAsksTerms] = useState(false)
  const traded = useRef(false)
  const user = useRef<User>(undefined)
  const enter = (entered: User): void => {
    notify('done', SESSION_TEXTS.done)
    onSignedIn(entered)
  }
  useEffect(() => {
    if (traded.current) return // a code can be used only once
    traded.current = true
    void tradeCompanyCode(code, false).then((result) => {
      if ('user' in result) enter(result.user)
      else if ('terms' in result) setAsksTerms(true)
      else onRefused(result.refused)
    })
  })
  const accept = async (): Promise<boolean> => {
    const result = await tradeCompanyCode(code, true)
    if ('user' in result) user.current = result.user
    else if ('refused' in result) onRefused(result.refused)
    return 'user' in result
  }
  return (
    <>
      <SessionBox title={TITLE} busy>
        <p role="status">Iniciando sesión…</p>
      </SessionBox>
      {asksTerms && (
        <Suspense>
          <TermsDialog
            accept={accept}
            onClose={() => onRefused(WITHOUT_TERMS)}
            onAccepted={() => user.current && enter(user.current)}
          />
        </Suspense>
      )}
    </>
  )
}

export const CompanyScreen = ({ onSignedIn, goTo = (address) => location.assign(address) }: Props) => {
  useTitle(TITLE)
  const [answer, setAnswer] = useState(() => new URLSearchParams(location.hash.slice(1)))
  useEffect(clearHash, [])
  const [refused, setRefused] = useState(() => {
    const fault = answer.get('fault')
    return fault === null ? '' : companyFault(fault)
  })
  const code = answer.get('code')
  if (code === null) return <Start refused={refused} goTo={goTo} />
  return (
    <Return
      code={code}
      onSignedIn={onSignedIn}
      onRefused={(text) => {
        setRefused(text)
        setAnswer(new URLSearchParams())
      }}
    />
  )
}
