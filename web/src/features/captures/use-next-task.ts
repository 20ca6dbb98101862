// The following task of the list that is being worked through, by the same filters, in the list's order.
import { CAPTURES_PAGE, type CaptureTask, captures } from '@padron/contract/captures'
import { useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import { ask } from '../../api/client.ts'
import { notifyFailure } from '../../api/notify.ts'
import { useCall } from '../../api/use-call.ts'
import { captureKey } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { CAPTURES_PATH, listQuery } from './list-query.ts'
import { CapturesSearch } from './search.ts'

const keyOf = ({ vehicleAssetId, resourceId }: CaptureTask): string => captureKey(vehicleAssetId, resourceId)

/** The first at or after its place that was not there before, else the first of them all. */
export const nextOf = (tasks: readonly CaptureTask[], at: number, seen: ReadonlySet<string>): string | undefined => {
  const ahead = [...tasks.slice(Math.max(0, at)), ...tasks.slice(0, Math.max(0, at))].map(keyOf)
  return ahead.find((key) => !seen.has(key))
}

/** Undefined where no list is being worked through. */
export const useNextTask = (current: string | undefined) => {
  const { pathname } = useLocation()
  const [search] = useSearchState(CapturesSearch)
  const onList = pathname === CAPTURES_PATH
  const shown = useCall(captures.list, { query: listQuery(search) }, { off: !onList }).data
  const seen = useRef(new Set<string>())
  if (!onList) return undefined
  const found = async (): Promise<string | undefined> => {
    if (current) seen.current.add(current)
    const at = shown?.captures.findIndex((task) => keyOf(task) === current) ?? 0
    const pages = [search, { ...search, page: (search.page ?? 1) + 1 }, { ...search, page: 1 }]
    for (const [turn, page] of pages.entries()) {
      const { captures: tasks, totalCount } = await ask(captures.list, { query: listQuery(page) })
      const next = nextOf(tasks, turn === 0 ? at : 0, seen.current)
      if (next) return next
      if (totalCount <= CAPTURES_PAGE) return undefined
    }
    return undefined
  }
  return () =>
    found().catch((error: unknown) => {
      notifyFailure(error, captures.list)
      return undefined
    })
}
