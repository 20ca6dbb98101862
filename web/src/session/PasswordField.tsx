// The password: can be shown, and says when the capitals are locked.
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { FIRST_PATHS, LineIcon } from '../ui/line-icon.tsx'

type Props = { busy: boolean; describedBy: string; onFocus: () => void }

export const PasswordField = ({ busy, describedBy, onFocus }: Props): ReactNode => {
  const [shown, show] = useState(false)
  const [capitals, setCapitals] = useState(false)
  const listen = (event: KeyboardEvent): void => setCapitals(event.getModifierState('CapsLock'))
  return (
    <div className="field">
      <label htmlFor="password">Contraseña</label>
      <span className="login__password block relative">
        <input
          id="password"
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={busy}
          aria-describedby={`${describedBy} capitals`}
          onFocus={onFocus}
          onKeyDown={listen}
          onKeyUp={listen}
          onBlur={() => setCapitals(false)}
        />
        <Button
          kind="icon"
          className="absolute"
          aria-label={shown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
          aria-pressed={shown}
          onClick={() => show(!shown)}
        >
          <LineIcon path={FIRST_PATHS[shown ? 'eyeOff' : 'eye']} />
        </Button>
      </span>
      <span id="capitals" className="login__hint hide-empty small warning-text" aria-live="polite">
        {capitals && 'Bloq Mayús está activado.'}
      </span>
    </div>
  )
}
