// A call that changes something. On success what it touches is requested again and its `done` is displayed, or
// that it worked; when not, its `fails`, unless the caller tells that failure itself, beside what it is about;
// whoever left meanwhile is told it in a notice.
import type { Args, Call, Reply } from '@padron/contract/call'
import { NOTICES } from '@padron/contract/common'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useIsMounted } from '../lib/use-is-mounted.ts'
import { ask } from './client.ts'
import { notify, notifyFailure } from './notify.ts'
import { NOT_SENT, OfflineError, offline } from './offline.ts'
import { unauthorised } from './unauthorised.ts'

type Options<R extends Call> = {
  /**
   * Whether the caller tells this failure by itself: no notice. As words, it shows them where it was asked: where
   * that is gone by then, as a dialog left while it was busy, the notice has them.
   */
  onFailure?: (error: Error, args: Args<R>) => boolean | string | undefined
  /** What the call was about, for that notice. */
  about?: string | undefined
  /** Sends it where a plain call does not do, as with a file. */
  send?: ((args: Args<R>) => Promise<Reply<R>>) | undefined
  /** Called on success in place of the row's `done`, before what the call touches is requested again. */
  onSuccess?: (reply: Reply<R>, args: Args<R>) => void
}

/** What was called off on purpose is no failure. */
export const isCancelled = (error: Error): boolean => error.name === 'AbortError'

export const useAction = <R extends Call>(
  row: R,
  { onFailure, about, send, onSuccess }: Options<R> = {},
): UseMutationResult<Reply<R>, Error, Args<R>> => {
  const queries = useQueryClient()
  const isMounted = useIsMounted()
  return useMutation<Reply<R>, Error, Args<R>>({
    mutationFn: async (args) => {
      if (offline.get()) throw new OfflineError(NOT_SENT)
      return send ? send(args) : ask(row, args)
    },
    gcTime: 0, // a reply may hold a password: it goes with the screen that requested it
    onSuccess: (reply, args) => {
      const touched = row.touches ?? []
      if (onSuccess) onSuccess(reply, args)
      else notify('done', row.done ?? NOTICES.done)
      return queries.invalidateQueries({ predicate: ({ queryKey }) => touched.includes(String(queryKey[1])) })
    },
    onError: (error, args) => {
      if (isCancelled(error)) return
      unauthorised(error)
      const words = onFailure?.(error, args)
      if (!words) notifyFailure(error, row)
      else if (words !== true && !isMounted.current) notify('error', words, { about })
    },
  })
}
