// The catalogue's filters live in the address; the last ones are also remembered, and come back when the screen is opened
// without any. A change of anything but the page goes back to page 1.
import { useCallback, useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { recall, remember } from '../../lib/memory.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useUser } from '../../session/user-context.ts'
import { CatalogueSearch, isEmptySearch } from './search.ts'

const NAME = 'catalogue-filters'

const remembered = (userId: string): CatalogueSearch | undefined => {
  const kept = z.safeParse(CatalogueSearch, recall(userId, NAME))
  return kept.success && !isEmptySearch(kept.data) ? kept.data : undefined
}

export type ChangeSearch = (patch: Partial<CatalogueSearch>, how?: { replace?: boolean }) => void

export const useCatalogueSearch = (): { search: CatalogueSearch; change: ChangeSearch; ready: boolean } => {
  const { userId } = useUser()
  const [search, setSearch] = useSearchState(CatalogueSearch)
  const [restoring, setRestoring] = useState(() => (isEmptySearch(search) ? remembered(userId) : undefined))

  useEffect(() => {
    if (!restoring) return
    setSearch(restoring, { replace: true })
    setRestoring(undefined)
  }, [restoring, setSearch])

  const ready = !restoring
  useEffect(() => {
    if (ready) remember(userId, NAME, { ...search, page: undefined })
  }, [ready, search, userId])

  const change = useCallback<ChangeSearch>(
    (patch, how) => setSearch('page' in patch ? patch : { ...patch, page: undefined }, how),
    [setSearch],
  )
  return { search: restoring ?? search, change, ready }
}
