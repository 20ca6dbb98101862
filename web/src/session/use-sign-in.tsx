// Signing in with name and password, and accepting the terms, for every page that can start a session.
import { SESSION_TEXTS } from '@padron/contract/session'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Challenge } from '../api/api-error.ts'
import { notify, withdraw } from '../api/notify.ts'
import type { User } from './session.ts'
import { acceptTerms, type Credentials, signIn } from './sign-in.ts'

const FactorDialog = lazy(() => import('./FactorDialog.tsx').then((module) => ({ default: module.FactorDialog })))
const TermsDialog = lazy(() => import('./TermsDialog.tsx').then((module) => ({ default: module.TermsDialog })))

/** Refusing the terms closes the dialog and fails the sign-in (spec core §4); this text explains why. */
const NOT_ACCEPTED = ' Para entrar debe aceptar los términos y condiciones.'

/** The next attempt withdraws the notice of a failure. */
const TOPIC = 'sign-in'

type SignIn = {
  busy: boolean
  error: string
  setError: (text: string) => void
  run: (credentials: Credentials) => Promise<void>
  /** The open dialog: the terms or the second factor. */
  dialog: ReactNode
}

/** @param onRefused after a refusal, which is in `error` by then */
export const useSignIn = (onSignedIn: (user: User) => void, onRefused?: () => void): SignIn => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  /** The credentials of a user who has not accepted the terms. */
  const [withoutTerms, setWithoutTerms] = useState<Credentials>()
  /** The user whose second factor is awaited. */
  const [waiting, setWaiting] = useState<{ username: string; challenge: Challenge }>()
  /** Shows a failure beside the fields and in a notice (spec core §8). */
  const fail = (text: string): void => {
    setError(text)
    notify('error', text, { topic: TOPIC })
  }
  const enter = (user: User): void => {
    notify('done', SESSION_TEXTS.done)
    onSignedIn(user)
  }
  const run = async (credentials: Credentials): Promise<void> => {
    setBusy(true)
    setError('')
    withdraw(TOPIC)
    const result = await signIn(credentials)
    setBusy(false)
    if ('user' in result) enter(result.user)
    else if ('terms' in result) setWithoutTerms(credentials)
    else if ('challenge' in result) setWaiting({ username: credentials.username.trim(), challenge: result.challenge })
    else {
      fail(result.refused)
      onRefused?.()
    }
  }
  const termsDialog = withoutTerms && (
    <Suspense>
      <TermsDialog
        accept={() => acceptTerms(withoutTerms)}
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
  const factorDialog = waiting && (
    <Suspense>
      <FactorDialog
        {...waiting}
        onSignedIn={enter}
        onClose={(refused) => {
          setWaiting(undefined)
          if (refused) fail(refused)
          onRefused?.()
        }}
      />
    </Suspense>
  )
  return { busy, error, setError, run, dialog: termsDialog ?? factorDialog }
}
