// An unsaved draft, stored in this browser: it survives a closed tab and an ended session, until it is saved or
// discarded. Signing out deletes the user's drafts (memory.ts).
import { useCallback, useState } from 'react'
import { forget, recall, remember } from './memory.ts'

/** @param read validates a stored draft, which may be of another version of the console */
export const useDraft = <T>(userId: string, name: string, read: (stored: unknown) => T) => {
  const [found] = useState(() => read(recall(userId, name)))
  const keep = useCallback(
    (draft: T | undefined): void => (draft === undefined ? forget(userId, name) : remember(userId, name, draft)),
    [userId, name],
  )
  return { found, keep }
}
