// 'Procesar', for users who may order checks, and its dialog.
import type { ProcessableResource } from '@padron/contract/processing'
import { lazy, Suspense, useCallback, useId, useState } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { type OrderState, reasonAgainst } from '../../lib/order-state.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'

type Props = {
  resource: ProcessableResource
  orderState: OrderState
  clock: Clock
  onOrder: (resource: ProcessableResource) => void
}

/** A resource that cannot be ordered now still has its button; the reason is beside it, and in its accessible name. */
export const ProcessButton = ({ resource, orderState, clock, onOrder }: Props) => {
  const canOrder = useCan('processing_admin')
  const id = useId()
  if (!canOrder) return null
  const reason = reasonAgainst(resource, orderState, clock)
  return (
    <>
      <Button
        label="Procesar"
        sends
        about={resource.resourceName}
        className={reason && 'button--off'}
        off={reason !== undefined}
        title={reason}
        aria-describedby={reason && id}
        onClick={() => onOrder(resource)}
      />
      {reason && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
    </>
  )
}

const ProcessDialog = lazy(() => import('./ProcessDialog.tsx').then((m) => ({ default: m.ProcessDialog })))

/**
 * The dialog, rendered by the screen because the row that opened it leaves the list during the request; and the
 * resources whose order is being sent.
 */
export const useProcess = () => {
  const [sending, setSending] = useState<ReadonlySet<number>>(new Set())
  const [opened, setOpened] = useState<ProcessableResource>()
  const mark = useCallback((resourceId: number, on: boolean): void => {
    setSending((now) => new Set(on ? [...now, resourceId] : [...now].filter((id) => id !== resourceId)))
  }, [])
  const dialog = (
    <Suspense>
      {opened && (
        <ProcessDialog
          key={opened.resourceId}
          resource={opened}
          onSending={mark}
          onClose={() => setOpened((now) => (now === opened ? undefined : now))}
        />
      )}
    </Suspense>
  )
  return { sending, order: setOpened, dialog }
}
export type Process = ReturnType<typeof useProcess>
