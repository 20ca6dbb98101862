// Asks before an alert is deleted.
import { type Alert, alerts as calls } from '@padron/contract/alerts'
import type { ReactNode } from 'react'
import { saidOf } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { DangerDialog } from '../../ui/DangerDialog.tsx'

export const DeleteAlert = ({ alert, onClose }: { alert: Alert; onClose: () => void }): ReactNode => {
  const { mutate, isPending, error } = useAction(calls.remove, {
    told: (failed) => saidOf(failed, calls.remove),
    about: alert.name,
  })
  return (
    <DangerDialog
      title="Eliminar alerta"
      yes="Eliminar alerta"
      busy={isPending}
      error={error ? saidOf(error, calls.remove) : undefined}
      onYes={() => mutate({ params: { alertId: `${alert.alertId}` } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Se eliminará la alerta <strong>{alert.name}</strong>: nadie recibirá más avisos de ella. La vista y sus
        vehículos no cambian.
      </p>
    </DangerDialog>
  )
}
