// Resends an email of a job: a failed one at once, a sent one only after a confirmation, because it arrives twice.
import { type Delivery, queue } from '@padron/contract/queue'
import { useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { notify } from '../../api/notify.ts'
import { refusalMessage } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { dateInText } from '../../lib/dates.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { isFailed } from './delivery-texts.ts'

/**
 * The emails being resent, and the reason of a refusal, which their rows show. A row is shown as waiting from the press
 * until the list has been reloaded.
 */
export const useResend = (queueItemId: string) => {
  const [pending, setPending] = useState<readonly string[]>([])
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const { mutateAsync } = useAction(queue.resend, {
    // The row shows the failure instead of a notice, except for an ended session.
    onFailure: (error) => statusOf(error) !== 401,
    onSuccess: (_, { params: { deliveryId } }) => {
      notify('done', queue.resend.done)
      // The reloaded row has no button, so the focus moves to the row.
      const row = document.querySelector<HTMLElement>(`.deliveries [data-row="${deliveryId}"]`)
      if (row?.contains(document.activeElement)) row.focus()
    },
  })
  const resend = async ({ _id }: Delivery): Promise<void> => {
    if (pending.includes(_id)) return
    setPending((all) => [...all, _id])
    setFaults(({ [_id]: _, ...others }) => others)
    await mutateAsync({ params: { queueItemId, deliveryId: _id } }).catch((error: Error) =>
      setFaults((all) => ({ ...all, [_id]: refusalMessage(error, queue.resend) })),
    )
    setPending((all) => all.filter((id) => id !== _id))
  }
  return { pending, faults, resend }
}
export type Resending = ReturnType<typeof useResend>

type Props = { row: Delivery; resending: Resending }

export const Resend = ({ row, resending: { pending, faults, resend } }: Props) => {
  const { zone } = useUser()
  const [isConfirming, setIsConfirming] = useState(false)
  const waiting = pending.includes(row._id)
  return (
    <>
      {(row.Resendable || waiting) && (
        <Button
          label={isFailed(row) ? 'Reintentar' : 'Reenviar'}
          about={`a ${row.SendTo}`}
          small
          busy={waiting}
          {...(!isFailed(row) && { 'aria-haspopup': 'dialog' as const })}
          onClick={() => (isFailed(row) ? void resend(row) : setIsConfirming(true))}
        />
      )}
      <small role="alert" className="field__fault">
        {faults[row._id]}
      </small>
      {isConfirming && (
        <ConfirmDialog
          title="¿Reenviar el correo?"
          yes="Reenviar"
          no="No reenviar"
          onYes={() => {
            setIsConfirming(false)
            void resend(row)
          }}
          onNo={() => setIsConfirming(false)}
        >
          A <strong>{row.SendTo}</strong> ya se le envió
          {row.SuccessDateTime && ` el ${dateInText(row.SuccessDateTime, zone)}`}: le llegará otra vez.
        </ConfirmDialog>
      )}
    </>
  )
}
