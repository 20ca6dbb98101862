// A filter by date: after a day, before one, or between two.
import { type DateField, fieldTitle } from '@padron/contract/vehicle-fields'
import { memo, type ReactNode, useId, useState } from 'react'
import { useUser } from '../../session/user-context.ts'
import { DateInput } from '../../ui/DateInput.tsx'
import { DAY_MAX, DAY_MIN, type Dates, type Mode, readDates } from './date-range.ts'
import { MODES } from './dates.ts'

type Props = {
  field: DateField
  first: string | undefined
  fault: string | undefined
  hidden: boolean
  /** Told of every change; null takes the filter off. Must stay the same function. */
  onDates: (field: DateField, dates: Dates | null) => void
}

export const DateFields = memo(({ field, first, fault, hidden, onDates }: Props): ReactNode => {
  const { country } = useUser()
  const id = useId()
  const [dates, setDates] = useState<Dates | null>(() => readDates(first) ?? null)
  const title = fieldTitle(field, country)
  const put = (next: Dates | null): void => {
    setDates(next)
    onDates(field, next)
  }
  const day = (side: 'from' | 'to', label: string): ReactNode =>
    dates && (
      <DateInput
        className="dates__day"
        name={side === 'from' || dates.mode === 'before' ? field : undefined}
        aria-label={`${title}: ${label}`}
        min={DAY_MIN}
        max={DAY_MAX}
        value={dates[side]}
        {...(fault && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
        onChange={(text) => put({ ...dates, [side]: text })}
      />
    )
  const mode = MODES.find((one) => one.mode === dates?.mode)
  return (
    <fieldset className="dates" hidden={hidden}>
      <legend>{title}</legend>
      <select
        aria-label={`${title}: modo`}
        value={dates?.mode ?? ''}
        onChange={({ target }) => put(target.value ? { from: '', to: '', ...dates, mode: target.value as Mode } : null)}
      >
        <option value="">Sin filtro</option>
        {MODES.map(({ mode: value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {mode?.from && day('from', mode.to ? 'desde' : 'fecha')}
      {mode?.from && mode.to && <span>y</span>}
      {mode?.to && day('to', mode.from ? 'hasta' : 'fecha')}
      {fault && (
        <small id={`${id}-fault`} className="field__fault">
          {fault}
        </small>
      )}
    </fieldset>
  )
})
