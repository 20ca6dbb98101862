// Whether the queue panel is open: one answer for the button in the top bar and the panel beside the screen, remembered
// between sessions.
import { recall, remember } from '../../lib/memory.ts'
import { createStore, useStore } from '../../lib/use-store.ts'

/** The button's id: closing the panel gives it the focus. */
export const QUEUE_TOGGLE = 'queue-toggle'

const NAME = 'queue-open'
type Kept = { userId: string; open: boolean; fresh: boolean }
const kept = createStore<Kept | undefined>(undefined)

/** @returns whether it is open, whether it was opened just now, and how to change it */
export const useQueueOpen = (userId: string) => {
  const now = useStore(kept)
  const own = now?.userId === userId ? now : { userId, open: recall(userId, NAME) === true, fresh: false }
  const setOpen = (open: boolean): void => {
    remember(userId, NAME, open)
    kept.set({ userId, open, fresh: open })
  }
  return { open: own.open, fresh: own.fresh, setOpen }
}
