// Whether the queue panel is open, shared by the button in the top bar and the panel. Stored between sessions while the
// panel has room beside the screen; over the screen it opens only on request.
import { recall, remember } from './memory.ts'
import { BESIDE, useMedia } from './use-media.ts'
import { createStore, useStore } from './use-store.ts'

/** The button's id: closing the panel gives it the focus. */
export const QUEUE_TOGGLE = 'queue-toggle'

const NAME = 'queue-open'
type QueueOpen = { userId: string; open: boolean }
const queueOpen = createStore<QueueOpen | undefined>(undefined)

/** @returns whether it is open, whether it was opened just now, and a function that changes it */
export const useQueueOpen = (userId: string) => {
  const beside = useMedia(BESIDE)
  const now = useStore(queueOpen)
  const fresh = now?.userId === userId
  const open = fresh ? now.open : beside && recall(userId, NAME) === true
  const setOpen = (wanted: boolean): void => {
    // Over the screen, closing it only uncovers the screen, so the stored state does not change.
    if (beside) remember(userId, NAME, wanted)
    queueOpen.set({ userId, open: wanted })
  }
  return { open, fresh, setOpen }
}
