// The signed-in user. Userinfo is read to verify the session: 1.5 s after the page starts, after a sign-in, every 30 s,
// and at once when a call answers 401. Any answer but a 200 removes the cookie and ends the session at once (spec bulk
// §4). Without any answer the session ends when a second try fails too, but not when the page cancelled the call
// because it was left.
import { NOTICES } from '@padron/contract/common'
import { holds, type Permission } from '@padron/contract/permissions'
import { asCountry, COUNTRIES, type Country } from '@padron/contract/places/countries'
import { identity, SESSION_TEXTS, type SessionUser, VERIFY_AT_START_MS } from '@padron/contract/session'
import { clearAnswers, doubtAnswers } from '../api/answers.ts'
import { statusOf } from '../api/api-error.ts'
import { ask, startedOver } from '../api/client.ts'
import { isLeavingPage } from '../api/leaving-page.ts'
import { notify } from '../api/notify.ts'
import { offline } from '../api/offline.ts'
import { clearToken, readToken, whenOtherTabChanged, writeToken } from '../api/token.ts'
import { whenUnauthorised } from '../api/unauthorised.ts'
import { writeTextsAs } from '../lib/number-text.ts'
import { createStore } from '../lib/use-store.ts'
import { deleteAnswers, deleteOfOthers } from './delete-answers.ts'

export type User = Pick<SessionUser, 'userId' | 'name' | 'role' | 'logoURL' | 'parentId' | 'parentName'> & {
  country: Country
  zone: string
  /** A company of the demo. */
  demo: boolean
  /** The user must have a second factor and has none yet. */
  lacksFactor?: boolean
  /** Identifies the user's part of the fleet; undefined: they see every vehicle. */
  vehicleScope?: string
}
export type Session =
  | { status: 'checking' }
  | { status: 'in'; user: User }
  /** `lost` when the user did not sign out: the sign-in page then leads back to where the user was. */
  | { status: 'out'; lost: boolean }

export const session = createStore<Session>(
  readToken() || !navigator.onLine ? { status: 'checking' } : { status: 'out', lost: false },
)

const asUser = ({ userId, name, role, logoURL, parentId, parentName, ...rest }: SessionUser): User => {
  const user = { userId, name, role, logoURL, parentId, parentName }
  const country = asCountry(rest.country)
  return {
    ...user,
    country,
    zone: rest.timeZone ?? COUNTRIES[country].timeZone,
    demo: rest.demo === true,
    ...(rest.lacksFactor && { lacksFactor: true }),
    ...(rest.vehicleScope !== undefined && { vehicleScope: rest.vehicleScope }),
  }
}

const enter = (user: User): void => {
  writeTextsAs(user.country)
  const now = session.get()
  // The same answer every 30 s must not render the whole console again.
  if (now.status === 'in' && JSON.stringify(now.user) === JSON.stringify(user)) return
  deleteOfOthers(user)
  // Many answers depend on the user's permissions: all cached ones are outdated.
  const mayDo = ({ role, vehicleScope }: User): string => JSON.stringify([role, vehicleScope])
  const isOtherRole = now.status === 'in' && mayDo(now.user) !== mayDo(user)
  if (isOtherRole) deleteAnswers()
  session.set({ status: 'in', user })
  if (isOtherRole) doubtAnswers()
}

/** The token is being revoked: its refusal is not reported. */
let leaving = false
export const leaveSession = (): void => {
  leaving = true
}
/** Stored answers stay only if the session was lost because there is no network. */
export const endSession = (lost: boolean, unanswered = false): void => {
  leaving = false
  clearToken()
  clearAnswers()
  offline.set(undefined)
  if (!unanswered) deleteAnswers()
  session.set({ status: 'out', lost })
}

/** Starts a session with a new token. @throws ApiError if the identity service rejects it */
export const startSession = async (token: string, seconds: number): Promise<User> => {
  const user = asUser(await ask(identity.userinfo, {}, { token }))
  writeToken(token, seconds)
  enter(user)
  return user
}

let verifying: Promise<void> | undefined

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const AGAIN_MS = 1500
/** A network that changes, or comes back after sleep, needs a moment. */
const TIMES_AGAIN = 3

/** Waits a moment, or until the browser is online again. */
const aMoment = (): Promise<void> =>
  new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer)
      removeEventListener('online', over)
      resolve()
    }
    const timer = setTimeout(over, AGAIN_MS)
    addEventListener('online', over)
  })

/**
 * Shows the stored answers, if there are any. Nothing is sent or verified until there is a network.
 * @returns whether there are any
 */
export const openStored = async (): Promise<boolean> => {
  const { readStored } = await import('./stored-answers.ts')
  const stored = await readStored().catch(() => undefined)
  if (!stored) return false
  offline.set(stored.answers)
  enter(stored.user as User)
  return true
}

/** Checks whether the network is back. Until the service answers, the stored answers stay. */
const checkOffline = async (): Promise<void> => {
  if (!navigator.onLine) return
  if (!readToken()) return endSession(true, true)
  const answer = await ask(identity.userinfo, {}).then(asUser, (error: unknown) => statusOf(error))
  if (!offline.get()) return
  if (answer === 401 || answer === 403) {
    notify('warning', NOTICES[401])
    return endSession(true)
  }
  if (typeof answer === 'number') return
  offline.set(undefined)
  enter(answer)
  doubtAnswers()
}
addEventListener('online', () => offline.get() && void verifySession())

const check = async (again = TIMES_AGAIN): Promise<void> => {
  if (offline.get()) return checkOffline()
  const token = readToken()
  const answer = await ask(identity.userinfo, {}).then(
    (user) => ({ user: asUser(user) }),
    (error: unknown) => ({ error }),
  )
  // The user signed out meanwhile: the answer no longer matters.
  if (leaving || session.get().status === 'out' || startedOver()) return
  // The answer is for a token that this page no longer uses.
  if (readToken() !== token) return check()
  if ('user' in answer) return enter(answer.user)
  // A request that a reload interrupted says nothing about the session. If the page stays, it is repeated.
  const unanswered = statusOf(answer.error) === 0
  if (unanswered && isLeavingPage()) return aMoment().then(() => check(again))
  if (unanswered && again > 0) return aMoment().then(() => check(again - 1))
  notify('warning', statusOf(answer.error) === 401 ? NOTICES[401] : SESSION_TEXTS.failed)
  endSession(true, unanswered)
}

/** Asks the identity service whether the token is still valid; simultaneous calls share one request. */
export const verifySession = (): Promise<void> => {
  verifying ??= check().finally(() => {
    verifying = undefined
  })
  return verifying
}

/** The check at start. The wait counts from the page's own start, so a slow load adds nothing to it. */
export const verifyAtStart = async (): Promise<void> => {
  if (session.get().status !== 'checking') return
  if (!navigator.onLine && (await openStored())) {
    // The network came back before the listener was added.
    if (navigator.onLine) void verifySession()
    return
  }
  if (!readToken()) return session.set({ status: 'out', lost: false })
  await pause(Math.max(0, VERIFY_AT_START_MS - performance.now()))
  await verifySession()
}

whenUnauthorised(() => {
  deleteAnswers()
  if (session.get().status === 'in') void verifySession()
})

// Asks the service, because this tab may still read the previous cookie.
whenOtherTabChanged(() => {
  if (session.get().status === 'in') void verifySession()
})

export const can = (user: User, permission: Permission): boolean => holds(user.role, permission)
