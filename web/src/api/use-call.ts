// The answer of a call, cached. `useCall` is polled as its row says and reports a failure once, in a notice;
// `useQuietCall` is for data beside something else: its failure is displayed in place of the answer.
import type { Args, Call, Reply } from '@padron/contract/call'
import { OUT_OF_SCOPE } from '@padron/contract/common'
import {
  keepPreviousData,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { ApiError } from './api-error.ts'
import { ask } from './client.ts'

/** Whose answers these are: no answer of one user is ever shown to another. */
export const CallerContext = createContext('')
/** Whether they see a part of the vehicles: what states no scope is refused to them, without asking. */
export const PartContext = createContext(false)

const outOfScope = (): ApiError =>
  new ApiError(403, { problem: { type: 'about:blank', title: OUT_OF_SCOPE, status: 403 } })

type Options = {
  /** Keep showing the last answer while the next one, of other args, is on its way. */
  keep?: boolean
  /** Do not ask (yet). */
  off?: boolean
}
type StandIn<R extends Call> = {
  /** What an answer of the same call, to other args, says of this question: shown until its own comes. */
  standIn?: (other: Reply<R>) => Reply<R> | undefined
}
type QuietOptions = Options & {
  /** Never from the cache: what is shown must be of this moment. */
  fresh?: boolean
  /** Requested again as often as its row says. */
  poll?: boolean
  /** Requested again as often as its row says while the answer is null. */
  pollWhileNull?: boolean
  /** Requested again when the page becomes visible again. */
  focused?: boolean
}

const useAnswer = <R extends Call>(
  row: R,
  args: Args<R>,
  { keep, off, standIn }: Options & StandIn<R>,
  more: Partial<UseQueryOptions<Reply<R>>>,
): UseQueryResult<Reply<R>> => {
  const caller = useContext(CallerContext)
  const isRefused = useContext(PartContext) && row.scope === undefined && row.needs !== 'public'
  const client = useQueryClient()
  const fromOthers = (): Reply<R> | undefined => {
    for (const [, other] of client.getQueriesData<Reply<R>>({ queryKey: [caller, row.name] })) {
      const found = other && standIn?.(other)
      if (found) return found
    }
    return undefined
  }
  return useQuery<Reply<R>>({
    queryKey: [caller, row.name, args],
    queryFn: ({ signal }) => (isRefused ? Promise.reject(outOfScope()) : ask(row, args, { signal })),
    enabled: !off,
    ...(keep && { placeholderData: keepPreviousData as never }),
    ...(standIn && { placeholderData: fromOthers as never }),
    // Known beforehand, a refusal is nothing to be told of, nor to be asked for again.
    ...(isRefused ? {} : more),
  })
}

export const useCall = <R extends Call>(
  row: R,
  args: Args<R>,
  options: Options & StandIn<R> = {},
): UseQueryResult<Reply<R>> => {
  const everyMs = (row.every ?? 0) * 1000
  return useAnswer(row, args, options, {
    meta: { row },
    ...(everyMs && {
      refetchInterval: everyMs,
      // A hidden page requests nothing: what is stale by then is requested when the page is visible again.
      refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > everyMs,
    }),
  })
}

export const useQuietCall = <R extends Call>(
  row: R,
  args: Args<R>,
  { fresh, poll, pollWhileNull, focused, ...options }: QuietOptions = {},
): UseQueryResult<Reply<R>> => {
  const everyMs = (row.every ?? 0) * 1000
  return useAnswer(row, args, options, {
    ...(poll && everyMs && { refetchInterval: everyMs }),
    ...(pollWhileNull && { refetchInterval: ({ state }) => state.data === null && everyMs }),
    ...(focused && { refetchOnWindowFocus: true }),
    ...(fresh && { staleTime: 0, gcTime: 0 }),
  })
}
