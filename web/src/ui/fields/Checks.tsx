// A group of boxes under one heading: any of the options.
import type { ReactNode } from 'react'

export type CheckOption = { value: number; label: string; sign?: ReactNode }
type Props = {
  legend: string
  options: readonly CheckOption[]
  value: readonly number[]
  onChange: (value: number[]) => void
  /** No more can be chosen. */
  isFull?: boolean
}

export const Checks = ({ legend, options, value, onChange, isFull = false }: Props) => (
  <fieldset className="checks scroll">
    <legend>{legend}</legend>
    {options.map((option) => (
      <label key={option.value} className="check">
        <input
          type="checkbox"
          checked={value.includes(option.value)}
          disabled={isFull && !value.includes(option.value)}
          onChange={({ target }) =>
            onChange(target.checked ? [...value, option.value] : value.filter((id) => id !== option.value))
          }
        />
        {option.sign}
        {option.label}
      </label>
    ))}
  </fieldset>
)
