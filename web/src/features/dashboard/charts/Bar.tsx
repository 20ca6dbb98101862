// What the bars of one chart share: its figures, where they lead, its tip, and which of them Tab reaches; and a bar
// as something one gets to: a link to its vehicles where there is one, read aloud with all its figures.
import type { FleetQuery } from '@padron/contract/catalogue'
import type { ChartTable } from '@padron/contract/dashboard/chart-table'
import type { Country } from '@padron/contract/places/countries'
import { createContext, type ReactNode, useContext } from 'react'
import type { LinkTo } from '../catalogue-link.ts'
import { isNothing, rowText } from '../value-texts.ts'

type ChartState = {
  table: ChartTable
  country: Country
  linkTo: LinkTo
  showTip: (row: number, element: Element) => void
  hideTip: () => void
}

export const ChartContext = createContext<ChartState | undefined>(undefined)
/**
 * The bar that Tab reaches; arrows move to the others. It is kept outside the bars, because the library draws them
 * again with every change around them, and the focus would be lost.
 */
export const TabStopContext = createContext(0)

export const useChart = (): ChartState => {
  const chart = useContext(ChartContext)
  if (!chart) throw new Error('a bar outside of its chart')
  return chart
}

type Props = {
  row: number
  /** Its place among the chart's bars. */
  at: number
  /** Of a part: its own vehicles, and what is read aloud. */
  query?: FleetQuery | undefined
  label?: string | undefined
  /** What is written at it: beside the link and not in it, whose name says more. */
  words?: ReactNode
  children: ReactNode
}

export const Bar = ({ row: place, at, query, label, words, children }: Props) => {
  const { table, country, linkTo, showTip, hideTip } = useChart()
  const tabStop = useContext(TabStopContext)
  const row = table.rows[place]
  if (!row) return null
  // Of nothing there is no list.
  const link = isNothing(row) ? undefined : linkTo(query ?? row.query)
  const onReach = ({ currentTarget }: { currentTarget: Element }): void => showTip(place, currentTarget)
  const attributes = {
    'data-bar': at,
    tabIndex: at === tabStop ? 0 : -1,
    'aria-label': label ?? rowText(row, table, country),
    onPointerEnter: onReach,
    onPointerLeave: hideTip,
    onFocus: onReach,
    onBlur: hideTip,
  }
  return (
    <>
      {link ? (
        <a className="bar bar--link" {...link} {...attributes}>
          {children}
        </a>
      ) : (
        // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the focus is for its figures
        <g className="bar" role="img" {...attributes}>
          {children}
        </g>
      )}
      {words && (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of a drawing takes no focus
        <g className="bar__words" aria-hidden="true">
          {words}
        </g>
      )}
    </>
  )
}
