// The vehicles that look like what is typed, for who may see them.
import { matchNotes } from '../../lib/match-words.ts'
import { type Match, useBestMatch } from '../../ui/vehicle-search.ts'
import type { Item } from './palette-items.ts'

const LEAST = 2
const AT_MOST = 6

type Ways = {
  open: (vehicleAssetId: number) => void
  /** Enter was pressed before they were found: the best one is wanted. */
  onWanted: (item: Item) => void
}

export const useFoundVehicles = (typed: string, may: boolean, { open, onWanted }: Ways) => {
  const itemOf = (match: Match): Item => ({
    key: `vehicle-${match.vehicleAssetId}`,
    group: 'Vehículos',
    label: match.plate || match.vin,
    note: [match.plate && match.vin, match.customId, ...matchNotes(match)].filter(Boolean).join(' · '),
    icon: 'car',
    run: () => open(match.vehicleAssetId),
  })
  const { matches, settled, failed, enter } = useBestMatch(may ? typed : '', {
    onMatch: (match) => onWanted(itemOf(match)),
    atLeast: LEAST,
  })
  const waiting = may && typed.trim().length >= LEAST && !settled
  return { items: matches.slice(0, AT_MOST).map(itemOf), waiting, failed, enter: () => enter(0) }
}
