// Notices: messages to the user after a call. A plain store, so that a notice raised on the login page is still there
// when the shell appears; ui/overlay/Notices.tsx shows it.
import type { CallRow } from '@padron/contract/call'
import { NOTICE_SECONDS, NOTICES, NOTICES_AT_MOST, OUT_OF_SCOPE } from '@padron/contract/common'
import { createStore } from '../lib/use-store.ts'
import { ApiError, statusOf } from './api-error.ts'
import { OfflineError } from './offline.ts'

/** The action of a notice, usually undo. */
export type NoticeAction = { label: string; run: () => void }
/**
 * `about`: the subject, shown beside the text. `topic`: the same as a key, not displayed; when the work starts again,
 * `withdraw` removes its notices.
 */
type Extras = { about?: string | undefined; topic?: string | undefined; action?: NoticeAction | undefined }
export type Notice = Extras & { id: number; kind: 'done' | 'warning' | 'error'; text: string }

export const notices = createStore<readonly Notice[]>([])
let last = 0

const timers = new Map<number, ReturnType<typeof setTimeout>>()

/** Keeps a notice while the pointer or focus is in it. */
export const hold = (id: number): void => {
  clearTimeout(timers.get(id))
  timers.delete(id)
}
export const dismiss = (id: number): void => {
  hold(id)
  notices.set(notices.get().filter((notice) => notice.id !== id))
}
/** It goes in 8 s from now. */
export const release = (id: number): void => {
  hold(id)
  if (notices.get().some((notice) => notice.id === id))
    timers.set(
      id,
      setTimeout(() => dismiss(id), NOTICE_SECONDS * 1000),
    )
}

/**
 * Shows a notice for 8 s; a fourth one removes the oldest. The same text is not displayed twice at once, unless the
 * notices have actions.
 */
export const notify = (kind: Notice['kind'], text: string, extras: Extras = {}): void => {
  last += 1
  const others = notices.get().filter((notice) => notice.action || notice.text !== text)
  notices.set([...others, { id: last, kind, text, ...extras }].slice(-NOTICES_AT_MOST))
  release(last)
}

/** Removes the notices about work that starts again; those with an undo stay until their time. */
export const withdraw = (topic: string): void => {
  for (const notice of notices.get()) if (notice.topic === topic && !notice.action) dismiss(notice.id)
}

/** Support finds the failure in the log by it. */
const codeOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.problem?.requestId : undefined

/** The server's text if it has a time to retry (limit, overload, no room): it is about the server, not the call. */
const retryText = (error: unknown): string | undefined =>
  error instanceof ApiError && error.retryAfter !== undefined ? error.problem?.title : undefined

/**
 * The words of the three statuses that mean the same for every call (spec core §8); undefined for any other
 * failure.
 */
export const statusNotice = (error: unknown): string | undefined => {
  if (error instanceof OfflineError) return error.text
  const status = statusOf(error)
  if (status === 403 && error instanceof ApiError && error.problem?.title === OUT_OF_SCOPE) return OUT_OF_SCOPE
  return status === 401 || status === 403 || status === 404 ? NOTICES[status] : undefined
}

/** The text for a failed call: that of its status, the server's about itself, or the row's. */
export const failureText = (error: unknown, row: Pick<CallRow, 'fails'>): string => {
  const notice = statusNotice(error)
  if (notice) return notice
  const code = codeOf(error)
  const words = retryText(error) ?? row.fails ?? NOTICES.fails
  return code ? `${words} · Código de la falla: ${code}` : words
}

export const notifyFailure = (error: unknown, row: Pick<CallRow, 'fails'>): void =>
  notify(statusNotice(error) ? 'warning' : 'error', failureText(error, row))
