// One webhook: where it sends, of what, how its deliveries go, and what can be done with it.
import { webhooks as calls, type Webhook } from '@padron/contract/webhooks'
import type { ReactNode } from 'react'
import { notify, notifyFailure } from '../../api/notify.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import type { Clock } from '../../lib/clock.ts'
import { numberText } from '../../lib/number-text.ts'
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { Switch } from '../../ui/Switch.tsx'
import type { Status } from './use-deliveries.ts'
import { valuesOf } from './webhook-values.ts'
import { eventName, healthOf } from './webhook-words.ts'

const useSwitchWebhook = (webhook: Webhook) => {
  const { name, webhookId, version } = webhook
  const { mutate, isPending } = useAction(calls.edit, {
    told: (error) => {
      const said = refusalText(error)
      if (said) notify('warning', said, { about: name })
      else notifyFailure(error, calls.edit)
      return true
    },
    worked: ({ active }) => notify('done', active ? 'Webhook encendido' : 'Webhook apagado', { about: name }),
  })
  const switchTo = (active: boolean): void => {
    const { url, events } = valuesOf(webhook)
    if (!isPending)
      mutate({ params: { webhookId: `${webhookId}` }, body: { name, url, events: [...events], active, version } })
  }
  return { isPending, switchTo }
}

export type Ask = (what: 'edit' | 'secret' | 'delete', webhook: Webhook) => void
type Props = {
  webhook: Webhook
  clock: Clock
  ask: Ask
  onTested: (deliveryId: number) => void
  onDeliveries: (status?: Status) => void
}

const COUNTS = [
  { key: 'delivered', sign: 'clear', one: 'entregada', many: 'entregadas' },
  { key: 'waiting', sign: 'unprocessed', one: 'en espera', many: 'en espera' },
  { key: 'failed', sign: 'debt', one: 'fallida', many: 'fallidas' },
] as const

/** Each leads to what it counts. */
const Counts = ({
  webhook: { deliveries, name },
  onDeliveries,
}: Pick<Props, 'webhook' | 'onDeliveries'>): ReactNode => (
  <ul className="webhook__counts row-wrap gap-4-16 figures-text" aria-label={`Entregas de ${name} en treinta días`}>
    <li className="muted" aria-hidden="true">
      En treinta días:
    </li>
    {COUNTS.map(({ key, sign, one, many }) => {
      const count = deliveries[key]
      return (
        <li key={key}>
          {count > 0 ? (
            <Button kind="link" className="gap-4" aria-haspopup="dialog" onClick={() => onDeliveries(key)}>
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

const Test = ({ webhook: { webhookId, name }, onTested }: Pick<Props, 'webhook' | 'onTested'>): ReactNode => {
  const { mutate, isPending } = useAction(calls.test, {
    told: (error) => {
      const said = refusalText(error)
      if (said) notify('warning', said, { about: name })
      else notifyFailure(error, calls.test)
      return true
    },
    worked: ({ deliveryId }) => onTested(deliveryId),
  })
  return (
    <Button
      label="Probar"
      about={`${name}`}
      small
      busy={isPending}
      aria-haspopup="dialog"
      onClick={() => mutate({ params: { webhookId: `${webhookId}` }, body: {} })}
    />
  )
}

const Power = ({ webhook }: Pick<Props, 'webhook'>): ReactNode => {
  const { isPending, switchTo } = useSwitchWebhook(webhook)
  return (
    <Switch
      label={`Webhook ${webhook.name}`}
      on={webhook.active}
      words={['Encendido', 'Apagado']}
      bare
      busy={isPending}
      onSwitch={switchTo}
    />
  )
}

export const WebhookCard = ({ webhook, clock, ask, onTested, onDeliveries }: Props): ReactNode => {
  const { webhookId, name, url, events, owner } = webhook
  const { sign, text } = healthOf(webhook, clock)
  const actions = (): readonly MenuAction[] => [
    { key: 'edit', label: 'Editar', icon: 'edit', run: () => ask('edit', webhook) },
    { key: 'secret', label: 'Cambiar el secreto', icon: 'key', run: () => ask('secret', webhook) },
    { key: 'delete', label: 'Eliminar', icon: 'trash', run: () => ask('delete', webhook) },
  ]
  return (
    <li className="webhook stack gap-6 narrow ruled" data-row={webhookId}>
      <div className="webhook__head row gap-8">
        <h2 className="break narrow">{name}</h2>
        <Power webhook={webhook} />
        <ActionMenu label={`Acciones de ${name}, ${url}`} actions={actions} />
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
      <p className="muted">Lo guardó {owner.username}: se le manda solo lo que esa persona puede ver.</p>
      <div className="webhook__foot flex-wrap gap-8">
        <Test webhook={webhook} onTested={onTested} />
        <Button label="Ver entregas" about={`de ${name}`} small aria-haspopup="dialog" onClick={() => onDeliveries()} />
      </div>
    </li>
  )
}
