// What was sent to a webhook in the last thirty days, newest first, and how it fared. Open with the address.
import { webhooks as calls, WEBHOOK_KEPT_DAYS, type Webhook } from '@padron/contract/webhooks'
import { type ReactNode, useRef } from 'react'
import { useNow } from '../../api/use-now.ts'
import { numberText } from '../../lib/number-text.ts'
import { useUser } from '../../session/user-context.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormField } from '../../ui/FormField.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import { DeliveryItem } from './DeliveryItem.tsx'
import { type Status, useDeliveries, useResendDelivery } from './use-deliveries.ts'

const STATES: readonly { status: Status; name: string }[] = [
  { status: 'delivered', name: 'Entregadas' },
  { status: 'waiting', name: 'En espera' },
  { status: 'failed', name: 'Fallidas' },
]
const BONES = 5

type Props = {
  webhook: Webhook
  status: Status | undefined
  onStatus: (status: Status | undefined) => void
  onClose: () => void
}

const Filter = ({ status, onStatus }: Pick<Props, 'status' | 'onStatus'>): ReactNode => (
  <FormField label="Estado">
    {(field) => (
      <select
        {...field}
        value={status ?? ''}
        onChange={({ target }) => onStatus(STATES.find((one) => one.status === target.value)?.status)}
      >
        <option value="">Todas</option>
        {STATES.map(({ status: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    )}
  </FormField>
)

export const DeliveriesDialog = ({
  webhook: { webhookId, name, url },
  status,
  onStatus,
  onClose,
}: Props): ReactNode => {
  const clock = { now: useNow(), zone: useUser().zone }
  const box = useRef<HTMLDivElement>(null)
  useFocusKept(box)
  const { pages, deliveries, total } = useDeliveries(webhookId, status)
  const { pending, again } = useResendDelivery(webhookId)
  const { isError, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const content = (): ReactNode => {
    if (isError && !deliveries)
      return <LoadFailure title={calls.deliveries.fails} error={error} onRetry={() => void refetch()} />
    if (!deliveries) return <TableSkeleton label="Cargando entregas" rows={BONES} columns={3} />
    if (!deliveries.length)
      return status ? (
        <Message
          title="Sin coincidencias"
          detail="Ninguna entrega está en ese estado."
          action={
            <button type="button" className="button" onClick={() => onStatus(undefined)}>
              Ver todas
            </button>
          }
        />
      ) : (
        <Message title="Sin entregas" detail="Aquí verá cada evento que se le mande y qué contestó." />
      )
    return (
      <ol className="delivered-list" aria-label="Entregas">
        {deliveries.map((delivery) => (
          <DeliveryItem
            key={delivery.deliveryId}
            delivery={delivery}
            clock={clock}
            sending={pending.has(delivery.deliveryId)}
            onAgain={() => again(delivery.deliveryId)}
          />
        ))}
      </ol>
    )
  }
  return (
    <Dialog title={`Entregas de «${name}»`} shape="wide" onClose={onClose}>
      <div className="page__stack stack gap-12 narrow" aria-busy={pages.isFetching}>
        <p className="trial__url break muted">{url}</p>
        <div className="delivered-tools flex-wrap gap-8-16 between">
          <Filter status={status} onStatus={onStatus} />
          <RefreshButton list={pages} row={calls.deliveries} />
        </div>
        <div ref={box} className="delivered-box" tabIndex={-1} data-waiting={isPlaceholderData}>
          {content()}
        </div>
        <p role="status" className="muted">
          {deliveries && total > 0
            ? `${numberText(deliveries.length)} de ${numberText(total)}. Se guardan ${WEBHOOK_KEPT_DAYS} días.`
            : ''}
        </p>
        {hasNextPage && (
          <button
            type="button"
            className="button"
            aria-disabled={isFetchingNextPage}
            onClick={() => isFetchingNextPage || void fetchNextPage()}
          >
            {isFetchingNextPage && <span className="spinner" aria-hidden="true" />}
            Ver más
          </button>
        )}
      </div>
    </Dialog>
  )
}
