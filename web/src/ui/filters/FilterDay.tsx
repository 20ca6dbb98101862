// A filter by a day.
import { useEffect, useEffectEvent, useState } from 'react'
import { readDay } from '../../lib/typed-day.ts'
import { DateInput, outsideText } from '../fields/DateInput.tsx'
import { FormField } from '../fields/FormField.tsx'

type Props = {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day?: string) => void
}

/** An unfinished day, or one beyond the other end, does not filter until the other end allows it. */
export const FilterDay = ({ label, value = '', min, max, onChange }: Props) => {
  const ends = { min, max }
  const [typed, type] = useState<{ text: string; over: string }>()
  const isDone = (text: string): boolean => text === '' || (readDay(text) === text && !outsideText(text, min, max))
  const put = (text: string): void => {
    const done = isDone(text)
    type(done ? undefined : { text, over: value })
    if (done) onChange(text || undefined)
  }
  const isLetIn = typed?.over === value && isDone(typed.text)
  const putTyped = useEffectEvent(() => typed && put(typed.text))
  useEffect(() => {
    if (isLetIn) putTyped()
  }, [isLetIn])
  return (
    <FormField label={label}>
      {(field) => <DateInput {...field} value={typed?.over === value ? typed.text : value} {...ends} onChange={put} />}
    </FormField>
  )
}
