// Asking: the answer of a call, cached, polled as its row says, with the failure told once.
import type { Args, Call, Reply } from '@padron/contract/call'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { ask } from './client.ts'

/** Whose answers these are: no answer of one user is ever shown to another. */
export const CallerContext = createContext('')

type Options = {
  /** Keep showing the last answer while the next one, of other args, is on its way. */
  keep?: boolean
  /** Do not ask (yet). */
  off?: boolean
}

export const useCall = <R extends Call>(row: R, args: Args<R>, options: Options = {}): UseQueryResult<Reply<R>> => {
  const caller = useContext(CallerContext)
  return useQuery<Reply<R>>({
    queryKey: [caller, row.name, args],
    queryFn: ({ signal }) => ask(row, args, { signal }),
    meta: { row },
    enabled: !options.off,
    ...(options.keep && { placeholderData: keepPreviousData as never }),
    ...(row.every && {
      refetchInterval: row.every * 1000,
      // A page that nobody looks at asks nothing: what is past its time by then is asked when it is looked at again.
      refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > (row.every ?? 0) * 1000,
    }),
  })
}
