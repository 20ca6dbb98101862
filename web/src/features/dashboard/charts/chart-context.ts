// What the bars of one chart share: its figures, where they lead, its tip, and which of them Tab reaches.
import type { Country } from '@padron/contract/countries'
import type { ChartTable } from '@padron/contract/dashboard-chart-table'
import { createContext, useContext } from 'react'
import type { LinkTo } from '../catalogue-link.ts'

type ChartState = {
  table: ChartTable
  country: Country
  linkTo: LinkTo
  showTip: (row: number, element: Element) => void
  hideTip: () => void
}

export const ChartContext = createContext<ChartState | undefined>(undefined)
/**
 * Of the bars in their order, the one that Tab reaches; arrows lead to the others. Apart from the rest: the library draws its bars
 * anew with anything that changes around them, and the focus would be lost.
 */
export const TabStopContext = createContext(0)

export const useChart = (): ChartState => {
  const chart = useContext(ChartContext)
  if (!chart) throw new Error('a bar outside of its chart')
  return chart
}
