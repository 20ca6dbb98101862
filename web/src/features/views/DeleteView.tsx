// Asks before a view is deleted: whoever else uses it loses it too.
import { type SavedView, views } from '@padron/contract/views'
import { type ReactNode, useState } from 'react'
import { failureText, notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { DangerDialog } from '../../ui/DangerDialog.tsx'
import { refusalText } from '../exports/refusal.ts'

type Props = { view: SavedView; onDeleted: () => void; onClose: () => void }

export const DeleteView = ({ view, onDeleted, onClose }: Props): ReactNode => {
  const [error, setError] = useState<string>()
  const { mutateAsync } = useAction(views.remove, {
    told: () => true,
    // Out of the address before the views are asked again: nobody is to be told that it is gone.
    worked: () => {
      notify('done', views.remove.done)
      onDeleted()
    },
  })
  const { busy, run } = useBusy()
  const remove = (): void =>
    void run(async () => {
      setError(undefined)
      try {
        await mutateAsync({ params: { viewId: `${view.viewId}` } })
        onClose()
      } catch (failure) {
        // In its own words where it is refused: a report or an alert uses it.
        setError(refusalText(failure as Error) ?? failureText(failure, views.remove))
      }
    })
  return (
    <DangerDialog
      title="Eliminar vista"
      yes="Eliminar vista"
      busy={busy}
      error={error}
      onYes={remove}
      onClose={onClose}
    >
      <p>
        Se eliminará la vista <strong>{view.name}</strong>
        {view.shared && ', que comparte toda la empresa'}. Los vehículos no cambian.
      </p>
    </DangerDialog>
  )
}
