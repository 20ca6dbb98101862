// An action without a form: a notice shows the server's text if it is refused.
import type { Args, Call, Reply } from '@padron/contract/call'
import { useQueryClient } from '@tanstack/react-query'
import { formRefusalText, isFormRefusal } from './form-refusal.ts'
import { notify } from './notify.ts'
import { useAction } from './use-action.ts'

/** @param stale the call that is repeated after a failure: another person may have changed its data */
export const useNoticeAction = <R extends Call & { fails: string }>(
  row: R,
  onSuccess?: (reply: Reply<R>, args: Args<R>) => void,
  stale?: { name: string },
) => {
  const queries = useQueryClient()
  return useAction(row, {
    ...(onSuccess && { onSuccess }),
    onFailure: (error) => {
      const isRefusal = isFormRefusal(error)
      if (isRefusal) notify('warning', formRefusalText(error, row))
      if (stale) void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === stale.name })
      return isRefusal
    },
  })
}
