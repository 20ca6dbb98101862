// What the server refuses with a sentence of its own is told beside what was asked; anything else by the call's own notice.
import { ApiError } from '../../api/api-error.ts'

const TOLD = [400, 409, 422, 429]
export const isRefusal = (error: Error): boolean => error instanceof ApiError && TOLD.includes(error.status)
export const refusalText = (error: Error | null): string | undefined =>
  error instanceof ApiError && isRefusal(error)
    ? (error.problem?.errors?.[0]?.message ?? error.problem?.title)
    : undefined
