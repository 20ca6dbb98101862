// An order whose refusal is told in the server's own words, where it says why: beside the thing there is no form to tell it in.
import type { Args, Call, Reply } from '@padron/contract/call'
import { formRefusalText, isFormRefusal } from '../../api/form-refusal.ts'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'

/** @param onRefused what was refused may have been changed by somebody else: it is asked again */
export const useTold = <R extends Call & { fails: string }>(
  row: R,
  worked: (reply: Reply<R>, args: Args<R>) => void,
  onRefused?: () => void,
) =>
  useAction(row, {
    worked,
    told: (error) => {
      const known = isFormRefusal(error)
      if (known) notify('warning', formRefusalText(error, row))
      onRefused?.()
      return known
    },
  })
