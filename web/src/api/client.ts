// The only fetch of the console: a call's row defines its address, its body and its reply.
import type { Args, CallRow, Reply } from '@padron/contract/call'
import { type Config, operator } from '@padron/contract/operator'
import { ApiError } from './api-error.ts'
import { learnTime } from './clock.ts'
import { answered, OfflineError, offline, storedAnswer } from './offline.ts'
import { isForeign, readToken } from './token.ts'
import { unauthorised } from './unauthorised.ts'

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: Record<string, unknown> }
export type Options = { signal?: AbortSignal | undefined; token?: string | undefined }

const entries = (values: Record<string, unknown> = {}): [string, string][] =>
  Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))

/** A call's path with its parameters and its search part. */
export const address = (row: CallRow, { params = {}, query }: Omit<Parts, 'body'>): string => {
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(entries(query)).toString()
  return search ? `${path}?${search}` : path
}

const request = (row: CallRow, { body }: Parts, { signal, token = readToken() }: Options): RequestInit => {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (row.needs !== 'public' && token) headers.authorization = `Bearer ${token}`
  if (body && !row.form) headers['content-type'] = 'application/json'
  const payload = body && (row.form ? new URLSearchParams(entries(body)) : JSON.stringify(body))
  return {
    method: row.method,
    headers,
    cache: 'no-store',
    ...(payload && { body: payload }),
    ...(signal && { signal }),
  }
}

/** @returns undefined if the text is not JSON */
export const parseJson = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
/** The error of an unsuccessful answer. @param retryAfter the header as received */
export const failureOf = (status: number, text: string, retryAfter: string | null): ApiError => {
  const answer = parseJson(text)
  const wait = Number(retryAfter)
  return new ApiError(status, {
    problem: answer?.title ? answer : undefined,
    description: answer?.error_description,
    challenge: answer?.mfa_token && {
      token: answer.mfa_token,
      application: answer.application !== false,
      passkey: answer.passkey,
    },
    retryAfter: wait > 0 ? wait : undefined,
  })
}

/** The caller's own way to break off, and the time that the row gives. */
const signalOf = ({ within }: CallRow, { signal }: Options): AbortSignal | undefined => {
  if (within === undefined) return signal
  const limit = AbortSignal.timeout(within * 1000)
  return signal ? AbortSignal.any([signal, limit]) : limit
}

/** The place of a company that is in another installation behind the same address. */
const placeOf = ({ status, headers }: Response): string | null => (status === 421 ? headers.get('padron-place') : null)

const send = async (base: string, row: CallRow, parts: Parts, options: Options): Promise<unknown> => {
  const init = request(row, parts, { ...options, signal: signalOf(row, options) })
  const response = await fetch(base + address(row, parts), init).catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    throw new ApiError(0)
  })
  learnTime(response.headers.get('date'))
  const place = placeOf(response)
  if (place && !base.endsWith(`/p/${place}`)) return send(`${base}/p/${place}`, row, parts, options)
  if (!response.ok)
    throw failureOf(response.status, await response.text().catch(() => ''), response.headers.get('retry-after'))
  // Revocation answers 200 with nothing in it.
  return response.text().then((text) => (text ? JSON.parse(text) : {}))
}

let config: Promise<Config> | undefined

/** The run-time settings, requested once; a failed request is repeated the next time. */
export const loadConfig = (): Promise<Config> => {
  config ??= (send('', operator.config, {}, {}) as Promise<Config>).catch((error: unknown) => {
    config = undefined
    throw error
  })
  return config
}

/** Another tab changed the session: reloads the page, so that no user sees another's data. */
const startOver = (): Promise<never> => {
  location.reload()
  return new Promise(() => {})
}
/** Whether the cookie was removed: the session ended, and there is no other one. */
const isGone = (): boolean => isForeign() && readToken() === undefined
const GONE = 401
/**
 * Whether the cookie belongs to another session, which this page's calls would change. The page reloads then.
 */
export const startedOver = (): boolean => {
  if (!isForeign() || isGone()) return false
  void startOver()
  return true
}
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && !startedOver() && isGone()) unauthorised(new ApiError(GONE))
})

/** The base address of a call. It never resolves if the session is now another user's: the page reloads. */
export const baseFor = async (row: CallRow, options: Options = {}): Promise<string> => {
  // Without a network only the identity service is called, to find out whether the network is back.
  if (offline.get() && row.at !== 'identity') throw new OfflineError()
  const { identityUrl, apiUrl } = await loadConfig()
  if (row.needs !== 'public' && !options.token) {
    if (isGone()) throw new ApiError(GONE)
    if (isForeign()) return startOver()
  }
  return (row.at === 'identity' ? identityUrl : apiUrl).replace(/\/$/, '')
}

/** Makes a call. @throws ApiError on any status but 2xx, with status 0 where nothing answered. */
export const ask = async <R extends CallRow>(row: R, args: Args<R>, options: Options = {}): Promise<Reply<R>> => {
  const stored = storedAnswer(row, args)
  if (stored) return stored.data as Reply<R>
  const reply = (await send(await baseFor(row, options), row, args as Parts, options)) as Reply<R>
  answered(row, args, reply)
  return reply
}
