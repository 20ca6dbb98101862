// On and off, at once. Each shows what the product says until the list has come again.
import { webhooks as calls, type Webhook } from '@padron/contract/webhooks'
import { notify, notifyFailure } from '../../api/notify.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { valuesOf } from './webhook-values.ts'

export const useSwitchWebhook = (webhook: Webhook) => {
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
