// Asking for what is shown beside something else: the answer cached as useCall does, the failure told where it would stand
// and not in a notice.
import type { Args, Call, Reply } from '@padron/contract/call'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { ask } from './client.ts'
import { CallerContext } from './use-call.ts'

type Options = {
  /** Keep showing the last answer while the next one, of other args, is on its way. */
  keep?: boolean
  /** Do not ask (yet). */
  off?: boolean
  /** Never from the cache: what is shown must be of this moment. */
  fresh?: boolean
  /** Asked again as often as its row says. */
  poll?: boolean
  /** Asked again as often as its row says for as long as the answer is null. */
  untilSaid?: boolean
  /** Asked again when the page is looked at again. */
  focused?: boolean
}

export const useQuietCall = <R extends Call>(
  row: R,
  args: Args<R>,
  { keep, off, fresh, poll, untilSaid, focused }: Options = {},
): UseQueryResult<Reply<R>> => {
  const caller = useContext(CallerContext)
  return useQuery<Reply<R>>({
    queryKey: [caller, row.name, args],
    queryFn: ({ signal }) => ask(row, args, { signal }),
    enabled: !off,
    ...(keep && { placeholderData: keepPreviousData as never }),
    ...(poll && row.every && { refetchInterval: row.every * 1000 }),
    ...(untilSaid && { refetchInterval: ({ state }) => state.data === null && (row.every ?? 0) * 1000 }),
    ...(focused && { refetchOnWindowFocus: true }),
    ...(fresh && { staleTime: 0, gcTime: 0 }),
  })
}
