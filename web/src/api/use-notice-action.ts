// An action beside which there is no form: where it is refused, a notice says why, in the server's own words.
import type { Args, Call, Reply } from '@padron/contract/call'
import { useQueryClient } from '@tanstack/react-query'
import { formRefusalText, isFormRefusal } from './form-refusal.ts'
import { notify } from './notify.ts'
import { useAction } from './use-action.ts'

/** @param stale the call that is repeated after a failure: somebody else may have changed what it answers */
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
