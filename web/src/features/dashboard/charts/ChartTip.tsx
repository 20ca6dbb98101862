// The tooltip of a bar: its label, every figure, and why it has no link. Screen readers get the same from the bar's
// name.
import type { ComponentProps } from 'react'
import { NOTHING } from '../../../lib/money-text.ts'
import { rowValues, whyNoLink } from '../value-texts.ts'
import { useChart } from './Bar.tsx'

export const ChartTip = ({ row: place, className, ...rest }: { row: number } & ComponentProps<'div'>) => {
  const { table, country } = useChart()
  const row = table.rows[place]
  if (!row) return null
  const values = rowValues(row, table, country).filter(({ text }) => table.columns.length < 2 || text !== NOTHING)
  const why = whyNoLink(row)
  return (
    <div className={`chart-tip no-print small surface bordered raised rounded ${className ?? ''}`} {...rest}>
      <strong>{row.label}</strong>
      <dl>
        {values.map(({ title, text }) => (
          <div key={title} className="flex gap-16 between">
            <dt className="muted">{title}</dt>
            <dd className="figures-text">{text}</dd>
          </div>
        ))}
      </dl>
      {why && <small className="block muted">{why}</small>}
    </div>
  )
}
