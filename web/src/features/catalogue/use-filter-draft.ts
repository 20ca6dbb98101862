// What is typed in the dialog of all filters. No state: a letter must not draw the whole dialog again.
import type { DateField } from '@padron/contract/vehicle-fields'
import { useCallback, useRef } from 'react'
import type { Dates } from './date-range.ts'
import { type Draft, NO_DRAFT } from './filter-draft.ts'
import type { RangeKey } from './owed-draft.ts'
import type { Days } from './owed-filters.ts'

export const useFilterDraft = () => {
  const draft = useRef<Draft>(NO_DRAFT)
  const onText = useCallback((name: string, text: string): void => {
    draft.current = { ...draft.current, texts: { ...draft.current.texts, [name]: text } }
  }, [])
  const onDates = useCallback((field: DateField, dates: Dates | null): void => {
    draft.current = { ...draft.current, dates: { ...draft.current.dates, [field]: dates } }
  }, [])
  const onRange = useCallback((name: RangeKey, range: Required<Days>): void => {
    draft.current = { ...draft.current, ranges: { ...draft.current.ranges, [name]: range } }
  }, [])
  return { draft, onText, onDates, onRange }
}
