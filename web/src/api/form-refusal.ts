// The server's refusals of a form, by path in the body; and the texts for failures.
import { ApiError, statusOf } from './api-error.ts'
import { failureText } from './notify.ts'

export type Faults = Readonly<Record<string, string>>

const CONFLICT = 409
const GONE = 404
const TOO_LARGE = 413
/** Statuses whose text explains to the user what is wrong with the request. */
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

/** Another person deleted it meanwhile. */
export const isGone = (error: unknown): boolean => statusOf(error) === GONE

/** Another person changed the same row meanwhile: the refused field is its version. */
export const isOutdated = (error: unknown): boolean =>
  statusOf(error) === CONFLICT && Object.keys(refusedFields(error)).some((path) => path.endsWith('version'))

/** The server's text if it explains the refusal, otherwise the call's. */
export const formRefusalText = (error: unknown, row: { fails: string }): string =>
  (isFormRefusal(error) && titleOf(error)) || failureText(error, row)

/** The reason and the remedy, for an answer without a text of the server. */
const whyNot = (status: number): string => {
  if (status === 0) return 'No hay conexión; revise su red y vuelva a intentarlo.'
  if (status === TOO_LARGE) return 'El servidor no acepta un archivo tan grande.'
  return 'El servidor no pudo recibirlo; vuelva a intentarlo en unos minutos.'
}

/** The same for an upload: what failed, and why. Texts about the session need no addition. */
export const uploadRefusalText = (error: unknown, row: { fails: string }): string => {
  const reason = formRefusalText(error, row)
  return reason === row.fails ? `${row.fails}. ${titleOf(error) ?? whyNot(statusOf(error))}` : reason
}

export const CHECK_FIELDS = 'Revise los campos marcados.'
