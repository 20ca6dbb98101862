// "Reportes programados" (spec bulk §2): the reports with their mail settings, what went out, and the alerts; a tab
// each.
import { lazy, Suspense } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { useNow } from '../../api/use-now.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useTitle } from '../../lib/use-title.ts'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Configuration } from './Configuration.tsx'
import { MailBlock } from './MailBlock.tsx'
import { ReportList } from './ReportList.tsx'
import '../../ui/page.css'
import './reports.css'
import { ReportsSearch, type ReportTab } from './search.ts'

const AlertsPanel = lazy(() => import('../alerts/AlertsPanel.tsx').then((m) => ({ default: m.AlertsPanel })))
const SendsTab = lazy(() => import('./SendsTab.tsx').then((m) => ({ default: m.SendsTab })))

const TITLE = 'Reportes programados'

/** The configuration by workbook, the reports, and how their emails look. */
const ReportsTab = () => (
  <div className="grid-one gap-16">
    <Configuration />
    <ReportList />
    <MailBlock />
  </div>
)

/** Over all tabs, where the installation has no mail server: that nothing is sent. */
const NoMail = () =>
  useConfig()?.mail === false && (
    <p className="note flex gap-8 align-start">
      <StatusSign sign="warning" size={18} />
      <span>
        Esta instalación no tiene servidor de correo: los reportes y las alertas se preparan y se guardan, pero no se
        envían a nadie.
      </span>
    </p>
  )

const TABS = [
  { tab: 'reportes', name: 'Reportes', panel: ReportsTab },
  { tab: 'envios', name: 'Envíos', panel: SendsTab },
  { tab: 'alertas', name: 'Alertas', panel: AlertsPanel },
] as const

export const ReportsScreen = () => {
  useTitle(TITLE)
  const now = useNow()
  const [search, setSearch] = useSearchState(ReportsSearch)
  const open: ReportTab = search.tab ?? 'reportes'
  const Panel = TABS.find(({ tab }) => tab === open)?.panel ?? ReportsTab
  const choose = (tab: ReportTab): void =>
    setSearch({ tab: tab === 'reportes' ? undefined : tab, new: undefined, view: undefined, item: undefined })
  return (
    <div className="page reports grid-one gap-12 wide relative">
      <PrintLine now={now} />
      <h1 tabIndex={-1}>{TITLE}</h1>
      <NoMail />
      <Tabs label={TITLE} tabs={TABS} open={open} onOpen={choose}>
        <Suspense fallback={<TableSkeleton label="Cargando" rows={5} columns={3} />}>
          <Panel />
        </Suspense>
      </Tabs>
    </div>
  )
}
