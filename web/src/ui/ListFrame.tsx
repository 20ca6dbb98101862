// The frame of a screen that lists: heading, what there is in words, tools, filters, and the box with the rows, which
// scrolls.
import type { ReactNode, Ref } from 'react'
import './listing.css'
import { PrintLine } from './PrintLine.tsx'
import { roveAcross } from './rove.ts'

type Props = {
  className?: string
  title: string
  /** How much there is. */
  status: string
  /** Buttons beside the heading. */
  tools: ReactNode
  filters: ReactNode
  /** Between the filters and the rows. */
  above?: ReactNode
  /** What the box is called where not like the screen. */
  label?: string
  box?: Ref<HTMLElement>
  isFetching: boolean
  /** The rows are those of before. */
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
        // Not a stop: its rows have some, and with the focus in them the arrows scroll it.
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
