// One of a few, with what the chosen one means under it.
import type { ReactNode } from 'react'
import { FormField } from '../../ui/FormField.tsx'

type Option<V> = { value: V; name: string; help?: string }
type Props<V> = {
  label: string
  fault?: string | undefined
  options: readonly Option<V>[]
  value: V
  onChange: (value: V) => void
}

export const Choice = <V extends string | number>({ label, fault, options, value, onChange }: Props<V>): ReactNode => (
  <FormField label={label} fault={fault} hint={options.find((one) => one.value === value)?.help}>
    {(field) => (
      <select
        {...field}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((one) => `${one.value}` === target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.name}
          </option>
        ))}
      </select>
    )}
  </FormField>
)
