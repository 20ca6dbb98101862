// A filter by a day.
import { useState } from 'react'
import { readDay } from '../lib/typed-day.ts'
import { DateInput } from './DateInput.tsx'
import { FormField } from './FormField.tsx'

type Props = {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day?: string) => void
}

/** What is no day yet filters nothing. */
export const FilterDay = ({ label, value = '', onChange, ...ends }: Props) => {
  const [typed, type] = useState<{ text: string; over: string }>()
  const put = (text: string): void => {
    const done = text === '' || readDay(text) === text
    type(done ? undefined : { text, over: value })
    if (done) onChange(text || undefined)
  }
  return (
    <FormField label={label}>
      {(field) => <DateInput {...field} value={typed?.over === value ? typed.text : value} {...ends} onChange={put} />}
    </FormField>
  )
}
