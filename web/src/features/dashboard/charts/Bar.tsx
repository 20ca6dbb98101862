// A bar of any chart as something one gets to: a link to its vehicles where there is one, read aloud with all its figures.
import type { FleetQuery } from '@padron/contract/catalogue'
import { type ReactNode, useContext } from 'react'
import { isNothing, rowText } from '../value-words.ts'
import { ReachedContext, useChart } from './chart-context.ts'

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

export const Bar = ({ row, at, query, label, words, children }: Props): ReactNode => {
  const { table, country, linkTo, onTell, onUntell } = useChart()
  const reached = useContext(ReachedContext)
  const told = table.rows[row]
  if (!told) return null
  // Of nothing there is no list.
  const link = isNothing(told) ? undefined : linkTo(query ?? told.query)
  const events = {
    'data-bar': at,
    tabIndex: at === reached ? 0 : -1,
    'aria-label': label ?? rowText(told, table, country),
    onPointerEnter: ({ currentTarget }: { currentTarget: Element }) => onTell(row, currentTarget),
    onPointerLeave: onUntell,
    onFocus: ({ currentTarget }: { currentTarget: Element }) => onTell(row, currentTarget),
    onBlur: onUntell,
  }
  return (
    <>
      {link ? (
        <a className="bar bar--link" {...link} {...events}>
          {children}
        </a>
      ) : (
        // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a drawing's group; the focus is for its figures
        <g className="bar" role="img" {...events}>
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
