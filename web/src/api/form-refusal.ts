// What the server refuses of what was written, by its place in the body; and why something did not work, in words.
import { ApiError, statusOf } from './api-error.ts'
import { failureText } from './notify.ts'

export type Faults = Readonly<Record<string, string>>

const CONFLICT = 409
const GONE = 404
const TOO_LARGE = 413
/** Statuses that say what is wrong with what was sent, in words for the user. */
const WITH_REASON: readonly number[] = [400, CONFLICT, TOO_LARGE, 415, 422]

const titleOf = (error: unknown): string | undefined => (error instanceof ApiError ? error.problem?.title : undefined)

/** The refusals by place; `body.` before it is left out. */
export const refusedFields = (error: unknown): Faults =>
  error instanceof ApiError
    ? Object.fromEntries(
        (error.problem?.errors ?? []).map(({ path, message }) => [path.replace(/^body\./, ''), message]),
      )
    : {}

/** Shown in the form instead of in a notice. */
export const isFormRefusal = (error: unknown): boolean => WITH_REASON.includes(statusOf(error))

/** Somebody else deleted it meanwhile. */
export const isGone = (error: unknown): boolean => statusOf(error) === GONE

/** Somebody else changed the same row meanwhile: the version that was looked at is what is refused. */
export const isOutdated = (error: unknown): boolean =>
  statusOf(error) === CONFLICT && Object.keys(refusedFields(error)).some((path) => path.endsWith('version'))

/** In the server's words where it says why. */
export const formRefusalText = (error: unknown, row: { fails: string }): string =>
  (isFormRefusal(error) && titleOf(error)) || failureText(error, row)

/** Why, and what to do about it, where nobody in between left words of the server's. */
const whyNot = (status: number): string => {
  if (status === 0) return 'No hay conexión; revise su red y vuelva a intentarlo.'
  if (status === TOO_LARGE) return 'El servidor no acepta un archivo tan grande.'
  return 'El servidor no pudo recibirlo; vuelva a intentarlo en unos minutos.'
}

/** The same of a file that was sent: what failed, and why. Those of a session say enough by themselves. */
export const uploadRefusalText = (error: unknown, row: { fails: string }): string => {
  const reason = formRefusalText(error, row)
  return reason === row.fails ? `${row.fails}. ${titleOf(error) ?? whyNot(statusOf(error))}` : reason
}

export const CHECK_FIELDS = 'Revise los campos marcados.'
