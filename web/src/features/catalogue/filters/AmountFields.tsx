// In the dialog of all filters: a minimum and a maximum amount, both included; an empty field is unlimited.
import { memo, useId, useState } from 'react'
import { useUser } from '../../../session/user-context.ts'
import { AMOUNT_TEXT_MAX, type AmountKey, amountsOf, type OnTyped } from './filter-draft.ts'

const NAME: AmountKey = 'debtTotal'
const SIDES = [
  { side: 'from', label: 'desde' },
  { side: 'to', label: 'hasta' },
] as const

type Props = {
  /** Includes the currency. */
  title: string
  first: string | undefined
  fault: string | undefined
  hidden: boolean
  onTyped: OnTyped
}

export const AmountFields = memo(({ title, first, fault, hidden, onTyped }: Props) => {
  const { country } = useUser()
  const id = useId()
  const [range, setRange] = useState(() => amountsOf(first, country))
  const put = (side: 'from' | 'to', text: string): void => {
    const next = { ...range, [side]: text }
    setRange(next)
    onTyped(NAME, next)
  }
  return (
    <fieldset className="dates" hidden={hidden}>
      <legend>{title}</legend>
      {SIDES.map(({ side, label }) => (
        <span key={side} className="row-inline gap-6">
          <label htmlFor={`${id}-${side}`}>{label}</label>
          <span aria-hidden="true">$</span>
          <input
            id={`${id}-${side}`}
            className="dates__amount"
            name={NAME}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            maxLength={AMOUNT_TEXT_MAX}
            aria-label={`${title}: ${label}`}
            value={range[side]}
            {...(fault && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
            onChange={({ target }) => put(side, target.value)}
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
