// What the bars of a chart share (figures, links, tooltip, tab stop), and a bar as a focusable element: a link to its
// vehicles if there are any, with all its figures as its accessible name.
import type { FleetQuery } from '@padron/contract/catalogue/filter'
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
 * The bar that Tab reaches; the arrow keys move it. Stored outside of the bars, because the library mounts them again
 * on every change, which would lose the focus.
 */
export const TabStopContext = createContext(0)

export const useChart = (): ChartState => {
  const chart = useContext(ChartContext)
  if (!chart) throw new Error('a bar outside of its chart')
  return chart
}

type Props = {
  row: number
  /** Its index among the chart's bars. */
  at: number
  /** For a part of a bar: its own vehicles and its accessible name. */
  query?: FleetQuery | undefined
  label?: string | undefined
  /** The visible label, outside of the link, whose accessible name says more. */
  words?: ReactNode
  children: ReactNode
}

export const Bar = ({ row: place, at, query, label, words, children }: Props) => {
  const { table, country, linkTo, showTip, hideTip } = useChart()
  const tabStop = useContext(TabStopContext)
  const row = table.rows[place]
  if (!row) return null
  // Without vehicles there is no list to open.
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
        // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is focusable so that its figures are read
        <g className="bar" role="img" {...attributes}>
          {children}
        </g>
      )}
      {words && (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an SVG group without tabindex is not focusable
        <g className="bar__words" aria-hidden="true">
          {words}
        </g>
      )}
    </>
  )
}
