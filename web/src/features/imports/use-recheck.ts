// Having the file checked again, with what was corrected: what comes back takes the place of what was.
import { CORRECTIONS_AT_MOST, type Import, imports } from '@padron/contract/imports'
import { notify } from '../../api/notify.ts'
import { isRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { numberText } from '../../lib/number-text.ts'
import { type Corrections, listed, NONE } from './corrections.ts'
import type { CorrectionsHold } from './use-corrections.ts'
import { useKeepImport } from './use-import.ts'

const tooMany = () =>
  `Se revisan hasta ${numberText(CORRECTIONS_AT_MOST)} cambios a la vez: revise de nuevo antes de seguir.`

const isTooMuch = ({ omit, include }: Corrections, cells: number): boolean =>
  Math.max(cells, omit.length, include.length) > CORRECTIONS_AT_MOST

/** @param onTold told what came of it, once it is what the screen shows */
export const useRecheck = (importId: string, hold: CorrectionsHold, onTold: (told: Import) => void) => {
  const keep = useKeepImport()
  const { mutate, isPending, error } = useAction(imports.recheck, {
    told: isRefusal,
    worked: ({ message, import: told }) => {
      keep(told)
      hold.settle(hold.sent)
      notify(told.state === 'refused' ? 'warning' : 'done', message)
      onTold(told)
    },
  })
  const recheck = (now: Corrections = NONE, omitRefused = false): void => {
    if (isPending) return
    const corrections = listed(now)
    if (isTooMuch(now, corrections.length)) notify('warning', tooMany())
    else {
      hold.send(now)
      const body = { corrections, omit: [...now.omit], include: [...now.include], omitRefused }
      mutate({ params: { importId }, body }, { onError: () => hold.send(NONE) })
    }
  }
  return { recheck, busy: isPending, refused: refusalText(error) }
}
