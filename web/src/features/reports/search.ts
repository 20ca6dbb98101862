// The address of "Reportes programados": which tab, whether a report is being added (`new=report`, of which saved view)
// or which one is edited, and whose deliveries are open. `alertas` with `new=alert` leads to the alerts.
import { z } from 'zod/mini'
import { searchNumber, searchText, searchWord } from '../../lib/search-params.ts'

/** Without one: the reports themselves. */
const REPORT_TABS = ['reportes', 'envios', 'alertas'] as const
export type ReportTab = (typeof REPORT_TABS)[number]

export const ReportsSearch = z.object({
  tab: searchWord(REPORT_TABS),
  new: searchWord(['report', 'alert']),
  view: searchNumber(1),
  edit: searchNumber(1),
  item: searchText(36),
})
export type ReportsSearch = z.infer<typeof ReportsSearch>

type Place = { pathname: string; search: Record<string, unknown> }
/** Whether a way leaves what is open on a tab of the screen. */
export const leavesTab = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || from.search.tab !== to.search.tab
