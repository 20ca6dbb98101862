// 'Descargar PDFs': a ZIP with one PDF per vehicle of the filter, on the resources chosen here.
import { exports as calls, readMails } from '@padron/contract/exports'
import { processing } from '@padron/contract/processing'
import { type ReactNode, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { useConfig } from '../../api/use-config.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { vehiclesText } from '../../lib/vehicles-text.ts'
import { useRememberedMails } from '../../session/remembered-mails.ts'
import { useUser } from '../../session/user-context.ts'
import { MailsField } from '../../ui/form/MailsField.tsx'
import { OrderDialog } from '../../ui/form/OrderDialog.tsx'
import { FailureLine } from '../../ui/LoadFailure.tsx'
import type { CatalogueExportsProps } from './exports.props.ts'
import { ResourceChooser } from './ResourceChooser.tsx'
import { whereText } from './where-text.ts'

type Props = Pick<CatalogueExportsProps, 'query' | 'total'> & { onClose: () => void }

const NO_RESOURCE = 'Seleccione un recurso'

const Resources = ({
  value,
  onChange,
}: {
  value: readonly number[]
  onChange: (value: number[]) => void
}): ReactNode => {
  const { data, error, isError, refetch } = useCall(processing.resources, {})
  if (data) return <ResourceChooser groups={data.data} value={value} onChange={onChange} />
  if (isError) return <FailureLine title={processing.resources.fails} error={error} onRetry={() => void refetch()} />
  return <p role="status">Cargando recursos…</p>
}

export const PdfDialog = ({ query, total, onClose }: Props): ReactNode => {
  const user = useUser()
  const { mails, setMails, rememberMails } = useRememberedMails()
  const [resources, setResources] = useState<number[]>([])
  const [asked, setAsked] = useState(false)
  const { mail } = useConfig() ?? {}
  const addresses = readMails(mails)
  const end = useIfMounted(onClose)
  const { mutate, isPending, error } = useAction(calls.pdfReport, {
    told: refusalText,
    worked: ({ message }) => {
      rememberMails()
      notify('done', message)
      end()
    },
  })
  const order = (): void => {
    if (addresses) mutate({ body: { ...query, forced: true, mails: addresses, resources } })
  }
  return (
    <OrderDialog
      title="Descargar PDFs"
      yes="Descargar PDFs"
      ready={addresses !== undefined && resources.length > 0}
      busy={isPending}
      error={asked && addresses && !resources.length ? NO_RESOURCE : refusalText(error)}
      onYes={order}
      onEarly={() => setAsked(true)}
      onClose={onClose}
    >
      <p>
        Un ZIP con un PDF por cada vehículo del filtro{total === undefined ? '' : ` (${vehiclesText(total)})`}. Tarda
        entre 5 y 30 minutos: {whereText(user, mail)}
      </p>
      <MailsField value={mails} onChange={setMails} asked={asked} />
      <Resources value={resources} onChange={setResources} />
    </OrderDialog>
  )
}
