// Notices: what the user is told after a call. A plain store, so that a notice raised on the login page is still there
// when the shell appears; ui/Notices.tsx shows it.
import type { CallRow } from '@padron/contract/call'
import { NOTICE_SECONDS, NOTICES, NOTICES_AT_MOST } from '@padron/contract/common'
import { createStore } from '../lib/use-store.ts'
import { statusOf } from './api-error.ts'

/** What may be done about a notice: undo, mostly. */
export type NoticeAction = { label: string; run: () => void }
export type Notice = { id: number; kind: 'done' | 'warning' | 'error'; text: string; action?: NoticeAction | undefined }

export const notices = createStore<readonly Notice[]>([])
let last = 0

export const dismiss = (id: number): void => notices.set(notices.get().filter((notice) => notice.id !== id))

/** Shows a notice for 8 s; a fourth one pushes the oldest out, and the same words are not said twice at once. */
export const notify = (kind: Notice['kind'], text: string, action?: NoticeAction): void => {
  last += 1
  const id = last
  const others = notices.get().filter((notice) => notice.text !== text)
  notices.set([...others, { id, kind, text, action }].slice(-NOTICES_AT_MOST))
  setTimeout(() => dismiss(id), NOTICE_SECONDS * 1000)
}

/** The words for a failed call: the three statuses that mean the same everywhere, else the row's own. */
export const failureText = (error: unknown, row: Pick<CallRow, 'fails'>): string => {
  const status = statusOf(error)
  if (status === 401 || status === 403 || status === 404) return NOTICES[status]
  return row.fails ?? NOTICES.fails
}

export const notifyFailure = (error: unknown, row: Pick<CallRow, 'fails'>): void => {
  const status = statusOf(error)
  notify(status === 401 || status === 403 || status === 404 ? 'warning' : 'error', failureText(error, row))
}
