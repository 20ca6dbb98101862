// Keeping what is on screen in the open view.
import { type SavedView, views } from '@padron/contract/views'
import { useQueryClient } from '@tanstack/react-query'
import { statusOf } from '../../api/api-error.ts'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useBusy } from '../../lib/use-busy.ts'
import type { Shown } from './view-state.ts'

export const CHANGED_MEANWHILE = 'La vista cambió mientras tanto: ábrala de nuevo antes de actualizarla.'

export const useUpdateView = () => {
  const queries = useQueryClient()
  const { mutateAsync } = useAction(views.edit, {
    told: (error) => {
      if (statusOf(error) !== 409) return false
      notify('warning', CHANGED_MEANWHILE)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === views.list.name })
      return true
    },
  })
  const { busy, run } = useBusy()
  const update = ({ viewId, name, shared, version }: SavedView, definition: Shown): void =>
    void run(async () => {
      await mutateAsync({ params: { viewId: `${viewId}` }, body: { name, shared, definition, version } }).catch(
        () => {},
      )
    })
  return { busy, update }
}
