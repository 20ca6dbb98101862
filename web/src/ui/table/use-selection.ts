// The rows that a user chose in a list: one by one, by ranges with Shift, by page, or all of the filter. A new filter
// clears the choice, except rows chosen one by one if `gathers` is set.
import { useCallback, useRef, useState } from 'react'
import { between, EVERYTHING, isPicked, NONE, type Picked, withPicked } from './selection.ts'

export type RowSelection<K = number> = {
  picked: Picked<K>
  /** @param range from the row chosen last up to this one */
  toggle: (id: K, range: boolean) => void
  setPage: (on: boolean) => void
  everything: () => void
  clear: () => void
}

/**
 * @param page ids of the rows on screen, in their order
 * @param filter a text that changes with the filter
 * @param gathers keeps rows chosen one by one, so that a user can search for each
 */
export const useSelection = <K = number>(page: readonly K[], filter: string, gathers = false): RowSelection<K> => {
  const [state, setState] = useState<{ filter: string; picked: Picked<K> }>({ filter, picked: NONE })
  const stays = state.filter === filter || (gathers && !state.picked.all)
  const picked: Picked<K> = stays ? state.picked : NONE
  const anchor = useRef<K>(undefined)
  // The current state for the handlers, so that they stay the same functions and cause no drawing of rows.
  const now = useRef({ page, filter, picked })
  now.current = { page, filter, picked }
  const put = useCallback((next: Picked<K>): void => setState({ filter: now.current.filter, picked: next }), [])
  const toggle = useCallback(
    (id: K, range: boolean): void => {
      const on = !isPicked(now.current.picked, id)
      put(withPicked(now.current.picked, range ? between(now.current.page, anchor.current, id) : [id], on))
      anchor.current = id
    },
    [put],
  )
  const setPage = useCallback((on: boolean): void => put(withPicked(now.current.picked, now.current.page, on)), [put])
  const everything = useCallback((): void => put(EVERYTHING), [put])
  const clear = useCallback((): void => put(NONE), [put])
  return { picked, toggle, setPage, everything, clear }
}
