// The search parameters of a list: its filters, order and page. The last ones are stored and restored when the screen
// opens without any. A change of anything except the page returns to page 1.
import { useCallback, useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { recall, remember } from './memory.ts'
import { useSearchState } from './search-params.ts'

const NOT_FILTERS: readonly string[] = ['page', 'sort', 'order', 'vista']

const isEmpty = (search: object): boolean => Object.values(search).every((value) => value === undefined)

/** Whether anything differs from the default filters. */
export const isFiltered = (search: object): boolean =>
  Object.entries(search).some(([key, value]) => value !== undefined && !NOT_FILTERS.includes(key))

/** Removes every filter and the page; the order stays. */
export const cleared = <S extends object>(search: S): Partial<Record<keyof S, undefined>> =>
  Object.fromEntries(
    Object.keys(search)
      .filter((key) => key !== 'sort' && key !== 'order')
      .map((key) => [key, undefined]),
  ) as Partial<Record<keyof S, undefined>>

export type ChangeSearch<S> = (patch: Partial<S>, how?: { replace?: boolean }) => void

/**
 * @param name the key under which the filters are stored
 * @param keepsPage whether the page is stored too
 */
export const useListSearch = <S extends z.ZodMiniType<object>>(
  schema: S,
  userId: string,
  name: string,
  keepsPage = false,
) => {
  const [search, setSearch] = useSearchState(schema)
  const [restoring, setRestoring] = useState(() => {
    const stored = isEmpty(search) ? z.safeParse(schema, recall(userId, name)) : undefined
    return stored?.success && !isEmpty(stored.data) ? stored.data : undefined
  })

  useEffect(() => {
    if (!restoring) return
    setSearch(restoring, { replace: true })
    setRestoring(undefined)
  }, [restoring, setSearch])

  const ready = !restoring
  useEffect(() => {
    if (ready) remember(userId, name, keepsPage ? search : { ...search, page: undefined })
  }, [ready, search, userId, name, keepsPage])

  const change = useCallback<ChangeSearch<z.output<S>>>(
    (patch, how) => setSearch('page' in patch ? patch : { ...patch, page: undefined }, how),
    [setSearch],
  )
  return { search: restoring ?? search, change, ready }
}
