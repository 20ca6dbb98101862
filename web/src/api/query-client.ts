// The cache of answers. Every key is [user id, call name, args]; `meta.row` is the call's row, with the text of a
// failure. Only failures that a retry can repair are retried, and not before the time that the server gives.
import type { Call } from '@padron/contract/call'
import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { keepAnswersIn } from './answers.ts'
import { ApiError, statusOf } from './api-error.ts'
import { notifyFailure } from './notify.ts'
import { OfflineError } from './offline.ts'
import { unauthorised } from './unauthorised.ts'

type Meta = { row: Call }
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta
  }
}

const failed = (error: Error, query: Query<unknown, unknown>): void => {
  const { row } = query.meta ?? {}
  // The place of the answer shows it.
  if (error instanceof OfflineError) return
  unauthorised(error)
  // A poll that fails behind an answer already on screen is not worth an interruption.
  if (row && (query.state.data === undefined || statusOf(error) === 401)) notifyFailure(error, row)
}

/** An overloaded server says when to retry: a wait of half a minute is not reported to the user. */
const WAITS = 4
const WAIT_SECONDS = 30
const retryAfterOf = (error: Error): number | undefined =>
  error instanceof ApiError && [429, 503].includes(error.status) && Number(error.retryAfter) <= WAIT_SECONDS
    ? error.retryAfter
    : undefined

const retry = (times: number, error: Error): boolean =>
  !(error instanceof OfflineError) &&
  times < (retryAfterOf(error) ? WAITS : 1) &&
  [0, 429, 502, 503, 504].includes(statusOf(error))
/** Spreads retries over a second: clients refused together must not return together. */
const retryDelay = (times: number, error: Error): number => ((retryAfterOf(error) ?? 2 ** times) + Math.random()) * 1000

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: failed }),
  // Also while the browser believes it is offline: otherwise calls would wait for ever without a failure.
  defaultOptions: {
    queries: { retry, retryDelay, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
keepAnswersIn(queryClient)
