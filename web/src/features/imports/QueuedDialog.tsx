// What came of applying: it is being processed, and where its end will be told.
import type { Import } from '@padron/contract/imports'
import { type ReactNode, useEffect, useRef } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { useQueueOpen } from '../../lib/queue-open.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { applyText } from './kinds.ts'

type Props = { told: Import; notifyTo: string; onClose: () => void }

export const QueuedDialog = ({ told, notifyTo, onClose }: Props): ReactNode => {
  const { setOpen } = useQueueOpen(useUser().userId)
  const panel = useCan('queue_read')
  const { mail } = useConfig() ?? {}
  const close = useRef<HTMLButtonElement>(null)
  // After the dialog took the focus to its own first button.
  useEffect(() => close.current?.focus(), [])
  const footer = (
    <>
      {panel && (
        <button
          type="button"
          className="button"
          onClick={() => {
            onClose()
            setOpen(true)
          }}
        >
          Ver panel de trabajos
        </button>
      )}
      <button ref={close} type="button" className="button button--primary" onClick={onClose}>
        Cerrar
      </button>
    </>
  )
  return (
    <Dialog title="Su plantilla se está procesando" onClose={onClose} footer={footer}>
      <p className="dialog-text">
        <strong>{applyText(told)}:</strong> se aplica todo o nada.{' '}
        {mail === false
          ? 'Este servidor no tiene correo configurado: el avance y el resultado se ven en esta pantalla.'
          : `Al terminar se avisará por correo a ${notifyTo}. El avance se ve en esta pantalla; puede cerrarla.`}
      </p>
    </Dialog>
  )
}
