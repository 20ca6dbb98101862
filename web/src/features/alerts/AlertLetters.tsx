// What became of the letters of an alert's last crossing, whom it did not reach, and each of them with its reason.
import type { Alert } from '@padron/contract/alerts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { emailCountsSign, emailCountsText } from '../../lib/email-counts.ts'
import { useCan } from '../../session/user-context.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'

const DeliveriesDialog = lazy(() =>
  import('../queue/DeliveriesDialog.tsx').then((m) => ({ default: m.DeliveriesDialog })),
)

type Props = { alert: Alert }

const Deliveries = ({ name, crossing }: { name: string; crossing: string }): ReactNode => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="link-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Ver entregas<span className="visually-hidden"> de {name}</span>
      </button>
      {open && (
        <Suspense>
          <DeliveriesDialog queueItemId={crossing} title={`Alerta: ${name}`} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

export const AlertLetters = ({ alert: { name, crossing, letters, troubled } }: Props): ReactNode => {
  const mayOpen = useCan('queue_read')
  if (!letters || crossing === null) return null
  return (
    <div className="alert__letters">
      <small className="alert__under tiny regular block alert__unsure">
        <StatusSign sign={emailCountsSign(letters)} size={14} /> Último aviso: {emailCountsText(letters)}
      </small>
      {troubled.length > 0 && (
        <small className="alert__under tiny regular block">
          No llegó a {troubled.join(', ')}: revise la dirección, o pregunte por qué se rechaza.
        </small>
      )}
      {mayOpen && <Deliveries name={name} crossing={crossing} />}
    </div>
  )
}
