// The filters by date of the dialog: after a day, before one, or between two; and a range of days, both included.
import { type DateField, fieldTitle } from '@padron/contract/vehicles/fields'
import { memo, type ReactNode, useId, useState } from 'react'
import { useUser } from '../../../session/user-context.ts'
import { DateInput } from '../../../ui/fields/DateInput.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { MODES } from '../filters.ts'
import { DAY_MAX, DAY_MIN, type Dates, readDates } from '../search.ts'
import { type OnTyped, type RangeKey, rangeOf } from './filter-draft.ts'

type Props<Name> = {
  name: Name
  first: string | undefined
  fault: string | undefined
  hidden: boolean
  onTyped: OnTyped
}

type Day = (label: string, value: string, onChange: (day: string) => void, id?: string) => ReactNode
type DaysProps = Omit<Props<string>, 'first' | 'onTyped'> & { title: string; children: (day: Day) => ReactNode }

/** The fieldset of the days of one filter. */
const Days = ({ name, title, fault, hidden, children }: DaysProps) => {
  const faultId = useId()
  const day: Day = (label, value, onChange, id) => (
    <DateInput
      id={id}
      className="dates__day"
      name={name}
      aria-label={`${title}: ${label}`}
      min={DAY_MIN}
      max={DAY_MAX}
      value={value}
      {...(fault && { 'aria-invalid': true, 'aria-describedby': faultId })}
      onChange={onChange}
    />
  )
  return (
    <fieldset className="dates" hidden={hidden}>
      <legend>{title}</legend>
      {children(day)}
      {fault && (
        <small id={faultId} className="field__fault">
          {fault}
        </small>
      )}
    </fieldset>
  )
}

export const DateFields = memo(({ name, first, onTyped, ...rest }: Props<DateField>) => {
  const { country } = useUser()
  const [dates, setDates] = useState<Dates | null>(() => readDates(first) ?? null)
  const title = fieldTitle(name, country)
  const put = (next: Dates | null): void => {
    setDates(next)
    onTyped(name, next)
  }
  const mode = MODES.find(({ value }) => value === dates?.mode)
  return (
    <Days name={name} title={title} {...rest}>
      {(day) => (
        <>
          <Select
            aria-label={`${title}: modo`}
            options={MODES}
            value={dates?.mode}
            empty="Sin filtro"
            onChange={(next) => put(next ? { from: '', to: '', ...dates, mode: next } : null)}
          />
          {dates && mode?.from && day(mode.to ? 'desde' : 'fecha', dates.from, (from) => put({ ...dates, from }))}
          {mode?.from && mode.to && <span>y</span>}
          {dates && mode?.to && day(mode.from ? 'hasta' : 'fecha', dates.to, (to) => put({ ...dates, to }))}
        </>
      )}
    </Days>
  )
})

const SIDES = [
  { side: 'from', label: 'desde' },
  { side: 'to', label: 'hasta' },
] as const

export const RangeFields = memo(({ title, first, onTyped, ...rest }: Props<RangeKey> & { title: string }) => {
  const id = useId()
  const [range, setRange] = useState(() => rangeOf(first))
  const put = (side: 'from' | 'to', day: string): void => {
    const next = { ...range, [side]: day }
    setRange(next)
    onTyped(rest.name, next)
  }
  return (
    <Days title={title} {...rest}>
      {(day) =>
        SIDES.map(({ side, label }) => (
          <span key={side} className="row-inline gap-6">
            <label htmlFor={`${id}-${side}`}>{label}</label>
            {day(label, range[side], (text) => put(side, text), `${id}-${side}`)}
          </span>
        ))
      }
    </Days>
  )
})
