// A call that changes something. After a success the data that it touches is requested again, and its `done` is
// displayed. After a failure its `fails` is displayed, unless the caller shows the failure itself; if the user has left
// meanwhile, a notice shows it.
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
   * Whether the caller shows this failure itself, without a notice. A text: the caller shows it, or a notice does if
   * the caller is gone by then, such as a dialog that was left while busy.
   */
  onFailure?: (error: Error, args: Args<R>) => boolean | string | undefined
  /** The subject of the call, for that notice. */
  about?: string | undefined
  /** Sends it in place of a plain call, for example with a file. */
  send?: ((args: Args<R>) => Promise<Reply<R>>) | undefined
  /** Called on success in place of the row's `done`, before the touched data is requested again. */
  onSuccess?: (reply: Reply<R>, args: Args<R>) => void
}

/** A call that the user cancelled is not a failure. */
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
