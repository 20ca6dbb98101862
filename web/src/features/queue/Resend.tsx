// Sending an email of a job again: a failed one at once, one that went only after asking, because it arrives twice.
import { type Delivery, queue } from '@padron/contract/queue'
import { type ReactNode, useRef, useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { failureText, notify } from '../../api/notify.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { dateTime } from '../../lib/dates.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { againText, isFailed } from './delivery-words.ts'

/**
 * Which emails are on their way again, and why one was refused, said in its row. In its row it waits from the moment it was
 * pressed until the list has come again.
 */
export const useResend = (queueItemId: string) => {
  const sent = useRef(new Set<string>())
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const { mutateAsync } = useAction(queue.resend, {
    // No notice for what its row says; an ended session has one as everywhere.
    told: (error) => statusOf(error) !== 401,
    worked: (_, { params: { deliveryId } }) => {
      notify('done', queue.resend.done)
      // Its button goes when the list comes again, and the focus with it.
      const row = document.querySelector<HTMLElement>(`.deliveries [data-row="${deliveryId}"]`)
      if (row?.contains(document.activeElement)) row.focus()
    },
  })
  const put = (id: string, fault: string | undefined): void =>
    setFaults((before) => {
      const after = new Map(before)
      if (fault === undefined) after.delete(id)
      else after.set(id, fault)
      return after
    })
  const resend = ({ _id }: Delivery): void => {
    if (sent.current.has(_id)) return
    const mark = (): void => setPending(new Set(sent.current))
    sent.current.add(_id)
    mark()
    put(_id, undefined)
    mutateAsync({ params: { queueItemId, deliveryId: _id } })
      .catch((error: Error) => put(_id, refusalText(error) ?? failureText(error, queue.resend)))
      .finally(() => {
        sent.current.delete(_id)
        mark()
      })
  }
  return { pending, faults, resend }
}
export type Resending = ReturnType<typeof useResend>

type Props = { row: Delivery; zone: string; resending: Resending }

export const Resend = ({ row, zone, resending: { pending, faults, resend } }: Props): ReactNode => {
  const [asking, ask] = useState(false)
  const waiting = pending.has(row._id)
  const fault = faults.get(row._id)
  return (
    <>
      {(row.Resendable || waiting) && (
        <button
          type="button"
          className="button button--small"
          aria-disabled={waiting}
          {...(!isFailed(row) && { 'aria-haspopup': 'dialog' as const })}
          onClick={() => waiting || (isFailed(row) ? resend(row) : ask(true))}
        >
          {waiting && <span className="spinner" aria-hidden="true" />}
          {againText(row)}
          <span className="visually-hidden"> a {row.SendTo}</span>
        </button>
      )}
      <small role="alert" className="field__fault">
        {fault}
      </small>
      {asking && (
        <ConfirmDialog
          title="¿Reenviar el correo?"
          yes="Reenviar"
          no="No reenviar"
          onYes={() => {
            ask(false)
            resend(row)
          }}
          onNo={() => ask(false)}
        >
          A <strong>{row.SendTo}</strong> ya se le envió
          {row.SuccessDateTime && ` el ${dateTime(row.SuccessDateTime, zone)}`}: le llegará otra vez.
        </ConfirmDialog>
      )}
    </>
  )
}
