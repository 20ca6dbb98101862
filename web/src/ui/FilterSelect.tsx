// A filter by one choice out of a few, with its label above. By several, or out of many: Combobox.tsx.
import { type ReactNode, useId } from 'react'
import './form.css'

type Props<V> = {
  label: string
  /** Said where nothing is chosen. */
  placeholder: string
  options: readonly { value: V; label: string }[]
  value: V | undefined
  onChange: (value: V | undefined) => void
}

export const FilterSelect = <V extends string>({
  label,
  placeholder,
  options,
  value,
  onChange,
}: Props<V>): ReactNode => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value ?? ''}
        onChange={({ target }) => onChange(options.find((option) => option.value === target.value)?.value)}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
