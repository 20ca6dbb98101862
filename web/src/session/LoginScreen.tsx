// Sign-in. Plain HTML on purpose: the component library is three times the size of this page.
import './login.css'
import { COMPANY_PATH, VERSION_LABEL } from '@padron/contract/session'
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useRef, useState, useSyncExternalStore } from 'react'
import { useConfig } from '../api/use-config.ts'
import { useTitle } from '../lib/use-title.ts'
import { StatusSign } from '../ui/domain/StatusSign.tsx'
import { FIRST_PATHS, LineIcon } from '../ui/line-icon.tsx'
import { Wordmark } from '../ui/Mark.tsx'
import type { User } from './session.ts'
import { type Credentials, prepareSignIn } from './sign-in.ts'
import { useSignIn } from './use-sign-in.tsx'

const PasswordField = ({ busy, onFocus }: { busy: boolean; onFocus: () => void }) => {
  const [isVisible, setVisible] = useState(false)
  const [capitals, setCapitals] = useState(false)
  const listen = (event: KeyboardEvent): void => setCapitals(event.getModifierState('CapsLock'))
  return (
    <div className="field">
      <label htmlFor="password">Contraseña</label>
      <span className="login__password block relative">
        <input
          id="password"
          name="password"
          type={isVisible ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={busy}
          aria-describedby="login-error capitals"
          onFocus={onFocus}
          onKeyDown={listen}
          onKeyUp={listen}
          onBlur={() => setCapitals(false)}
        />
        <button
          type="button"
          className="icon-button absolute"
          aria-label={isVisible ? 'Ocultar contraseña' : 'Mostrar contraseña'}
          aria-pressed={isVisible}
          onClick={() => setVisible(!isVisible)}
        >
          <LineIcon path={FIRST_PATHS[isVisible ? 'eyeOff' : 'eye']} />
        </button>
      </span>
      <span id="capitals" className="login__hint hide-empty small warning-text" aria-live="polite">
        {capitals && 'Bloq Mayús está activado.'}
      </span>
    </div>
  )
}

const OfflineOffer = lazy(() =>
  import('./OfflineOffer.tsx').then(
    (m) => ({ default: m.OfflineOffer }),
    () => ({ default: () => null }),
  ),
)

const onNetwork = (listener: () => void): (() => void) => {
  for (const name of ['online', 'offline']) addEventListener(name, listener)
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, listener)
  }
}
const useIsCut = (): boolean => useSyncExternalStore(onNetwork, () => !navigator.onLine)

/** The page that requests a link to choose a new password. */
export const RECOVERY_PATH = '/recuperar'

type Props = {
  /** Called after the sign-in, to open the next page. */
  onSignedIn: (user: User) => void
  /** Prefetches the console while the user types the password. */
  onPrepare: () => void
  /** Called when the stored answers are open, to open the next page. */
  onStored: () => void
}

export const LoginScreen = ({ onSignedIn, onPrepare, onStored }: Props) => {
  useTitle('Iniciar sesión')
  const isCut = useIsCut()
  const form = useRef<HTMLFormElement>(null)
  const config = useConfig()

  const focus = (name: string): void => {
    const field = form.current?.elements.namedItem(name)
    if (field instanceof HTMLInputElement) field.focus()
  }
  const typed = (): Credentials => {
    const values = new FormData(form.current ?? undefined)
    return { username: String(values.get('username') ?? ''), password: String(values.get('password') ?? '') }
  }
  const { busy, error, setError, run, dialog } = useSignIn(onSignedIn, () => focus('password'))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (busy) return
    const credentials = typed()
    const missing = !credentials.username.trim() ? 'username' : credentials.password ? undefined : 'password'
    if (!missing) return void run(credentials)
    setError(missing === 'username' ? 'Usuario es requerido!' : 'Contraseña es requerido!')
    focus(missing)
  }

  return (
    <main className="login stack">
      <form
        ref={form}
        className="login__box stack gap-16 wide surface bordered"
        onSubmit={submit}
        aria-labelledby="login-title"
        aria-busy={busy}
        noValidate
      >
        <Wordmark size={36} />
        <h1 id="login-title">Iniciar sesión</h1>
        <label className="field">
          <span>Usuario</span>
          <input
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            readOnly={busy}
            aria-describedby="login-error"
            // biome-ignore lint/a11y/noAutofocus: the page has one purpose
            autoFocus
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              focus('password')
            }}
          />
        </label>
        <PasswordField
          busy={busy}
          onFocus={() => {
            prepareSignIn()
            onPrepare()
          }}
        />
        <p id="login-error" className="login__error hide-empty flex gap-8 align-top debt-text" role="alert">
          {error && <StatusSign sign="debt" size={18} />}
          {error}
        </p>
        <button type="submit" className="button button--primary button--large" aria-disabled={busy}>
          {busy && <span className="spinner" aria-hidden="true" />}
          {busy ? 'Iniciando sesión…' : 'Continuar'}
        </button>
        {isCut && (
          <Suspense>
            <OfflineOffer onOpen={onStored} />
          </Suspense>
        )}
        <a className="text-center" href={COMPANY_PATH}>
          Entrar con su empresa
        </a>
        <a className="text-center" href={RECOVERY_PATH}>
          ¿Olvidó su contraseña?
        </a>
        {config?.empty && (
          <p className="login__demo small soft rounded">
            Esta instalación todavía no tiene empresas. La dirección para ponerla en marcha está en la salida del
            servidor; otra se pide con: padron init --address
          </p>
        )}
        {config?.simulated && (
          <p className="login__demo small soft rounded">
            Datos de demostración: los portales consultados son simulados. Lo que responden no describe vehículos o
            adeudos reales.
          </p>
        )}
        <small className="muted text-center">{VERSION_LABEL}</small>
      </form>
      {dialog}
    </main>
  )
}
