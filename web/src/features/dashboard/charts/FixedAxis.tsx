// The figures beside a chart that scrolls under them: they stay where they are. Over the chart's own, which go with it.
import type { ReactNode } from 'react'
import { shortValue } from '../value-words.ts'
import { AXIS_WIDTH, MARGIN, upward } from './axes.ts'
import { useChart } from './chart-context.ts'

/** The library's own, of the letters under the bars. */
const LETTERS_UNDER = 30

type Props = { height: number; largest: number; kind: 'money' | 'count' | undefined }

export const FixedAxis = ({ height, largest, kind }: Props): ReactNode => {
  const { country } = useChart()
  const { ticks, domain } = upward(largest, kind, country)
  const room = height - MARGIN.top - MARGIN.bottom - LETTERS_UNDER
  return (
    <div
      className="chart__axis no-print tiny muted surface absolute"
      aria-hidden="true"
      style={{ width: AXIS_WIDTH, height }}
    >
      {ticks.map((tick) => (
        <span className="absolute" key={tick} style={{ top: MARGIN.top + room * (1 - tick / domain[1]) }}>
          {shortValue(tick, kind, country)}
        </span>
      ))}
    </div>
  )
}
