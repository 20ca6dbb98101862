// 'Generar Reporte': every vehicle of the filter to a workbook, told by mail and in the queue panel.
import { exports as calls, readMails } from '@padron/contract/exports'
import { type ReactNode, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useConfig } from '../../api/use-config.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { vehiclesText } from '../../lib/vehicles-text.ts'
import { useRememberedMails } from '../../session/remembered-mails.ts'
import { useUser } from '../../session/user-context.ts'
import { MailsField } from '../../ui/form/MailsField.tsx'
import { OrderDialog } from '../../ui/form/OrderDialog.tsx'
import type { CatalogueExportsProps } from './exports.props.ts'
import { whereText } from './where-text.ts'

type Props = CatalogueExportsProps & { onClose: () => void }

export const ReportDialog = ({ query, sorting, columns, total, onClose }: Props): ReactNode => {
  const user = useUser()
  const { mails, setMails, rememberMails } = useRememberedMails()
  const [asked, setAsked] = useState(false)
  const { mail } = useConfig() ?? {}
  const addresses = readMails(mails)
  const end = useIfMounted(onClose)
  const { mutate, isPending, error } = useAction(calls.vehiclesReport, {
    told: refusalText,
    worked: ({ message }) => {
      rememberMails()
      notify('done', message)
      end()
    },
  })
  const order = (): void => {
    if (addresses) mutate({ body: { ...query, pagination: sorting, columns, mails: addresses } })
  }
  return (
    <OrderDialog
      title="Generar Reporte"
      yes="Generar Reporte"
      ready={addresses !== undefined}
      busy={isPending}
      error={refusalText(error)}
      onYes={order}
      onEarly={() => setAsked(true)}
      onClose={onClose}
    >
      <p>
        Un libro de Excel con {total === undefined ? 'los vehículos del filtro' : vehiclesText(total)}, con las columnas
        y el orden de la tabla. Tarda entre 5 y 60 minutos: {whereText(user, mail)}
      </p>
      <MailsField value={mails} onChange={setMails} asked={asked} />
    </OrderDialog>
  )
}
