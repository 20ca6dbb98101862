// The first tab of «Avisos»: everything that notifies users, in one table, each row with a link to edit it. It makes no
// call that the user may not make.
import './notices.css'
import { alerts } from '@padron/contract/alerts'
import { channels } from '@padron/contract/channels'
import { emailSettings } from '@padron/contract/email-settings'
import { obligations } from '@padron/contract/obligations'
import { reports } from '@padron/contract/reports'
import { webhooks } from '@padron/contract/webhooks'
import { Link } from '@tanstack/react-router'
import { useQuietCall } from '../../api/use-call.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useClock } from '../../session/use-clock.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { FailureLine } from '../../ui/list/LoadFailure.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import '../../ui/listing.css'
import '../../ui/page.css'
import { EmailText } from '../../ui/domain/EmailText.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import {
  alertRows,
  channelRows,
  type NoticeRow,
  newsRows,
  paymentRow,
  reminderRow,
  reportRows,
  webhookRows,
} from './notice-rows.ts'

const TITLE = 'Avisos'

const Name = ({ row: { name, kind, edit } }: { row: NoticeRow }) => (
  <>
    {edit ? (
      <Link to={edit.to} search={edit.search as never} title={`Abrir ${name}`}>
        {name}
      </Link>
    ) : (
      name
    )}
    {kind !== name && <small className="block muted tiny regular">{kind}</small>}
  </>
)

const COLUMNS: readonly Column<NoticeRow>[] = [
  { key: 'name', title: 'Aviso', head: true, cell: (row) => <Name row={row} /> },
  { key: 'what', title: 'Qué', cell: ({ what }) => what },
  { key: 'to', title: 'A quién', cell: ({ to }) => <EmailText text={to} /> },
  { key: 'how', title: 'Por dónde', cell: ({ how }) => how },
  { key: 'when', title: 'Cuándo', cell: ({ when }) => when },
  {
    key: 'state',
    title: 'Estado',
    cell: ({ state: { sign, text } }) => (
      <span className="flex gap-6">
        <StatusSign sign={sign} size={16} />
        <span>{text}</span>
      </span>
    ),
  },
]
const SKELETON_ROWS = 6

/** The rows that the user may see, and the calls that failed. */
const useNoticeRows = () => {
  const { country } = useUser()
  const clock = useClock()
  const seesReports = useCan('programReports_read')
  const seesVehicles = useCan('vehicles_read')
  const seesWebhooks = useCan('users_admin')
  const reportList = useQuietCall(reports.list, {}, { off: !seesReports })
  const settings = useQuietCall(emailSettings.read, {}, { off: !seesReports })
  const alertList = useQuietCall(alerts.list, {}, { off: !seesReports })
  const channelList = useQuietCall(channels.list, {}, { off: !seesReports })
  const reminders = useQuietCall(obligations.reminders, {}, { off: !seesVehicles })
  const webhookList = useQuietCall(webhooks.list, {}, { off: !seesWebhooks })
  const wanted = [
    ...(seesReports ? [{ title: reports.list.fails, query: reportList }] : []),
    ...(seesReports ? [{ title: alerts.list.fails, query: alertList }] : []),
    ...(seesReports ? [{ title: channels.list.fails, query: channelList }] : []),
    ...(seesVehicles ? [{ title: obligations.reminders.fails, query: reminders }] : []),
    ...(seesWebhooks ? [{ title: webhooks.list.fails, query: webhookList }] : []),
  ]
  const known = channelList.data?.channels ?? []
  const hooks = webhookList.data?.webhooks ?? []
  return {
    rows: [
      ...reportRows(reportList.data?.reports ?? [], settings.data?.emailSettings.active, known, hooks),
      ...alertRows(alertList.data?.alerts ?? [], country, known),
      ...(reminders.data
        ? [reminderRow(reminders.data, country, known), paymentRow(reminders.data, country, known)]
        : []),
      ...newsRows(known, hooks, seesReports),
      ...channelRows(known, clock),
      ...webhookRows(hooks),
    ],
    isLoading: wanted.some(({ query }) => query.data === undefined && !query.isError),
    failed: wanted.filter(({ query }) => query.data === undefined && query.isError),
  }
}

export const NoticesScreen = () => {
  useTitle(TITLE)
  const { now } = useClock()
  const { rows, isLoading, failed } = useNoticeRows()
  return (
    <div className="page notices-page grid-one gap-12 wide relative">
      <PrintLine now={now} />
      <header className="page__head row-wrap gap-8-12">
        <h1 tabIndex={-1}>{TITLE}</h1>
      </header>
      <p className="measure muted">
        Todo lo que avisa: qué, a quién, por dónde y cuándo. Cada uno se cambia en su pestaña; ábralo por su nombre.
      </p>
      {failed.map(({ title, query }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: not reordered
        <FailureLine key={at} title={title} query={query} />
      ))}
      <div className="page__box box narrow scroll-x relative" tabIndex={-1} aria-busy={isLoading}>
        {isLoading ? (
          <TableSkeleton label="Cargando los avisos" rows={SKELETON_ROWS} columns={COLUMNS.length} />
        ) : (
          <DataTable
            className="table table--boxed notices__table"
            cards="card--pairs stack gap-6"
            caption={TITLE}
            columns={COLUMNS}
            rows={rows}
            keyOf={({ key }) => key}
          />
        )}
      </div>
    </div>
  )
}
