// What a search says of a vehicle besides its plate, VIN and identifier: why it was found, and that it is no longer
// active.
import { ACTIVE, assetStatusText, bareIdentifier } from '@padron/contract/assets'
import type { Reply } from '@padron/contract/call'
import type { catalogue } from '@padron/contract/catalogue'

type Match = Reply<typeof catalogue.bestMatch>[number]
type Reason = Pick<Match, 'former' | 'matchedBy' | 'holder'>

/** Why it was found, where its plate, VIN and identifier do not show it. @param typed the text that was searched */
export const matchReason = ({ former, matchedBy, holder }: Reason, typed: string): string | undefined => {
  if (former) return `antes ${former}`
  if (matchedBy === 'vinEnd') return `VIN termina en ${bareIdentifier(typed)}`
  return holder ? `titular ${holder}` : undefined
}

/**
 * 'antes RKA123B', 'Vendido', 'Reemplazado': in this order, each only where it is so.
 * @param typed the text that was searched
 */
export const matchNotes = (
  match: Reason & Pick<Match, 'assetStatusId' | 'replacedBy'>,
  typed: string,
): readonly string[] => {
  const why = matchReason(match, typed)
  return [
    ...(why ? [why] : []),
    ...(match.assetStatusId === ACTIVE ? [] : [assetStatusText(match.assetStatusId)]),
    ...(match.replacedBy === null ? [] : ['Reemplazado']),
  ]
}
