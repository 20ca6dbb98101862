// The deliveries of a webhook in the last thirty days, newest first, with their results. Opened by the address.
import { countOf } from '@padron/contract/texts/count-of'
import { webhooks as calls, type Delivery, WEBHOOK_RETENTION_DAYS, type Webhook } from '@padron/contract/webhooks'
import { useEffect, useRef, useState } from 'react'
import { useNoticeAction } from '../../api/use-notice-action.ts'
import { usePages } from '../../api/use-pages.ts'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { numberText } from '../../lib/number-text.ts'
import { useClock } from '../../session/use-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { FilterSelect } from '../../ui/filters/FilterSelect.tsx'
import { Icon } from '../../ui/icons.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { RefreshButton } from '../../ui/list/RefreshButton.tsx'
import { useKeepFocus } from '../../ui/list/use-keep-focus.ts'
import { Message } from '../../ui/Message.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import { answerText, attemptsText, eventName, nextText, outcomeOf, readable } from './webhook-texts.ts'

type Status = Delivery['status']
const STATUSES = [
  { value: 'delivered', label: 'Entregadas' },
  { value: 'waiting', label: 'En espera' },
  { value: 'failed', label: 'Fallidas' },
] as const

/** The deliveries by pages, polled while they are visible. */
const useDeliveries = (webhookId: number, status: Status | undefined) => {
  const pages = usePages(calls.deliveries, {
    args: (before: number | undefined) => ({
      params: { webhookId: `${webhookId}` },
      query: { ...(status && { status }), ...(before !== undefined && { before: `${before}` }) },
    }),
    next: ({ deliveries, hasMore }) => (hasMore ? deliveries.at(-1)?.deliveryId : undefined),
  })
  const { refetch } = pages
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void refetch(), calls.deliveries.every * 1000)
    return () => clearInterval(timer)
  }, [refetch])
  return pages
}

const DeliveryItem = ({ webhookId, delivery, clock }: { webhookId: number; delivery: Delivery; clock: Clock }) => {
  const { deliveryId, attempts, event, createdAt, status, lastAt, body } = delivery
  const [open, setOpen] = useState(false)
  const sendAgain = useNoticeAction(calls.again)
  const { sign, text } = outcomeOf(delivery)
  const at = dateInText(createdAt, clock.zone)
  const last = attempts > 1 && lastAt && `el último el ${dateInText(lastAt, clock.zone)}`
  const facts = [
    answerText(delivery),
    attempts > 0 && [attemptsText(attempts), last].filter(Boolean).join(', '),
    nextText(delivery, clock),
  ]
  return (
    <li className="delivered ruled" data-row={deliveryId}>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="stack">
          <StatusSign sign={sign} size={16} />
          <span className="delivered__what break">
            <strong>{eventName(event)}</strong> <code className="muted tiny">{event}</code>
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
        <small className="muted break">{facts.filter(Boolean).join(' · ')}</small>
        {(status !== 'waiting' || attempts > 0) && (
          <Button
            small
            busy={sendAgain.isPending}
            onClick={() =>
              sendAgain.mutate({ params: { webhookId: `${webhookId}`, deliveryId: `${deliveryId}` }, body: {} })
            }
          >
            {status === 'waiting' ? 'Enviar ahora' : 'Reenviar'}
            <span className="visually-hidden">
              : {eventName(event)}, {at}
            </span>
          </Button>
        )}
      </div>
    </li>
  )
}

type Props = {
  webhook: Webhook
  status: Status | undefined
  onStatus: (status: Status | undefined) => void
  onClose: () => void
}

export const DeliveriesDialog = ({ webhook, status, onStatus, onClose }: Props) => {
  const { webhookId, name, url } = webhook
  const clock = useClock()
  const box = useRef<HTMLDivElement>(null)
  useKeepFocus(box)
  const pages = useDeliveries(webhookId, status)
  const { data, isError, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const deliveries = data?.pages.flatMap((page) => page.deliveries)
  const total = data?.pages[0]?.total ?? 0
  const content = () => {
    if (isError && !deliveries) return <LoadFailure title={calls.deliveries.fails} query={{ error, refetch }} />
    if (!deliveries) return <TableSkeleton label="Cargando entregas" rows={5} columns={3} />
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
      <ol aria-label="Entregas">
        {deliveries.map((delivery) => (
          <DeliveryItem key={delivery.deliveryId} webhookId={webhookId} delivery={delivery} clock={clock} />
        ))}
      </ol>
    )
  }
  return (
    <Dialog title={`Entregas de «${name}»`} shape="wide" onClose={onClose}>
      <div className="page__stack stack gap-12 narrow" aria-busy={pages.isFetching}>
        <p className="webhook__url break muted">{url}</p>
        <div className="delivered-tools flex-wrap gap-8-16 between">
          <FilterSelect label="Estado" placeholder="Todas" options={STATUSES} value={status} onChange={onStatus} />
          <RefreshButton list={pages} row={calls.deliveries} />
        </div>
        <div ref={box} className="delivered-box" tabIndex={-1} data-waiting={isPlaceholderData}>
          {content()}
        </div>
        <p role="status" className="muted">
          {deliveries && total > 0
            ? `${numberText(deliveries.length)} de ${countOf(total, 'entrega', 'entregas')}. Se guardan ${WEBHOOK_RETENTION_DAYS} días.`
            : ''}
        </p>
        {hasNextPage && <Button label="Ver más" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
      </div>
    </Dialog>
  )
}
