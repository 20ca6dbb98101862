// What the server refuses of a profile, and which of it is told beside the field instead of in a notice.
import { ApiError, statusOf } from '../../api/api-error.ts'

const CONFLICT = 409

export const isTold = (error: unknown): boolean => statusOf(error) === CONFLICT

const errorsOf = (error: unknown) => (error instanceof ApiError ? (error.problem?.errors ?? []) : [])

/** Whether a path of the server's is the name's. */
export const isNameAt = (path: string): boolean => /(^|\.)(presetName|rolePresetName)$/.test(path)

/** The name is taken: whoever took it is not in the list that this page has. */
export const nameRefusal = (error: unknown): string | undefined =>
  errorsOf(error).find(({ path }) => isNameAt(path))?.message

/** Somebody else changed the profile meanwhile. */
export const isOutdated = (error: unknown): boolean => isTold(error) && !nameRefusal(error)
