// Refusals with a text of the server, displayed where the call was made. Other failures have the call's own notice.
import type { CallRow } from '@padron/contract/call'
import { ApiError } from './api-error.ts'
import { failureText, notify } from './notify.ts'

const WITH_REASON = [400, 409, 422, 429]
export const isRefusal = (error: Error): boolean => error instanceof ApiError && WITH_REASON.includes(error.status)
export const refusalText = (error: Error | null): string | undefined =>
  error instanceof ApiError && isRefusal(error)
    ? (error.problem?.errors?.[0]?.message ?? error.problem?.title)
    : undefined
/** The text of any failure, for the place where the call was made. */
export const refusalMessage = (error: Error, row: Pick<CallRow, 'fails'>): string =>
  refusalText(error) ?? failureText(error, row)
/**
 * Shows a refusal in a notice, with its subject.
 * @returns whether it was a refusal: other failures have the call's own notice
 */
export const notifyRefusal = (error: Error, about?: string): boolean => {
  const text = refusalText(error)
  if (text) notify('warning', text, { about })
  return text !== undefined
}
