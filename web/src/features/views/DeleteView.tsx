// Asks before a view is deleted: whoever else uses it loses it too.
import { type SavedView, views } from '@padron/contract/views'
import type { ReactNode } from 'react'
import { notify } from '../../api/notify.ts'
import { saidOf } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { DangerDialog } from '../../ui/DangerDialog.tsx'

type Props = { view: SavedView; onDeleted: () => void; onClose: () => void }

export const DeleteView = ({ view, onDeleted, onClose }: Props): ReactNode => {
  const leave = useIfMounted(onDeleted)
  const { mutate, isPending, error } = useAction(views.remove, {
    // In its own words where it is refused: a report or an alert uses it.
    told: (failed) => saidOf(failed, views.remove),
    about: view.name,
    // Out of the address before the views are asked again: nobody is to be told that it is gone.
    worked: () => {
      notify('done', views.remove.done)
      leave()
    },
  })
  return (
    <DangerDialog
      title="Eliminar vista"
      yes="Eliminar vista"
      busy={isPending}
      error={error ? saidOf(error, views.remove) : undefined}
      onYes={() => mutate({ params: { viewId: `${view.viewId}` } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Se eliminará la vista <strong>{view.name}</strong>
        {view.shared && ', que comparte toda la empresa'}. Los vehículos no cambian.
      </p>
    </DangerDialog>
  )
}
