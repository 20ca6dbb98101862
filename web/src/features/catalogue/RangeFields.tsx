// A filter by two days, both included.
import { memo, type ReactNode, useId, useState } from 'react'
import { DateInput } from '../../ui/DateInput.tsx'
import { DAY_MAX, DAY_MIN } from './date-range.ts'
import { type RangeKey, rangeOf } from './owed-draft.ts'
import type { Days } from './owed-filters.ts'

type Props = {
  name: RangeKey
  title: string
  first: string | undefined
  fault: string | undefined
  hidden: boolean
  /** Told of every change. Must stay the same function. */
  onRange: (name: RangeKey, range: Required<Days>) => void
}

const SIDES = [
  { side: 'from', label: 'desde' },
  { side: 'to', label: 'hasta' },
] as const

export const RangeFields = memo(({ name, title, first, fault, hidden, onRange }: Props): ReactNode => {
  const id = useId()
  const [range, setRange] = useState(() => rangeOf(first))
  return (
    <fieldset className="dates" hidden={hidden}>
      <legend>{title}</legend>
      {SIDES.map(({ side, label }) => (
        <span key={side} className="row-inline gap-6">
          <label htmlFor={`${id}-${side}`}>{label}</label>
          <DateInput
            id={`${id}-${side}`}
            className="dates__day"
            name={name}
            aria-label={`${title}: ${label}`}
            min={DAY_MIN}
            max={DAY_MAX}
            value={range[side] ?? ''}
            {...(fault && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
            onChange={(day) => {
              const next = { ...range, [side]: day }
              setRange(next)
              onRange(name, next)
            }}
          />
        </span>
      ))}
      {fault && (
        <small id={`${id}-fault`} className="field__fault">
          {fault}
        </small>
      )}
    </fieldset>
  )
})
