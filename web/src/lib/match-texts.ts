// The texts of a found vehicle besides plate, VIN and identifier: why it matches, and that it is not active.
import { ACTIVE, assetStatusText, bareIdentifier } from '@padron/contract/assets'
import type { Reply } from '@padron/contract/call'
import type { catalogue } from '@padron/contract/catalogue'

type Match = Reply<typeof catalogue.bestMatch>[number]
type Reason = Pick<Match, 'former' | 'matchedBy' | 'holder'>

/** Why it matches, if plate, VIN and identifier do not show it. @param typed the searched text */
export const matchReason = ({ former, matchedBy, holder }: Reason, typed: string): string | undefined => {
  if (former) return `antes ${former}`
  if (matchedBy === 'vinEnd') return `VIN termina en ${bareIdentifier(typed)}`
  return holder ? `titular ${holder}` : undefined
}

/**
 * 'antes RKA123B', 'Vendido', 'Reemplazado', in this order, if they apply.
 * @param typed the searched text
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
