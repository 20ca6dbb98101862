// One of a few, with what the chosen one means under it.
import type { ReactNode } from 'react'
import { useFormContext } from '../../ui/form/Form.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import type { ReportValues } from './report-values.ts'

const { SelectField } = formFields<ReportValues>()

type Props<K extends keyof ReportValues> = {
  name: K
  label: string
  options: readonly { value: ReportValues[K]; name: string; help?: string }[]
  /** Changes it, and what depends on it. */
  onChange?: (value: ReportValues[K]) => void
}

export const Choice = <K extends keyof ReportValues>({ name, label, options, onChange }: Props<K>): ReactNode => {
  const chosen = useFormContext<ReportValues>().values[name]
  return (
    <SelectField
      name={name}
      label={label}
      hint={options.find(({ value }) => value === chosen)?.help}
      options={options.map((option) => ({ value: option.value, label: option.name }))}
      {...(onChange && { onChange })}
    />
  )
}
