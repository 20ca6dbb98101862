// Doing: a call that changes something. When it worked, what it touches is asked again and its `done` is said; when not,
// its `fails`, unless the caller tells that failure itself, beside what it is about.
import type { Args, Call, Reply } from '@padron/contract/call'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { ask } from './client.ts'
import { notify, notifyFailure } from './notify.ts'
import { unauthorised } from './unauthorised.ts'

type Options<R extends Call> = {
  /** Whether the caller tells this failure by itself: no notice. */
  told?: (error: Error) => boolean
  /** Told of the success in place of the row's `done`, and before what it touches is asked again. */
  worked?: (reply: Reply<R>, args: Args<R>) => void
}

export const useAction = <R extends Call>(
  row: R,
  { told, worked }: Options<R> = {},
): UseMutationResult<Reply<R>, Error, Args<R>> => {
  const queries = useQueryClient()
  return useMutation<Reply<R>, Error, Args<R>>({
    mutationFn: (args) => ask(row, args),
    gcTime: 0, // a reply may hold a password: it goes with the screen that asked
    onSuccess: (reply, args) => {
      const touched = row.touches ?? []
      if (worked) worked(reply, args)
      else if (row.done) notify('done', row.done)
      return queries.invalidateQueries({ predicate: ({ queryKey }) => touched.includes(String(queryKey[1])) })
    },
    onError: (error) => {
      unauthorised(error)
      if (!told?.(error)) notifyFailure(error, row)
    },
  })
}
