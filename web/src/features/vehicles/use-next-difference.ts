// The next vehicle of the work list, for who comes from it.
import { vehicles } from '@padron/contract/vehicles'
import { useRouterState } from '@tanstack/react-router'
import { useCall } from '../../api/use-call.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { DIFFERENCES_PATH, DifferencesSearch, listQuery } from './search.ts'

/** @returns undefined away from the work list; there, the next one's id, itself undefined after the last */
export const useNextDifference = (current: number): { id: number | undefined } | undefined => {
  const here = useRouterState({ select: ({ location }) => location.pathname }) === DIFFERENCES_PATH
  const [{ page }] = useSearchState(DifferencesSearch)
  const { data } = useCall(vehicles.differing, { query: listQuery(page) }, { off: !here })
  if (!here) return undefined
  const ids = data?.vehicles.map(({ vehicleAssetId }) => vehicleAssetId) ?? []
  return { id: ids[ids.indexOf(current) + 1] ?? ids.find((id) => id !== current) }
}
