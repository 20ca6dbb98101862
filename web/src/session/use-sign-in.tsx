// Signing in with a name and a password, and the terms in between, for every page that can begin a session.
import { SESSION_TEXTS } from '@padron/contract/session'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { notify, withdraw } from '../api/notify.ts'
import type { User } from './session.ts'
import { type Credentials, signIn } from './sign-in.ts'

const TermsDialog = lazy(() => import('./TermsDialog.tsx').then((module) => ({ default: module.TermsDialog })))

/** Refusing the terms closes the dialog and fails the sign-in (spec core §4): the reader is told why. */
const NOT_ACCEPTED = ' Para entrar debe aceptar los términos y condiciones.'

/** A failure is taken back with the next try. */
const TOPIC = 'sign-in'

type SignIn = {
  busy: boolean
  error: string
  setError: (text: string) => void
  run: (credentials: Credentials) => Promise<void>
  /** The terms, while they are being asked for. */
  termsDialog: ReactNode
}

/** @param onRefused after a refusal, which is in `error` by then */
export const useSignIn = (onSignedIn: (user: User) => void, onRefused?: () => void): SignIn => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  /** Whose terms are not accepted yet. */
  const [withoutTerms, setWithoutTerms] = useState<Credentials>()
  /** Beside the fields, where it stays, and in a notice (spec core §8). */
  const fail = (text: string): void => {
    setError(text)
    notify('error', text, { topic: TOPIC })
  }
  const run = async (credentials: Credentials): Promise<void> => {
    setBusy(true)
    setError('')
    withdraw(TOPIC)
    const result = await signIn(credentials)
    setBusy(false)
    if ('user' in result) {
      notify('done', SESSION_TEXTS.done)
      onSignedIn(result.user)
    } else if ('terms' in result) setWithoutTerms(credentials)
    else {
      fail(result.refused)
      onRefused?.()
    }
  }
  const termsDialog = withoutTerms && (
    <Suspense>
      <TermsDialog
        credentials={withoutTerms}
        onClose={() => {
          setWithoutTerms(undefined)
          fail(SESSION_TEXTS.failed + NOT_ACCEPTED)
        }}
        onAccepted={() => {
          setWithoutTerms(undefined)
          void run(withoutTerms)
        }}
      />
    </Suspense>
  )
  return { busy, error, setError, run, termsDialog }
}
