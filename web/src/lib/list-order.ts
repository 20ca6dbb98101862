// The order of the list on the screen, so that the drawer over it can open the next vehicle.
import { createStore } from './use-store.ts'

export type ListOrder = {
  /** The ids of the current page. */
  ids: readonly number[]
  /** Number of vehicles before the page. */
  before: number
  /** Number of vehicles in the whole list. */
  total: number
  /** Opens the first vehicle of the next page, or the last one of the previous page. */
  turn: (step: 1 | -1) => void
}

export const listOrder = createStore<ListOrder | undefined>(undefined)
