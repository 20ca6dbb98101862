// The search parameters of "Reportes programados": the tab, a new report (`new=report`, with its saved view), the one
// being edited, and the send whose deliveries are open. `alertas` with `new=alert` redirects to the alerts.
import { z } from 'zod/mini'
import { searchNumber, searchText, searchWord } from '../../lib/search-params.ts'

/** Without a tab: the reports. */
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
/** Whether a navigation leaves the open tab. */
export const leavesTab = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || from.search.tab !== to.search.tab
