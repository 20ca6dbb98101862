// Whether the queue panel is open: one answer for the button in the top bar and the panel beside the screen,
// remembered between sessions where the panel has room beside it. Where it would lie over the screen it opens only
// when it is asked for.
import { recall, remember } from './memory.ts'
import { BESIDE, useMedia } from './use-media.ts'
import { createStore, useStore } from './use-store.ts'

/** The button's id: closing the panel gives it the focus. */
export const QUEUE_TOGGLE = 'queue-toggle'

const NAME = 'queue-open'
type QueueOpen = { userId: string; open: boolean }
const queueOpen = createStore<QueueOpen | undefined>(undefined)

/** @returns whether it is open, whether it was opened just now, and how to change it */
export const useQueueOpen = (userId: string) => {
  const beside = useMedia(BESIDE)
  const now = useStore(queueOpen)
  const fresh = now?.userId === userId
  const open = fresh ? now.open : beside && recall(userId, NAME) === true
  const setOpen = (wanted: boolean): void => {
    // What lies over the screen is closed to see the screen: that is not how one wants it beside it.
    if (beside) remember(userId, NAME, wanted)
    queueOpen.set({ userId, open: wanted })
  }
  return { open, fresh, setOpen }
}
