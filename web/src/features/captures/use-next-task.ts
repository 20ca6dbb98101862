// The following task of the list that is being worked through, by the same filters, in the list's order.
import { isStatementType } from '@padron/contract/capture-statement'
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
const vehicleOf = (key: string): string => key.split('-')[0] ?? ''

/** The first at or after its place that was not there before, else the first of them all. */
const nextOf = (tasks: readonly CaptureTask[], at: number, isNew: (task: CaptureTask) => boolean) =>
  [...tasks.slice(Math.max(0, at)), ...tasks.slice(0, Math.max(0, at))].find(isNew)

/**
 * @param portal of a statement: the next is another vehicle of the same portal
 * @returns undefined where no list is being worked through
 */
export const useNextTask = (current: string, portal?: string) => {
  const { pathname } = useLocation()
  const [search] = useSearchState(CapturesSearch)
  const onList = pathname === CAPTURES_PATH
  const listed = useCall(captures.list, { query: listQuery(search) }, { off: !onList }).data
  const seen = useRef(new Set<string>())
  if (!onList) return undefined
  const isNew = (task: CaptureTask): boolean =>
    portal === undefined
      ? !seen.current.has(keyOf(task))
      : task.portal === portal && isStatementType(task.resourceTypeId) && !seen.current.has(`${task.vehicleAssetId}`)
  const find = async (): Promise<string | undefined> => {
    seen.current.add(portal === undefined ? current : vehicleOf(current))
    const at = listed?.captures.findIndex((task) => keyOf(task) === current) ?? 0
    const pages = [search, { ...search, page: (search.page ?? 1) + 1 }, { ...search, page: 1 }]
    for (const [turn, page] of pages.entries()) {
      const { captures: tasks, totalCount } = await ask(captures.list, { query: listQuery(page) })
      const next = nextOf(tasks, turn === 0 ? at : 0, isNew)
      if (next) return keyOf(next)
      if (totalCount <= CAPTURES_PAGE) return undefined
    }
    return undefined
  }
  return () =>
    find().catch((error: unknown) => {
      notifyFailure(error, captures.list)
      return undefined
    })
}
