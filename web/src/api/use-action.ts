// Doing: a call that changes something. When it worked, what it touches is asked again and its `done` is said; when not,
// its `fails`.
import type { Args, Call, Reply } from '@padron/contract/call'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { ask } from './client.ts'
import { notify, notifyFailure } from './notify.ts'
import { unauthorised } from './query-client.ts'

export const useAction = <R extends Call>(row: R): UseMutationResult<Reply<R>, Error, Args<R>> => {
  const queries = useQueryClient()
  return useMutation<Reply<R>, Error, Args<R>>({
    mutationFn: (args) => ask(row, args),
    onSuccess: () => {
      const touched = row.touches ?? []
      if (row.done) notify('done', row.done)
      return queries.invalidateQueries({ predicate: ({ queryKey }) => touched.includes(String(queryKey[1])) })
    },
    onError: (error) => {
      unauthorised(error)
      notifyFailure(error, row)
    },
  })
}
