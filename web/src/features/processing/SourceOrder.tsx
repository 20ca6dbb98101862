// 'Procesar' beside a source: the same button and dialog as on the processing screen.
import { processing } from '@padron/contract/processing'
import { useQuietCall } from '../../api/use-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { availabilityText, orderStateOf, queuedText } from '../../lib/order-state.ts'
import { useCan } from '../../session/user-context.ts'
import { UnbrokenDates } from '../../ui/UnbrokenDates.tsx'
import { ProcessButton, useProcess } from './ProcessButton.tsx'

export const SourceOrder = ({ resourceId, clock }: { resourceId: number; clock: Clock }) => {
  const canOrder = useCan('processing_admin')
  const { data } = useQuietCall(processing.resources, {}, { off: !canOrder })
  const process = useProcess()
  const resource = data?.data.flatMap(({ resources }) => resources).find((one) => one.resourceId === resourceId)
  if (!canOrder || !resource) return null
  const orderState = orderStateOf(resource, process.sending, clock.now)
  return (
    <div className="source-order no-print row-wrap gap-4-12">
      <ProcessButton resource={resource} orderState={orderState} clock={clock} onOrder={process.order} />
      <span className="muted">
        {orderState === 'queued' ? queuedText(resource) : <UnbrokenDates text={availabilityText(resource, clock)} />}
      </span>
      {process.dialog}
    </div>
  )
}
