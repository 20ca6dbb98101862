// 'Generar Reporte', every vehicle of the filter in a workbook, and 'Descargar PDFs', a ZIP with a PDF for each. A job
// creates them; the result arrives by email if the server sends any, and in the queue panel for users who may see it.
import type { Args } from '@padron/contract/call'
import type { ChosenQuery } from '@padron/contract/catalogue/filter'
import { exports as calls, readMails } from '@padron/contract/exports'
import { processing } from '@padron/contract/processing'
import { vehiclesText } from '@padron/contract/texts/count-of'
import type { SortField } from '@padron/contract/vehicles/fields'
import type { Columns } from '@padron/contract/views'
import { type ReactNode, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { useConfig } from '../../api/use-config.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { useRememberedMails } from '../../session/remembered-mails.ts'
import { can, type User } from '../../session/session.ts'
import { useUser } from '../../session/user-context.ts'
import { MailsField } from '../../ui/form/MailsField.tsx'
import { OrderDialog } from '../../ui/form/OrderDialog.tsx'
import { FailureLine } from '../../ui/list/LoadFailure.tsx'
import { ResourceChooser } from './ResourceChooser.tsx'

/** The list to export: query, order, columns. */
export type CatalogueExportsProps = {
  query: ChosenQuery
  sorting: { sortBy?: SortField | undefined; sortFilterOrder?: 'asc' | 'desc' | undefined }
  columns: Columns
  /** Number of vehicles of the filter; undefined while unknown. */
  total: number | undefined
  /** Whether the query is the selected vehicles instead of the filter. */
  chosen?: boolean
}

const NO_MAIL = 'este servidor no tiene correo configurado'

/** Where to find the result. @param mail whether the server sends email; undefined while unknown */
export const whereText = (user: User, mail: boolean | undefined): string => {
  const panel = can(user, 'queue_read')
  if (mail === false) return panel ? `${NO_MAIL}, así que el archivo se descarga del panel de trabajos.` : `${NO_MAIL}.`
  return panel
    ? 'el enlace para descargarlo llega a los correos y aparece en el panel de trabajos.'
    : 'el enlace para descargarlo llega a los correos.'
}

type OrderCall = typeof calls.vehiclesReport | typeof calls.pdfReport
type Order<R extends OrderCall> = {
  title: string
  call: R
  argsOf: (mails: string[]) => Args<R>
  /** What the job creates, and how long that takes. */
  about: string
  /** The message for a missing choice besides the addresses. */
  missing?: string | undefined
  onClose: () => void
  children?: ReactNode
}

const MailedOrder = <R extends OrderCall>(props: Order<R>) => {
  const { title, call, argsOf, about, missing, onClose, children } = props
  const user = useUser()
  const { mails, setMails, rememberMails } = useRememberedMails()
  const [early, setEarly] = useState(false)
  const { mail } = useConfig() ?? {}
  const addresses = readMails(mails)
  const end = useIfMounted(onClose)
  const { mutate, isPending, error } = useAction<R>(call, {
    onFailure: refusalText,
    onSuccess: ({ message }) => {
      rememberMails()
      notify('done', message)
      end()
    },
  })
  return (
    <OrderDialog
      title={title}
      yes={title}
      ready={addresses !== undefined && missing === undefined}
      busy={isPending}
      error={early && addresses && missing ? missing : refusalText(error)}
      onYes={() => addresses && mutate(argsOf(addresses))}
      onEarly={() => setEarly(true)}
      onClose={onClose}
    >
      <p>
        {about}: {whereText(user, mail)}
      </p>
      <MailsField value={mails} onChange={setMails} isSubmitted={early} />
      {children}
    </OrderDialog>
  )
}

type Props = CatalogueExportsProps & { onClose: () => void }

export const ReportDialog = ({ query, sorting, columns, total, onClose }: Props) => {
  const which = total === undefined ? 'los vehículos del filtro' : vehiclesText(total)
  return (
    <MailedOrder
      title="Generar Reporte"
      call={calls.vehiclesReport}
      argsOf={(mails) => ({ body: { ...query, pagination: sorting, columns, mails } })}
      about={`Un archivo de Excel con ${which}, con las columnas y el orden de la tabla. Tarda entre 5 y 60 minutos`}
      onClose={onClose}
    />
  )
}

export const PdfDialog = ({ query, total, chosen = false, onClose }: Props) => {
  const [resources, setResources] = useState<number[]>([])
  const list = useCall(processing.resources, {})
  const count = total === undefined ? '' : ` (${vehiclesText(total)})`
  const chooser = () => {
    if (list.data) return <ResourceChooser groups={list.data.data} value={resources} onChange={setResources} />
    if (!list.isError) return <p role="status">Cargando recursos…</p>
    return <FailureLine title={processing.resources.fails} query={list} />
  }
  return (
    <MailedOrder
      title="Descargar PDFs"
      call={calls.pdfReport}
      argsOf={(mails) => ({ body: { ...query, forced: true, mails, resources } })}
      about={`Un ZIP con un PDF por cada vehículo ${chosen ? 'seleccionado' : 'del filtro'}${count}. Tarda entre 5 y 30 minutos`}
      missing={resources.length > 0 ? undefined : 'Seleccione un recurso'}
      onClose={onClose}
    >
      {chooser()}
    </MailedOrder>
  )
}
