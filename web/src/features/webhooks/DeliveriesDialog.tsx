// What was sent to a webhook in the last thirty days, newest first, and how it fared. Open with the address.
import { webhooks as calls, type Delivery, WEBHOOK_KEPT_DAYS, type Webhook } from '@padron/contract/webhooks'
import { type ReactNode, useRef, useState } from 'react'
import { useNow } from '../../api/use-now.ts'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { numberText } from '../../lib/number-text.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormField } from '../../ui/FormField.tsx'
import { Icon } from '../../ui/icons.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import { type Status, useDeliveries, useResendDelivery } from './use-deliveries.ts'
import { answerText, attemptsText, eventName, nextText, outcomeOf, readable } from './webhook-words.ts'

type DeliveryItemProps = { delivery: Delivery; clock: Clock; sending: boolean; onAgain: () => void }

const Facts = ({ delivery, clock }: Pick<DeliveryItemProps, 'delivery' | 'clock'>): ReactNode => {
  const { attempts, lastAt } = delivery
  const last = lastAt && `el último el ${dateTime(lastAt, clock.zone)}`
  const facts = [
    answerText(delivery),
    attempts > 0 && [attemptsText(attempts), attempts > 1 && last].filter(Boolean).join(', '),
    nextText(delivery, clock),
  ]
  return <small className="muted">{facts.filter(Boolean).join(' · ')}</small>
}

const DeliveryItem = ({ delivery, clock, sending, onAgain }: DeliveryItemProps): ReactNode => {
  const { deliveryId, attempts, event, createdAt, status, body } = delivery
  const [open, setOpen] = useState(false)
  const { sign, text } = outcomeOf(delivery)
  const at = dateTime(createdAt, clock.zone)
  return (
    <li className="delivered ruled" data-row={deliveryId}>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="stack">
          <StatusSign sign={sign} size={16} />
          <span className="delivered__what break">
            <strong>{eventName(event)}</strong> <code className="muted">{event}</code>
          </span>
          <span className="delivered__state">{text}</span>
          <time className="delivered__at muted nowrap figures-text" dateTime={createdAt}>
            {at}
          </time>
          <Icon name="down" size={14} />
        </summary>
        {open && (
          <div className="page__stack stack gap-12 narrow delivered__body">
            <CodeBlock label="Contenido" text={readable(body)} copy="Copiar el contenido" />
          </div>
        )}
      </details>
      <div className="delivered__foot row-wrap gap-4-12 between">
        <Facts delivery={delivery} clock={clock} />
        {(status !== 'waiting' || attempts > 0) && (
          <Button small busy={sending} onClick={() => onAgain()}>
            {status === 'waiting' ? 'Mandar ahora' : 'Mandar otra vez'}
            <span className="visually-hidden">
              : {eventName(event)}, {at}
            </span>
          </Button>
        )}
      </div>
    </li>
  )
}

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
          action={<Button label="Ver todas" onClick={() => onStatus(undefined)} />}
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
        {hasNextPage && <Button label="Ver más" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
      </div>
    </Dialog>
  )
}
