// The three dashboards: the same screen, by the contract's table of what stands on each.
import type { ReactNode } from 'react'
import { Dashboard } from './Dashboard.tsx'

/** The drawings' library, fetched before it is wanted. */
export { fetchCharts } from './charts/Chart.tsx'

export const GeneralDashboard = (): ReactNode => <Dashboard name="general" />
export const TicketsDashboard = (): ReactNode => <Dashboard name="tickets" />
export const TenenciasDashboard = (): ReactNode => <Dashboard name="tenencias" />
