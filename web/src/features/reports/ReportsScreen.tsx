// "Reportes programados" (spec bulk §2): the reports with their email settings, and the sends, in two tabs. The former
// tab of alerts redirects to their screen.
import { Navigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useNow } from '../../api/use-now.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useSeesAll } from '../../session/user-context.ts'
import { NoMail } from '../../ui/domain/NoMail.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import { Configuration } from './Configuration.tsx'
import { MailBlock } from './MailBlock.tsx'
import { ReportList } from './ReportList.tsx'
import '../../ui/page.css'
import './reports.css'
import { ReportsSearch, type ReportTab } from './search.ts'

const SendsTab = lazy(() => import('./SendsTab.tsx').then((m) => ({ default: m.SendsTab })))

const TITLE = 'Reportes programados'

/** The reports, and for users who see all vehicles the configuration workbook and the appearance of emails. */
const ReportsTab = () => {
  const seesAll = useSeesAll()
  return (
    <div className="grid-one gap-16">
      {seesAll && <Configuration />}
      <ReportList />
      {seesAll && <MailBlock />}
    </div>
  )
}

const TABS = [
  { tab: 'reportes', name: 'Reportes', panel: ReportsTab },
  { tab: 'envios', name: 'Envíos', panel: SendsTab },
] as const

export const ReportsScreen = () => {
  useTitle(TITLE)
  const now = useNow()
  const [search, setSearch] = useSearchState(ReportsSearch)
  if (search.tab === 'alertas')
    return <Navigate to="/alerts" search={{ new: search.new, view: search.view } as never} replace />
  const open: ReportTab = search.tab ?? 'reportes'
  const Panel = TABS.find(({ tab }) => tab === open)?.panel ?? ReportsTab
  const choose = (tab: ReportTab): void =>
    setSearch({
      tab: tab === 'reportes' ? undefined : tab,
      new: undefined,
      view: undefined,
      edit: undefined,
      item: undefined,
    })
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
