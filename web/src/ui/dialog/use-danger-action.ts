// The call of a DangerDialog: a failure is displayed in the dialog, or in a notice if the user left it.
import type { Args, Call, Reply } from '@padron/contract/call'
import { NOTICES } from '@padron/contract/common'
import { notify } from '../../api/notify.ts'
import { refusalMessage } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'

/** @param about the subject of the notices @param onSuccess replaces the notice of success */
export const useDangerAction = <R extends Call>(
  row: R,
  about: string,
  onSuccess: (reply: Reply<R>, args: Args<R>) => void = () => notify('done', row.done ?? NOTICES.done, { about }),
) => {
  const { mutate, isPending, error } = useAction(row, {
    onFailure: (failed) => refusalMessage(failed, row),
    about,
    onSuccess,
  })
  /** `dialog`: props of the DangerDialog. */
  return { mutate, dialog: { busy: isPending, error: error ? refusalMessage(error, row) : undefined } }
}
