// 'Mandar a procesar': queries one resource of the whole fleet again; an email announces the end.
import { readMails } from '@padron/contract/exports'
import { NOT_AVAILABLE, type ProcessableResource, processing } from '@padron/contract/processing'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { notify } from '../../api/notify.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useConfig } from '../../api/use-config.ts'
import { useRememberedMails } from '../../session/remembered-mails.ts'
import { useClock } from '../../session/use-clock.ts'
import { useCan } from '../../session/user-context.ts'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { MailsField } from '../../ui/form/MailsField.tsx'
import { OrderDialog } from '../../ui/form/OrderDialog.tsx'
import './processing-dialog.css'
import { ALL_FRESH, failingText, orderText } from './resource-texts.ts'

/** @param mail whether the server sends email; undefined while unknown */
const endText = (mail: boolean | undefined, panel: boolean): string => {
  if (mail === false)
    return (
      'Este servidor no tiene correo configurado: las direcciones se guardan con el pedido, pero no se les ' +
      `escribe.${panel ? ' El avance y el resultado se ven en el panel de trabajos.' : ''}`
    )
  return `Al terminar se avisa a los correos${panel ? '; el avance se ve en el panel de trabajos.' : '.'}`
}

const Failing = ({ incident }: { incident: NonNullable<ProcessableResource['incident']> }) => {
  const clock = useClock()
  return (
    <p className="process-warning flex gap-8 align-top rounded-large pad-8-12">
      <StatusSign sign="warning" size={18} />
      <span>{failingText(incident, clock)}. El pedido espera en la cola hasta que responda.</span>
    </p>
  )
}

/** The call's message, then the reason of the refusal. */
const errorText = (error: Error | null): string | undefined => {
  const why = refusalText(error)
  if (why === undefined || why === NOT_AVAILABLE) return why
  return statusOf(error) === 409 ? `${NOT_AVAILABLE}. ${why}` : why
}

type Props = {
  resource: ProcessableResource
  /** Marks the resource as being sent, which hides it from those that can be ordered, until the call has ended. */
  onSending: (resourceId: number, sending: boolean) => void
  onClose: () => void
}

export const ProcessDialog = ({ resource, onSending, onClose }: Props) => {
  const { resourceId, incident, due } = resource
  const { mails, setMails, rememberMails } = useRememberedMails()
  const [pressed, setPressed] = useState(false)
  const { mail } = useConfig() ?? {}
  const panel = useCan('queue_read')
  const queries = useQueryClient()
  const emails = readMails(mails)
  const { mutateAsync, isPending, error } = useAction(processing.update, {
    onFailure: errorText,
    onSuccess: ({ message }) => {
      rememberMails()
      notify('done', message)
      onClose()
    },
  })
  const order = async (): Promise<void> => {
    if (!emails || due === 0) return
    onSending(resourceId, true)
    try {
      // Resolves once the list has been reloaded.
      await mutateAsync({ body: { vehicleClass: null, resourceId, emails } })
    } catch (failed) {
      // Another user has ordered it meanwhile: reloads the list.
      if (statusOf(failed) === 409)
        void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === processing.resources.name })
    } finally {
      onSending(resourceId, false)
    }
  }
  return (
    <OrderDialog
      title="Mandar a procesar"
      yes="Procesar"
      ready={emails !== undefined && due > 0}
      busy={isPending}
      error={errorText(error) ?? (pressed && due === 0 ? ALL_FRESH : undefined)}
      onYes={() => void order()}
      onEarly={() => setPressed(true)}
      onClose={onClose}
    >
      <p>
        <strong>{resource.resourceName}</strong>
      </p>
      <p>{orderText(resource)}</p>
      {incident && due > 0 && <Failing incident={incident} />}
      {due > 0 && (
        <>
          <p className="muted">{endText(mail, panel)}</p>
          <MailsField value={mails} onChange={setMails} isSubmitted={pressed} />
        </>
      )}
    </OrderDialog>
  )
}
