// 'Mandar a procesar': one resource of the whole fleet is asked about again, and its end is told by mail.
import { readMails } from '@padron/contract/exports'
import { NOT_AVAILABLE, type ProcessableResource, processing } from '@padron/contract/processing'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useConfig } from '../../api/use-config.ts'
import { useCan } from '../../session/user-context.ts'
import { useMails } from '../exports/kept-mails.ts'
import { MailsField } from '../exports/MailsField.tsx'
import { OrderDialog } from '../exports/OrderDialog.tsx'
import { isRefusal, refusalText } from '../exports/refusal.ts'

const number = (value: number): string => value.toLocaleString('es-MX')
const VALID = 'una respuesta vigente'

/** What is still good is not asked again, neither of a machine nor of a person. */
const whatText = ({ service, portal, vehicles }: ProcessableResource): string => {
  const one = vehicles === 1
  if (service === 'automatic')
    return one
      ? `Se consultará ${portal} por su vehículo, salvo que tenga ${VALID}.`
      : `Se consultará ${portal} por sus ${number(vehicles)} vehículos, salvo los que tengan ${VALID}.`
  return `Esta fuente no se consulta de forma automática: ${
    one
      ? `su vehículo pasa a la lista de captura manual si no tiene ${VALID}.`
      : `de sus ${number(vehicles)} vehículos, los que no tengan ${VALID} pasan a la lista de captura manual.`
  }`
}

/** Where its end is told. @param mail whether the server sends letters; undefined while that is not known */
const endText = (mail: boolean | undefined, panel: boolean): string => {
  if (mail === false)
    return `Este servidor no tiene correo configurado${panel ? ': el avance y el resultado se ven en el panel de trabajos.' : '.'}`
  return `Al terminar se avisa a los correos${panel ? '; el avance se ve en el panel de trabajos.' : '.'}`
}

/** What is refused says why, after what it means. */
const errorText = (error: Error | null): string | undefined => {
  const why = refusalText(error)
  if (why === undefined || why === NOT_AVAILABLE) return why
  return statusOf(error) === 409 ? `${NOT_AVAILABLE}. ${why}` : why
}

type Props = {
  resource: ProcessableResource
  /** It is no longer among those that can be processed, until the call has ended. */
  onSending: (resourceId: number, sending: boolean) => void
  onClose: () => void
}

export const ProcessDialog = ({ resource, onSending, onClose }: Props): ReactNode => {
  const { resourceId } = resource
  const { mails, setMails, keepMails } = useMails()
  const [asked, setAsked] = useState(false)
  const { mail } = useConfig() ?? {}
  const panel = useCan('queue_read')
  const queries = useQueryClient()
  const emails = readMails(mails)
  const { mutateAsync, isPending, error } = useAction(processing.update, {
    told: isRefusal,
    worked: ({ message }) => {
      keepMails()
      notify('done', message)
      onClose()
    },
  })
  const order = async (): Promise<void> => {
    if (!emails) return
    onSending(resourceId, true)
    try {
      // Ends once the list has been asked again.
      await mutateAsync({ body: { vehicleClass: null, resourceId, emails } })
    } catch (failed) {
      // Somebody else ordered it meanwhile: the list is old.
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
      ready={emails !== undefined}
      busy={isPending}
      error={errorText(error)}
      onYes={() => void order()}
      onEarly={() => setAsked(true)}
      onClose={onClose}
    >
      <p>
        <strong>{resource.resourceName}</strong>
      </p>
      <p>{whatText(resource)}</p>
      <p className="muted">{endText(mail, panel)}</p>
      <MailsField value={mails} onChange={setMails} asked={asked} />
    </OrderDialog>
  )
}
