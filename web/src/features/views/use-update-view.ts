// Keeping what is on screen in the open view.
import { type SavedView, views } from '@padron/contract/views'
import { statusOf } from '../../api/api-error.ts'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useBusy } from '../../lib/use-busy.ts'
import type { Shown } from './view-state.ts'

export const CHANGED_MEANWHILE = 'La vista cambió mientras tanto: ábrala de nuevo antes de actualizarla.'

export const useUpdateView = () => {
  const { mutateAsync } = useAction(views.edit, {
    told: (error) => {
      if (statusOf(error) === 409) notify('warning', CHANGED_MEANWHILE)
      return statusOf(error) === 409
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
