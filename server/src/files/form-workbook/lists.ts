// Drop-downs of a workbook to be filled in. Their words are on a hidden sheet, one column each.

import { columnName } from '../xlsx/column-name.ts'

export const LIST_SHEET = 'Listas'
/** A drop-down's words, below its title. */
export type Offered = { title: string; words: readonly string[] }

/** The rows of the hidden sheet: titles first. */
export const offerRows = (offers: readonly Offered[]): (string | null)[][] => [
  offers.map(({ title }) => title),
  ...Array.from({ length: Math.max(0, ...offers.map(({ words }) => words.length)) }, (_, row) =>
    offers.map(({ words }) => words[row] ?? null),
  ),
]

/** Where an offer's words stand, for a drop-down's formula. @param place of the offer, from 0 */
export const offerRange = (offers: readonly Offered[], place: number): string => {
  const column = columnName(place)
  return `${LIST_SHEET}!$${column}$2:$${column}$${(offers[place]?.words.length ?? 0) + 1}`
}
