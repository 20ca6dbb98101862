// What a line of the timeline says. Pure.
import type { HistoryEntry } from '@padron/contract/vehicles'

/** 'Placa RKA123B → RKA124A' */
export const changesOf = ({ plate, vin, formerPlate, formerVin }: HistoryEntry): readonly string[] => [
  ...(formerPlate && formerPlate !== plate ? [`Placa ${formerPlate} → ${plate}`] : []),
  ...(formerVin && formerVin !== vin ? [`VIN ${formerVin} → ${vin}`] : []),
]

type Other = HistoryEntry['replacedBy']
export type Relation = { says: string; other: NonNullable<Other> }

/** What the line's vehicle is to another: which took its place, or whose place it took. */
export const relationOf = ({ replacedBy, replacing }: HistoryEntry): Relation | undefined => {
  if (replacedBy) return { says: 'Reemplazado por', other: replacedBy }
  return replacing ? { says: 'En reemplazo de', other: replacing } : undefined
}
