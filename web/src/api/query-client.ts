// The cache of answers. Every key is [user id, call name, args]; `meta.row` is the call's row, from which a failure's
// words come. Only what a second try can mend is tried again.
import type { Call } from '@padron/contract/call'
import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { keepAnswersIn } from './answers.ts'
import { statusOf } from './api-error.ts'
import { notifyFailure } from './notify.ts'
import { unauthorised } from './unauthorised.ts'

type Meta = { row: Call }
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta
  }
}

const failed = (error: Error, query: Query<unknown, unknown>): void => {
  const { row } = query.meta ?? {}
  unauthorised(error)
  // A poll that fails behind an answer already on screen is not worth an interruption.
  if (row && (query.state.data === undefined || statusOf(error) === 401)) notifyFailure(error, row)
}

const retry = (times: number, error: Error): boolean => times < 1 && [0, 502, 503, 504].includes(statusOf(error))

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: failed }),
  // Asked even where the browser believes it is offline: otherwise calls would wait for ever and say nothing.
  defaultOptions: {
    queries: { retry, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
keepAnswersIn(queryClient)
