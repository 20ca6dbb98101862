// A chart, or all of a dashboard, as a workbook: the server makes it and gives an address to take it from.
import { dashboard as calls } from '@padron/contract/dashboard'
import type { ChartKey } from '@padron/contract/dashboard-chart-keys'
import type { DashboardName } from '@padron/contract/dashboard-rules'
import { useAction } from '../../../api/use-action.ts'
import { downloadFrom } from '../../../lib/download.ts'

type Which = { dashboard: DashboardName; months: number; chart?: ChartKey }

export const useWorkbook = ({ dashboard, months, chart }: Which) => {
  const { mutate, isPending } = useAction(calls.workbook, { worked: ({ fileUrl }) => downloadFrom(fileUrl) })
  const take = (): void => {
    if (!isPending) mutate({ query: { dashboard, months: `${months}`, ...(chart && { chart }) } })
  }
  return { take, busy: isPending }
}
