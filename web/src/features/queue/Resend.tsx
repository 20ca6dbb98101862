// Sending one letter again: a failed one at once, one that went only after asking, because it arrives twice.
import type { Delivery } from '@padron/contract/queue'
import { type ReactNode, useState } from 'react'
import { dateTime } from '../../lib/dates.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { againText, isFailed } from './delivery-words.ts'
import type { Resending } from './use-resend.ts'

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
