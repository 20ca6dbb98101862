// The box of the pages without a session, except the sign-in page.
import './login.css'
import { type ReactNode, useId } from 'react'
import { StatusSign } from '../ui/domain/StatusSign.tsx'
import { Wordmark } from '../ui/Mark.tsx'

type Props = { title: string; children: ReactNode; busy?: boolean; onSubmit?: () => void }

/** With `onSubmit` it is a form. */
export const SessionBox = ({ title, children, busy = false, onSubmit }: Props) => {
  const id = useId()
  const box = { className: 'login__box stack gap-16 wide surface bordered', 'aria-labelledby': id, 'aria-busy': busy }
  const content = (
    <>
      <Wordmark size={36} />
      <h1 id={id}>{title}</h1>
      {children}
    </>
  )
  return (
    <main className="login stack">
      {onSubmit ? (
        <form
          {...box}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!busy) onSubmit()
          }}
        >
          {content}
        </form>
      ) : (
        <section {...box}>{content}</section>
      )}
    </main>
  )
}

/** An error, read aloud when it appears. */
export const SessionError = ({ text }: { text: string }) => (
  <p className="login__error hide-empty flex gap-8 align-top debt-text" role="alert">
    {text && <StatusSign sign="debt" size={18} />}
    {text}
  </p>
)

export const ToSignIn = ({ label = 'Iniciar sesión' }: { label?: string }) => (
  <a className="text-center" href="/login">
    {label}
  </a>
)

export const SubmitButton = ({ label, busyLabel, busy }: { label: string; busyLabel: string; busy: boolean }) => (
  <button type="submit" className="button button--primary button--large" aria-disabled={busy}>
    {busy && <span className="spinner" aria-hidden="true" />}
    {busy ? busyLabel : label}
  </button>
)
