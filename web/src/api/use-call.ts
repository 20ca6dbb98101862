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

/** The owner of the answers, so that no user sees another's. */
export const CallerContext = createContext('')
/** Whether the user sees a part of the fleet: calls without a scope are then refused without a request. */
export const PartContext = createContext(false)

const outOfScope = (): ApiError =>
  new ApiError(403, { problem: { type: 'about:blank', title: OUT_OF_SCOPE, status: 403 } })

type Options = {
  /** Keeps the last answer while the one for other args is loading. */
  keep?: boolean
  /** Do not ask (yet). */
  off?: boolean
}
type StandIn<R extends Call> = {
  /** Derives a temporary answer from that of the same call with other args, shown until its own arrives. */
  standIn?: (other: Reply<R>) => Reply<R> | undefined
}
type QuietOptions = Options & {
  /** Never from the cache: the answer must be current. */
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
    // A refusal known in advance causes no notice and no further request.
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
      // A hidden page requests nothing: stale data is requested when the page is visible again.
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
