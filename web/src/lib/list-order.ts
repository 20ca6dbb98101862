// The vehicles of the list that is on the screen, in its order, so that the drawer over it can go from one to the
// next.
import { createStore } from './use-store.ts'

export type ListOrder = {
  /** Those of the page. */
  ids: readonly number[]
  /** How many of the list come before the page. */
  before: number
  /** Of the whole list. */
  total: number
  /** Opens the first vehicle of the next page, or the last one of the previous page. */
  turn: (step: 1 | -1) => void
}

export const listOrder = createStore<ListOrder | undefined>(undefined)
