// What the bars of one chart share: its figures, where they lead, and which of them Tab reaches.
import type { Country } from '@padron/contract/countries'
import type { ChartTable } from '@padron/contract/dashboard-chart-table'
import { createContext, useContext } from 'react'
import type { LinkTo } from '../catalogue-link.ts'

/** A row, or one part of it, and where in the frame it stands. */
export type Told = { row: number; left: number; top: number }
export type ChartState = {
  table: ChartTable
  country: Country
  linkTo: LinkTo
  onTell: (row: number, element: Element) => void
  onUntell: () => void
}

export const ChartContext = createContext<ChartState | undefined>(undefined)
/**
 * Of the bars in their order, the one that Tab reaches; arrows lead to the others. Apart from the rest: the library draws its bars
 * anew with anything that changes around them, and the focus would be lost.
 */
export const ReachedContext = createContext(0)

export const useChart = (): ChartState => {
  const chart = useContext(ChartContext)
  if (!chart) throw new Error('a bar outside of its chart')
  return chart
}
