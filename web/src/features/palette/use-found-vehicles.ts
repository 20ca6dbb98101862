// The vehicles that look like what is typed, half a second after the last letter.
import { catalogue, SEARCH_DEBOUNCE_MS } from '@padron/contract/catalogue'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { matchNotes } from '../../lib/match-words.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import type { Item } from './palette-items.ts'

const LEAST = 2
const AT_MOST = 6
const LONGEST = 50

export const useFoundVehicles = (typed: string, may: boolean, open: (vehicleAssetId: number) => void) => {
  const text = typed.trim()
  const like = useDebounced(text, SEARCH_DEBOUNCE_MS)
  const wanted = may && like.length >= LEAST && like.length <= LONGEST
  const { data, isFetching, isError } = useQuietCall(catalogue.bestMatch, { body: { like } }, { off: !wanted })
  const settled = like === text && !isFetching
  const items = (wanted && like === text && data ? data : []).slice(0, AT_MOST).map(
    (match): Item => ({
      key: `vehicle-${match.vehicleAssetId}`,
      group: 'Vehículos',
      label: match.plate || match.vin,
      note: [match.plate && match.vin, match.customId, ...matchNotes(match)].filter(Boolean).join(' · '),
      icon: 'car',
      run: () => open(match.vehicleAssetId),
    }),
  )
  return { items, waiting: may && text.length >= LEAST && !settled, isError: wanted && isError }
}
