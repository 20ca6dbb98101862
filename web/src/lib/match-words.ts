// What a search says of a vehicle besides its plate and VIN: what it was called before, and that it is no longer
// active.
import { ACTIVE, assetStatusText } from '@padron/contract/assets'

type Match = { former: string | null; assetStatusId: number; replacedBy: number | null }

/** 'antes RKA123B', 'Vendido', 'Reemplazado': in this order, each only where it is so. */
export const matchNotes = ({ former, assetStatusId, replacedBy }: Match): readonly string[] => [
  ...(former ? [`antes ${former}`] : []),
  ...(assetStatusId === ACTIVE ? [] : [assetStatusText(assetStatusId)]),
  ...(replacedBy === null ? [] : ['Reemplazado']),
]
