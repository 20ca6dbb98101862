// What the server refuses with a sentence of its own is told beside what was asked; anything else by the call's own notice.
import type { CallRow } from '@padron/contract/call'
import { ApiError } from './api-error.ts'
import { failureText } from './notify.ts'

const WITH_REASON = [400, 409, 422, 429]
export const isRefusal = (error: Error): boolean => error instanceof ApiError && WITH_REASON.includes(error.status)
export const refusalText = (error: Error | null): string | undefined =>
  error instanceof ApiError && isRefusal(error)
    ? (error.problem?.errors?.[0]?.message ?? error.problem?.title)
    : undefined
/** Whatever failed, in words for where it was asked. */
export const saidOf = (error: Error, row: Pick<CallRow, 'fails'>): string =>
  refusalText(error) ?? failureText(error, row)
