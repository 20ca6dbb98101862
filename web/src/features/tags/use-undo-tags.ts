// Bringing back what was deleted, from its notice.
import { tags as calls } from '@padron/contract/tags'
import { useCallback } from 'react'
import { notify } from '../../api/notify.ts'
import { isRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'

/** @returns tells what was deleted, with the way back */
export const useUndoTags = (): ((text: string, about: string, undoId: string) => void) => {
  const { mutateAsync } = useAction(calls.undo, {
    // Too late, or back already: the product says which.
    told: (error) => {
      const known = isRefusal(error)
      if (known) notify('warning', refusalText(error) ?? calls.undo.fails)
      return known
    },
  })
  return useCallback(
    (text, about, undoId) => {
      const run = (): void => void mutateAsync({ body: { undoId } }).catch(() => {})
      notify('done', text, { about, action: { label: 'Deshacer', run } })
    },
    [mutateAsync],
  )
}
