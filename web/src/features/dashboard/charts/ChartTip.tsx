// Over a bar: what it is, every figure of it, and why it cannot be opened where it cannot. Read aloud it is the bar's own name.
import type { ReactNode } from 'react'
import { NOTHING } from '../../../lib/money-text.ts'
import { toldValues, whyNoLink } from '../value-words.ts'
import { type Told, useChart } from './chart-context.ts'

/** Half of its least width: it stays inside of the chart. */
const HALF = 110

export const TipBody = ({ row }: { row: number }): ReactNode => {
  const { table, country } = useChart()
  const told = table.rows[row]
  if (!told) return null
  const values = toldValues(told, table, country).filter(({ text }) => table.columns.length < 2 || text !== NOTHING)
  const why = whyNoLink(told)
  return (
    <>
      <strong>{told.label}</strong>
      <dl>
        {values.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {why && <small>{why}</small>}
    </>
  )
}

export const ChartTip = ({ told, width }: { told: Told; width: number }): ReactNode => (
  <div
    className="chart-tip no-print small surface bordered raised rounded absolute"
    aria-hidden="true"
    style={{ left: Math.max(HALF, Math.min(told.left, width - HALF)), top: told.top }}
  >
    <TipBody row={told.row} />
  </div>
)
