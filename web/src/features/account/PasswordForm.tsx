// Changing one's own password: the present one, and the new one twice. Both travel sealed, as at sign-in.
import { account as calls } from '@padron/contract/account'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { notifyFailure } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { prepareSeal, sealed } from '../../session/sealed.ts'
import '../../ui/form.css'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { BLANK, faultsOf, isTold, LABELS, type Passwords, refusalOf } from './password-faults.ts'

const FIELDS = Object.keys(LABELS) as (keyof Passwords)[]

/** Takes the focus to the first wrong field, once what is wrong with it is on the page. */
const useFocusOnWrong = (form: { current: HTMLElement | null }): (() => void) => {
  const [asked, ask] = useState(0)
  useEffect(() => {
    if (asked) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [asked, form])
  return () => ask((times) => times + 1)
}

export const PasswordForm = ({ username }: { username: string }): ReactNode => {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(BLANK)
  const [shown, setShown] = useState<Partial<Record<keyof Passwords, boolean>>>({})
  const [tried, setTried] = useState(false)
  const { busy, run } = useBusy()
  const change = useAction(calls.changePassword, { told: isTold })
  const focusOnWrong = useFocusOnWrong(form)
  const { form: refused, ...refusals } = refusalOf(change.error)
  const faults = tried ? faultsOf(values) : {}

  const put = (name: keyof Passwords, value: string): void => {
    if (busy) return
    setValues({ ...values, [name]: value })
    change.reset()
  }
  /** @returns whether it is changed; else why not has been told */
  const send = async (): Promise<boolean> => {
    const body = await Promise.all([
      sealed(values.current, { username, use: 'current-password' }),
      sealed(values.password, { username, use: 'new-password' }),
    ])
      .then(([current, password]) => ({ current, password }))
      .catch((error: unknown) => notifyFailure(error, calls.changePassword))
    const done = body && (await change.mutateAsync({ body }).catch(() => undefined))
    return done !== undefined
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    if (Object.values(faultsOf(values)).some(Boolean)) return focusOnWrong()
    await run(async () => {
      if (!(await send())) return focusOnWrong()
      setValues(BLANK)
      setShown({})
      setTried(false)
    })
  }
  return (
    <section className="panel" aria-labelledby="account-password">
      <h2 id="account-password">Cambiar contraseña</h2>
      <form ref={form} className="form" onSubmit={(event) => void submit(event)} onFocus={prepareSeal} noValidate>
        {/* For the browser's keeper of passwords, which asks whose this one is. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        {FIELDS.map((name) => (
          <PasswordInput
            key={name}
            label={LABELS[name]}
            value={values[name]}
            onChange={(value) => put(name, value)}
            shown={shown[name] ?? false}
            onShow={(on) => setShown({ ...shown, [name]: on })}
            autoComplete={name === 'current' ? 'current-password' : 'new-password'}
            fault={faults[name] ?? refusals[name]}
            hint={name === 'password' ? 'De 4 a 50 caracteres; una frase larga es más segura.' : undefined}
            warnsOfCommon={name === 'password'}
          />
        ))}
        <p className="field__fault" role="alert">
          {refused}
        </p>
        <div>
          <button type="submit" className="button button--primary" aria-disabled={busy}>
            {busy && <span className="spinner" aria-hidden="true" />}
            Cambiar contraseña
          </button>
        </div>
        <p className="muted">Al cambiarla se cierran sus demás sesiones; esta sigue abierta.</p>
      </form>
    </section>
  )
}
