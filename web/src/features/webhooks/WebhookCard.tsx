// One webhook: its address, its events, the state of its deliveries, and its actions.
import { webhooks as calls, type Delivery, type Webhook } from '@padron/contract/webhooks'
import { notify } from '../../api/notify.ts'
import { notifyRefusal } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import type { Clock } from '../../lib/clock.ts'
import { numberText } from '../../lib/number-text.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { ActionMenu } from '../../ui/overlay/ActionMenu.tsx'
import { eventName, healthOf, ownerText } from './webhook-texts.ts'
import { toWebhookValues } from './webhook-values.ts'

const PowerSwitch = ({ webhook }: { webhook: Webhook }) => {
  const { name, webhookId, version, active } = webhook
  const { mutate, isPending } = useAction(calls.edit, {
    onFailure: (error) => notifyRefusal(error, name),
    onSuccess: (saved) => notify('done', saved.active ? 'Webhook activado' : 'Webhook en pausa', { about: name }),
  })
  const switchTo = (on: boolean): void => {
    const { url, events } = toWebhookValues(webhook)
    mutate({ params: { webhookId: `${webhookId}` }, body: { name, url, events: [...events], active: on, version } })
  }
  return (
    <Switch
      label={`Webhook ${name}`}
      on={active}
      words={['Activo', 'En pausa']}
      bare
      busy={isPending}
      onSwitch={switchTo}
    />
  )
}

const COUNTS = [
  { key: 'delivered', sign: 'clear', one: 'entregada', many: 'entregadas' },
  { key: 'waiting', sign: 'unprocessed', one: 'en espera', many: 'en espera' },
  { key: 'failed', sign: 'debt', one: 'fallida', many: 'fallidas' },
] as const

type CountsProps = { webhook: Webhook; onDeliveries: (status: Delivery['status']) => void }

/** Counts of deliveries, each with a link to them. */
const Counts = ({ webhook: { deliveries, name }, onDeliveries }: CountsProps) => (
  <ul className="row-wrap gap-4-16 figures-text" aria-label={`Entregas de ${name} en treinta días`}>
    <li className="muted" aria-hidden="true">
      En treinta días:
    </li>
    {COUNTS.map(({ key, sign, one, many }) => {
      const count = deliveries[key]
      return (
        <li key={key}>
          {count > 0 ? (
            <Button kind="link" className="row-inline gap-4" aria-haspopup="dialog" onClick={() => onDeliveries(key)}>
              <StatusSign sign={sign} size={14} />
              {numberText(count)} {count === 1 ? one : many}
            </Button>
          ) : (
            <span className="muted">0 {many}</span>
          )}
        </li>
      )
    })}
  </ul>
)

/** The dialogs of a card. */
export type WebhookDialogName = 'edit' | 'secret' | 'delete'

type Props = {
  webhook: Webhook
  clock: Clock
  onOpen: (what: WebhookDialogName) => void
  /** Called with the id of the test delivery. */
  onTest: (deliveryId: number) => void
  onDeliveries: (status?: Delivery['status']) => void
}

export const WebhookCard = ({ webhook, clock, onOpen, onTest, onDeliveries }: Props) => {
  const { webhookId, name, url, events, owner } = webhook
  const { sign, text } = healthOf(webhook, clock)
  const test = useAction(calls.test, {
    onFailure: (error) => notifyRefusal(error, name),
    onSuccess: ({ deliveryId }) => onTest(deliveryId),
  })
  return (
    <li className="webhook stack gap-6 narrow ruled" data-row={webhookId}>
      <div className="webhook__head row gap-8">
        <h2 className="break fill">{name}</h2>
        <PowerSwitch webhook={webhook} />
        <ActionMenu
          label={`Acciones de ${name}, ${url}`}
          actions={() => [
            { key: 'edit', label: 'Editar', icon: 'edit', run: () => onOpen('edit') },
            { key: 'secret', label: 'Cambiar el secreto', icon: 'key', run: () => onOpen('secret') },
            { key: 'delete', label: 'Eliminar', icon: 'trash', run: () => onOpen('delete') },
          ]}
        />
      </div>
      <p className="webhook__url break">{url}</p>
      <p className="webhook__health flex gap-6">
        <StatusSign sign={sign} size={16} />
        <span>{text}</span>
      </p>
      <Counts webhook={webhook} onDeliveries={onDeliveries} />
      <p>
        <span className="muted">Avisa de: </span>
        {events.map(eventName).join(', ')}
      </p>
      <p className="muted">{ownerText(owner)}</p>
      <div className="webhook__foot flex-wrap gap-8">
        <Button
          label="Probar"
          about={name}
          small
          busy={test.isPending}
          aria-haspopup="dialog"
          onClick={() => test.mutate({ params: { webhookId: `${webhookId}` }, body: {} })}
        />
        <Button label="Ver entregas" about={`de ${name}`} small aria-haspopup="dialog" onClick={() => onDeliveries()} />
      </div>
    </li>
  )
}
