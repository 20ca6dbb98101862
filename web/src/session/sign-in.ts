// The steps of signing in, in order, and their results.
import { identity, LOGIN_DELAY_MS, SEAL_TEXTS, SESSION_TEXTS, TOKEN_ERRORS, terms } from '@padron/contract/session'
import { ApiError, type Challenge } from '../api/api-error.ts'
import { ask, loadConfig } from '../api/client.ts'
import { recall, remember } from '../lib/memory.ts'
import { waitText } from '../lib/wait-text.ts'
import { prepareSeal, seal } from './seal.ts'
import { startSession, type User } from './session.ts'

/** `ended`: the user must start again with the password. */
type Refused = { refused: string; ended?: boolean }
/** `challenge`: the password was right, and the second factor is awaited. */
export type SignInResult = { user: User } | Refused | { terms: true } | { challenge: Challenge }
export type Credentials = { username: string; password: string }

/** Prefetches the code and the key of the password step. */
export const prepareSignIn = (): void => {
  prepareSeal()
  void loadConfig().catch(() => {})
}

/** The text after too many tries. @param seconds to wait, if the server gives them */
export const lockedText = (seconds: number | undefined): string =>
  [SESSION_TEXTS.locked, seconds && waitText(seconds)].filter(Boolean).join(' ')

export const refusal = (error: unknown): SignInResult => {
  if (!(error instanceof ApiError)) return { refused: SESSION_TEXTS.failed }
  const { status, description, retryAfter, challenge } = error
  if (challenge) return { challenge }
  if (description === TOKEN_ERRORS.terms) return { terms: true }
  if (description === TOKEN_ERRORS.wrong) return { refused: SESSION_TEXTS.wrong }
  if (description === TOKEN_ERRORS.wrongCode) return { refused: SESSION_TEXTS.wrongCode }
  if (description === TOKEN_ERRORS.company) return { refused: SESSION_TEXTS.company }
  if (description === TOKEN_ERRORS.ended) return { refused: SESSION_TEXTS.ended, ended: true }
  if (description === TOKEN_ERRORS.locked || status === 429) return { refused: lockedText(retryAfter) }
  const sealText = Object.values(SEAL_TEXTS).find((text) => text === description)
  return { refused: sealText ?? SESSION_TEXTS.failed }
}

const DEVICE = 'device'
/** The token of a remembered browser, which needs no second factor. */
const rememberedDevice = (username: string): { device_token?: string } => {
  const token = recall(username, DEVICE)
  return typeof token === 'string' ? { device_token: token } : {}
}
export const rememberDevice = (username: string, token: string): void => remember(username, DEVICE, token)

/** The client's fields in requests to the identity service. */
export const clientFields = async () => {
  const { clientId, clientSecret, scope } = await loadConfig()
  return { client_id: clientId, ...(clientSecret && { client_secret: clientSecret }), ...(scope && { scope }) }
}

/** Sent after a 500 ms delay (spec core §4). Never throws: every end is a result. */
export const signIn = async (typed: Credentials): Promise<SignInResult> => {
  const username = typed.username.trim()
  try {
    await new Promise((resolve) => setTimeout(resolve, LOGIN_DELAY_MS))
    const [client, password] = await Promise.all([clientFields(), seal(typed.password, { username, use: 'sign-in' })])
    const device = rememberedDevice(username)
    const body = { grant_type: 'password', username, password, ...device, ...client }
    const token = await ask(identity.token, { body })
    return { user: await startSession(token.access_token, token.expires_in) }
  } catch (error) {
    return refusal(error)
  }
}

/** True when the terms are accepted now, also when they already were (409). */
export const acceptTerms = async (typed: Credentials): Promise<boolean> => {
  const username = typed.username.trim()
  try {
    const password = await seal(typed.password, { username, use: 'terms' })
    await ask(terms.accept, { body: { username, password } })
    return true
  } catch (error) {
    return error instanceof ApiError && error.status === 409
  }
}
