// What the server refuses of what was written, by its place in the body.
import { ApiError, statusOf } from '../../api/api-error.ts'
import { failureText } from '../../api/notify.ts'

export type Faults = Readonly<Record<string, string>>

const CONFLICT = 409
/** Statuses that say what is wrong with what was sent, in words for the user. */
const TOLD: readonly number[] = [400, CONFLICT, 413, 415, 422]

/** The refusals by place; `body.` before it is left out. */
export const refusals = (error: unknown): Faults =>
  error instanceof ApiError
    ? Object.fromEntries(
        (error.problem?.errors ?? []).map(({ path, message }) => [path.replace(/^body\./, ''), message]),
      )
    : {}

/** Told where it was asked for instead of in a notice. */
export const isTold = (error: unknown): boolean => TOLD.includes(statusOf(error))

/** Somebody else changed the same row meanwhile: the version that was looked at is what is refused. */
export const isOutdated = (error: unknown): boolean =>
  statusOf(error) === CONFLICT && Object.keys(refusals(error)).some((path) => path.endsWith('version'))

/** In the server's words where it says why. */
export const reasonOf = (error: unknown, row: { fails: string }): string =>
  (isTold(error) && error instanceof ApiError && error.problem?.title) || failureText(error, row)

export const CHECK_FIELDS = 'Revise los campos marcados.'
export const OUTDATED_DOCUMENT =
  'Otra persona cambió este documento mientras tanto. Lo que escribió sigue aquí: revíselo y guarde de nuevo.'
