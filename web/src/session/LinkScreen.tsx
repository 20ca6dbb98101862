// The page that an email's link opens: the user chooses a password and signs in with it. The code is in the address's
// fragment, which browsers do not send; it is removed after reading.
import { accountLinks, LINK_TEXTS, NO_MAIL_HERE } from '@padron/contract/account-links'
import type { Reply } from '@padron/contract/call'
import { faultOf, PASSWORDS_DIFFER, Password, required } from '@padron/contract/rules/user-rules'
import { useEffect, useRef, useState } from 'react'
import { ApiError, statusOf } from '../api/api-error.ts'
import { ask } from '../api/client.ts'
import { refusalMessage } from '../api/refusal.ts'
import { useConfig } from '../api/use-config.ts'
import { clearHash } from '../lib/clear-hash.ts'
import { useTitle } from '../lib/use-title.ts'
import { PasswordInput } from '../ui/fields/PasswordInput.tsx'
import { RECOVERY_PATH } from './LoginScreen.tsx'
import { SessionBox, SessionError, SubmitButton, ToSignIn } from './SessionBox.tsx'
import { prepareSeal, seal } from './seal.ts'
import { endSession, session, type User } from './session.ts'
import { useSignIn } from './use-sign-in.tsx'

type Link = NonNullable<Reply<typeof accountLinks.check>['link']>
/** `ended`: why the link opens nothing. */
type Found = { link: Link } | { ended: string } | { failed: string }

const GONE = 410

const look = async (code: string): Promise<Found> => {
  if (!code) return { ended: LINK_TEXTS.unknown }
  try {
    const { state, link } = await ask(accountLinks.check, { body: { code } })
    return link ? { link } : { ended: LINK_TEXTS[state === 'open' ? 'unknown' : state] }
  } catch (error) {
    // The validation refuses a text that is not a code.
    if (statusOf(error) === 400) return { ended: LINK_TEXTS.unknown }
    return { failed: refusalMessage(error as Error, accountLinks.check) }
  }
}

/** Why the link ended while the page was open. */
const endOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === GONE ? (error.problem?.title ?? LINK_TEXTS.unknown) : undefined

const Ended = ({ text }: { text: string }) => {
  const config = useConfig()
  return (
    <SessionBox title="Este enlace ya no sirve">
      <p role="alert">{text}</p>
      <p className="muted">
        {config?.mail === false
          ? NO_MAIL_HERE
          : 'Para tener otro, pídalo aquí o a su administrador, que puede enviarle otra invitación.'}
      </p>
      {config?.mail !== false && (
        <a className="button button--primary button--large" href={RECOVERY_PATH}>
          Pedir otro enlace
        </a>
      )}
      <ToSignIn />
    </SessionBox>
  )
}

const HINT = 'De 4 a 50 caracteres; una frase larga es más segura.'

type ChoiceProps = { code: string; link: Link; onEnded: (text: string) => void; onSignedIn: (user: User) => void }

const Choice = ({ code, link, onEnded, onSignedIn }: ChoiceProps) => {
  const { username, company, purpose } = link
  const [values, setValues] = useState({ password: '', again: '' })
  const [checked, setChecked] = useState(false)
  const [visible, setVisible] = useState(false)
  const [saving, setSaving] = useState(false)
  const [isSet, setIsSet] = useState(false)
  const [isSignedIn, setIsSignedIn] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const signIn = useSignIn((user) => {
    setIsSignedIn(true)
    onSignedIn(user)
  })
  useEffect(prepareSeal, [])
  const { password, again } = values
  const faults = {
    password: password ? faultOf(Password, password) : required('Contraseña'),
    again: again === password ? undefined : PASSWORDS_DIFFER,
  }
  const save = async (): Promise<void> => {
    setChecked(true)
    if (faults.password || faults.again) {
      const inputs = form.current?.querySelectorAll<HTMLElement>('input.password')
      inputs?.[faults.password ? 0 : 1]?.focus()
      return
    }
    setSaving(true)
    signIn.setError('')
    try {
      const sealed = await seal(password, { username, use: 'new-password' })
      await ask(accountLinks.setPassword, { body: { code, password: sealed } })
      setIsSet(true)
      // Ends the session of the user signed in here: the page continues as the link's user.
      if (session.get().status === 'in') endSession(false)
      await signIn.run({ username, password })
    } catch (error) {
      const ended = endOf(error)
      if (ended) onEnded(ended)
      else signIn.setError(refusalMessage(error as Error, accountLinks.setPassword))
    } finally {
      setSaving(false)
    }
  }
  const busy = saving || signIn.busy
  // The sign-in was refused, or the user cancelled its second step.
  if (isSet && !busy && !isSignedIn && !signIn.dialog)
    return (
      <SessionBox title="Contraseña guardada">
        <p role="status">La contraseña de {username} quedó guardada.</p>
        <SessionError text={signIn.error} />
        <ToSignIn />
      </SessionBox>
    )
  const field = { autoComplete: 'new-password', visible, onShow: setVisible } as const
  return (
    <>
      <SessionBox title="Elija su contraseña" busy={busy} onSubmit={() => void save()}>
        <p>
          {purpose === 'invitation' ? `${company} le dio acceso a Padrón. Su usuario es ` : 'Contraseña nueva de '}
          <strong className="break">{username}</strong>
          {purpose === 'invitation'
            ? '.'
            : '. Al guardarla terminan sus sesiones, sus tokens de acceso y su dirección de calendario.'}
        </p>
        {/* So that password managers store it under the right user name. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <div ref={form} className="stack gap-16">
          <PasswordInput
            {...field}
            label="Contraseña"
            value={password}
            onChange={(text) => setValues({ ...values, password: text })}
            fault={checked ? faults.password : undefined}
            hint={HINT}
            warnsOfCommon
          />
          <PasswordInput
            {...field}
            label="Confirmar contraseña"
            value={again}
            onChange={(text) => setValues({ ...values, again: text })}
            fault={checked ? faults.again : undefined}
          />
        </div>
        <SessionError text={signIn.error} />
        <SubmitButton label="Guardar y entrar" busyLabel={isSet ? 'Iniciando sesión…' : 'Guardando…'} busy={busy} />
      </SessionBox>
      {signIn.dialog}
    </>
  )
}

const codeInAddress = (): string => {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return location.hash // no code contains a %: the link is reported as unknown
  }
}

export const LinkScreen = ({ onSignedIn }: { onSignedIn: (user: User) => void }) => {
  useTitle('Elija su contraseña')
  const [code] = useState(codeInAddress)
  useEffect(clearHash, [])
  const [found, setFound] = useState<Found>()
  useEffect(() => void look(code).then(setFound), [code])
  if (!found)
    return (
      <SessionBox title="Elija su contraseña" busy>
        <p role="status">Consultando el enlace…</p>
      </SessionBox>
    )
  if ('link' in found)
    return <Choice code={code} link={found.link} onEnded={(ended) => setFound({ ended })} onSignedIn={onSignedIn} />
  if ('ended' in found) return <Ended text={found.ended} />
  return (
    <SessionBox title="Elija su contraseña">
      <SessionError text={found.failed} />
      <button
        type="button"
        className="button button--large"
        onClick={() => {
          setFound(undefined)
          void look(code).then(setFound)
        }}
      >
        Reintentar
      </button>
    </SessionBox>
  )
}
