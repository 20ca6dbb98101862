// Values already in use in a field, for the one being typed in. A convenience: when it cannot be had, nobody is told.
import { catalogue, SEARCH_DEBOUNCE_MS } from '@padron/contract/catalogue'
import type { SuggestedField } from '@padron/contract/vehicle-fields'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { ask } from '../../api/client.ts'
import { CallerContext } from '../../api/use-call.ts'
import { useDebounced } from '../../lib/use-debounced.ts'

/** @param active whether the user is in the field */
export const useSuggestions = (field: SuggestedField, text: string, active: boolean): readonly string[] => {
  const caller = useContext(CallerContext)
  const like = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS).slice(0, 100)
  const query = { field, ...(like && { like }) }
  const { data } = useQuery({
    queryKey: [caller, catalogue.suggestions.name, { query }],
    queryFn: ({ signal }) => ask(catalogue.suggestions, { query }, { signal }),
    enabled: active,
    retry: false,
    placeholderData: keepPreviousData,
  })
  return data?.values ?? []
}
