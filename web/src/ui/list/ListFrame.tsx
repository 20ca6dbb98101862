// The frame of a list screen: heading, summary, tools, filters, and the scrolling box of rows.
import type { ReactNode, Ref } from 'react'
import '../listing.css'
import { roveAcross } from '../overlay/roving-tabindex.ts'
import { PrintLine } from '../PrintLine.tsx'

type Props = {
  className?: string
  title: string
  /** The size of the list in words. */
  status: string
  /** The buttons beside the heading. */
  tools: ReactNode
  filters: ReactNode
  /** Between the filters and the rows. */
  above?: ReactNode
  /** The name of the box, if it differs from the screen's. */
  label?: string
  box?: Ref<HTMLElement>
  isFetching: boolean
  /** The rows are of the previous request. */
  isWaiting?: boolean
  now: number
  children: ReactNode
  /** Below the box. */
  foot?: ReactNode
}

export const ListFrame = (props: Props) => {
  const { className, title, status, tools, filters, above, label = title, box, isFetching, isWaiting, now } = props
  return (
    <div className={['listing column grow', className].filter(Boolean).join(' ')}>
      <PrintLine now={now} />
      <header ref={roveAcross} className="listing__head row-wrap gap-4-12">
        <h1>{title}</h1>
        <p className="listing__total muted" role="status">
          {status}
        </p>
        {tools}
      </header>
      <div ref={roveAcross} id="filters" tabIndex={-1}>
        {filters}
      </div>
      {above}
      <section
        ref={box}
        id="rows"
        className="listing__box ring-inside grow surface ruled-above relative"
        aria-label={label}
        // Not a tab stop, because its rows are; with the focus in a row the arrow keys scroll the box.
        tabIndex={-1}
        aria-busy={isFetching}
        data-waiting={isWaiting}
      >
        {props.children}
      </section>
      {props.foot}
    </div>
  )
}
