// Requests a list in pages: each page is requested with the end of the one before. Caching and notices as in useCall.
import type { Args, Call, Reply } from '@padron/contract/call'
import { type InfiniteData, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { ask } from './client.ts'
import { CallerContext } from './use-call.ts'

type Paging<R extends Call, Mark> = {
  /** The arguments of the page after the mark; without a mark, of the first. */
  args: (mark: Mark | undefined) => Args<R>
  /** The start of the next page; undefined on the last one. */
  next: (page: Reply<R>) => Mark | undefined
}

export const usePages = <R extends Call, Mark>(row: R, { args, next }: Paging<R, Mark>) => {
  const caller = useContext(CallerContext)
  return useInfiniteQuery<Reply<R>, Error, InfiniteData<Reply<R>>, QueryKey, Mark | undefined>({
    queryKey: [caller, row.name, args(undefined), 'pages'],
    queryFn: ({ signal, pageParam }) => ask(row, args(pageParam as Mark | undefined), { signal }),
    initialPageParam: undefined,
    getNextPageParam: next,
    meta: { row },
    placeholderData: keepPreviousData,
  })
}
