// Asks before an alert is deleted.
import { type Alert, alerts as calls } from '@padron/contract/alerts'
import type { ReactNode } from 'react'
import { failureText } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { DangerDialog } from '../../ui/DangerDialog.tsx'
import { refusalText } from '../exports/refusal.ts'

export const DeleteAlert = ({ alert, onClose }: { alert: Alert; onClose: () => void }): ReactNode => {
  const { mutateAsync, isPending, error } = useAction(calls.remove, { told: () => true })
  return (
    <DangerDialog
      title="Eliminar alerta"
      yes="Eliminar alerta"
      busy={isPending}
      error={error ? (refusalText(error) ?? failureText(error, calls.remove)) : undefined}
      onYes={() => void mutateAsync({ params: { alertId: `${alert.alertId}` } }).then(onClose, () => {})}
      onClose={onClose}
    >
      <p>
        Se eliminará la alerta <strong>{alert.name}</strong>: nadie recibirá más avisos de ella. La vista y sus
        vehículos no cambian.
      </p>
    </DangerDialog>
  )
}
