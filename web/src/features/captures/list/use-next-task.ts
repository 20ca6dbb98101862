// The next task of the work list with the same filters, whose vehicle no other user is capturing.
import { captures } from '@padron/contract/captures'
import { useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import { ask } from '../../../api/client.ts'
import { notifyFailure } from '../../../api/notify.ts'
import { captureKey } from '../../../lib/drawer-search.ts'
import { useSearchState } from '../../../lib/search-params.ts'
import { CapturesSearch } from '../search.ts'
import { CAPTURES_PATH, listFilters } from './list-query.ts'

/** The contract's maximum number. */
const SEEN_AT_MOST = 1_000

type Seen = { vehicleAssetId: number; resourceId?: number }

/**
 * @param current '7-31'
 * @param ofPortal for a statement: the next task is another vehicle of the same portal
 * @returns undefined outside of the work list
 */
export const useNextTask = (current: string, ofPortal: boolean) => {
  const { pathname } = useLocation()
  const [search] = useSearchState(CapturesSearch)
  const seen = useRef<readonly Seen[]>([])
  if (pathname !== CAPTURES_PATH) return undefined
  const [vehicleAssetId = 0, resourceId = 0] = current.split('-').map(Number)
  return async (): Promise<string | undefined> => {
    const here = ofPortal ? { vehicleAssetId } : { vehicleAssetId, resourceId }
    seen.current = [...seen.current, here].slice(-SEEN_AT_MOST)
    const body = {
      ...listFilters(search),
      ...(ofPortal && { portalOf: resourceId }),
      after: { vehicleAssetId, resourceId },
      seen: [...seen.current],
    }
    try {
      const { next } = await ask(captures.next, { body })
      return next ? captureKey(next.vehicleAssetId, next.resourceId) : undefined
    } catch (error) {
      notifyFailure(error, captures.next)
      return undefined
    }
  }
}
