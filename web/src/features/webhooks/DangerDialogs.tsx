// What is asked before a webhook gets another secret, or is deleted. Two may have one name: the address tells which it is.
import { webhooks as calls, type Webhook } from '@padron/contract/webhooks'
import type { ReactNode } from 'react'
import { notify } from '../../api/notify.ts'
import { saidOf } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useIsMounted } from '../../lib/use-is-mounted.ts'
import { DangerDialog } from '../../ui/DangerDialog.tsx'
import { type Secret, UNSEEN_SECRET } from './WebhookDialog.tsx'

type Props = { webhook: Webhook; onClose: () => void }

export const DeleteWebhook = ({ webhook: { webhookId, name, url }, onClose }: Props): ReactNode => {
  const { mutate, isPending, error } = useAction(calls.remove, {
    told: (failed) => saidOf(failed, calls.remove),
    about: name,
    worked: () => notify('done', calls.remove.done, { about: name }),
  })
  return (
    <DangerDialog
      title="Eliminar webhook"
      yes="Eliminar webhook"
      busy={isPending}
      error={error ? saidOf(error, calls.remove) : undefined}
      onYes={() => mutate({ params: { webhookId: `${webhookId}` } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Se eliminará el webhook <strong>{name}</strong> con el registro de sus entregas, y lo que espera no se mandará.
        No se puede deshacer: para dejar de mandar por un tiempo, apáguelo.
      </p>
      <p className="trial__url break muted">{url}</p>
    </DangerDialog>
  )
}

export const RenewSecret = ({ webhook, onMade, onClose }: Props & { onMade: (made: Secret) => void }): ReactNode => {
  const { webhookId, name, url } = webhook
  const isMounted = useIsMounted()
  const { mutate, isPending, error } = useAction(calls.newSecret, {
    told: (failed) => saidOf(failed, calls.newSecret),
    about: name,
    worked: ({ secret }) => {
      notify('done', calls.newSecret.done, { about: name })
      if (!isMounted.current) return notify('warning', UNSEEN_SECRET, { about: name })
      onMade({ name, url, secret, renewed: true })
    },
  })
  return (
    <DangerDialog
      title="Cambiar el secreto"
      yes="Cambiar secreto"
      busy={isPending}
      error={error ? saidOf(error, calls.newSecret) : undefined}
      onYes={() => mutate({ params: { webhookId: `${webhookId}` }, body: {} })}
      onClose={onClose}
    >
      <p>
        Las entregas de <strong>{name}</strong> se firmarán con un secreto nuevo y, durante un día, también con el de
        ahora. Después, el programa que no lo haya cambiado rechazará las entregas.
      </p>
      <p className="trial__url break muted">{url}</p>
    </DangerDialog>
  )
}
