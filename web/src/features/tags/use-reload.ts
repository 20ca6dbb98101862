// Asks again for the categories: somebody else changed them.
import { tags as calls } from '@padron/contract/tags'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

export const useReload = (): (() => Promise<void>) => {
  const queries = useQueryClient()
  return useCallback(
    () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === calls.categories.name }),
    [queries],
  )
}
