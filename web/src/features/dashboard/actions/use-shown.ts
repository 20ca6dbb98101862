// What every row of the next actions needs: whose country and time it is, and the way to a vehicle's panel.
import type { Country } from '@padron/contract/countries'
import { useCallback } from 'react'
import { useNow } from '../../../api/use-now.ts'
import type { Clock } from '../../../lib/clock.ts'
import { DrawerSearch } from '../../../lib/drawer-search.ts'
import { useSearchState } from '../../../lib/search-params.ts'
import { useCan, useUser } from '../../../session/user-context.ts'

type Open = (asset: number, typeId?: number) => void
export type Shown = {
  country: Country
  clock: Clock
  today: string
  /** Undefined for who may not read vehicles. */
  open: Open | undefined
}

export const useShown = (today: string): Shown => {
  const { country, zone } = useUser()
  const now = useNow()
  const reads = useCan('vehicles_read')
  const [, setDrawer] = useSearchState(DrawerSearch)
  const open = useCallback<Open>((asset, tipo) => setDrawer({ asset, tipo }), [setDrawer])
  return { country, clock: { now, zone }, today, open: reads ? open : undefined }
}
