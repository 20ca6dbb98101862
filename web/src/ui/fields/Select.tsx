// The browser's select: one of a few options, or none. For many options, or several choices: ui/overlay/Combobox.tsx.
import type { ComponentProps } from 'react'
import { FormField } from './FormField.tsx'

export type Option<V> = { value: V; label: string; disabled?: boolean }

type Props<V> = Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> & {
  options: readonly Option<V>[]
  /** A value that is not among the options counts as none. */
  value: V | null | undefined
  /** The text for no choice, which becomes an option. */
  empty?: string | undefined
  onChange: (value: V | undefined) => void
}

export const Select = <V,>({ options, value, empty, onChange, ...attributes }: Props<V>) => (
  <select
    {...attributes}
    value={options.some((option) => option.value === value) ? String(value) : ''}
    onChange={({ target }) => onChange(options.find((option) => String(option.value) === target.value)?.value)}
  >
    {empty !== undefined && <option value="">{empty}</option>}
    {options.map((option) => (
      <option key={String(option.value)} value={String(option.value)} disabled={option.disabled}>
        {option.label}
      </option>
    ))}
  </select>
)

/** A Select with a label above it, for filters. */
export const LabelledSelect = <V,>({ label, ...select }: Props<V> & { label: string }) => (
  <FormField label={label}>{(field) => <Select {...field} {...select} />}</FormField>
)
