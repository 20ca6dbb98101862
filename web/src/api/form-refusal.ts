// What the server refuses of what was written, by its place in the body; and why something did not work, in words.
import { NOTICES } from '@padron/contract/common'
import { ApiError, statusOf } from './api-error.ts'
import { failureText } from './notify.ts'

export type Faults = Readonly<Record<string, string>>

const CONFLICT = 409
const GONE = 404
const TOO_LARGE = 413
/** Statuses that say what is wrong with what was sent, in words for the user. */
const TOLD: readonly number[] = [400, CONFLICT, TOO_LARGE, 415, 422]

const titleOf = (error: unknown): string | undefined => (error instanceof ApiError ? error.problem?.title : undefined)

/** The refusals by place; `body.` before it is left out. */
export const refusals = (error: unknown): Faults =>
  error instanceof ApiError
    ? Object.fromEntries(
        (error.problem?.errors ?? []).map(({ path, message }) => [path.replace(/^body\./, ''), message]),
      )
    : {}

/** Told where it was asked for instead of in a notice. */
export const isTold = (error: unknown): boolean => TOLD.includes(statusOf(error))

/** Somebody else deleted it meanwhile. */
export const isGone = (error: unknown): boolean => statusOf(error) === GONE

/** Somebody else changed the same row meanwhile: the version that was looked at is what is refused. */
export const isOutdated = (error: unknown): boolean =>
  statusOf(error) === CONFLICT && Object.keys(refusals(error)).some((path) => path.endsWith('version'))

/** In the server's words where it says why. */
export const reasonOf = (error: unknown, row: { fails: string }): string =>
  (isTold(error) && titleOf(error)) || failureText(error, row)

/** Why, and what to do about it, where nobody in between left words of the server's. */
const whyNot = (status: number): string => {
  if (status === 0) return 'No hay conexión; revise su red y vuelva a intentarlo.'
  if (status === TOO_LARGE) return 'El servidor no acepta un archivo tan grande.'
  return 'El servidor no pudo recibirlo; vuelva a intentarlo en unos minutos.'
}

/** The same of a file that was sent: what failed, and why. Those of a session say enough by themselves. */
export const sendingReasonOf = (error: unknown, row: { fails: string }): string => {
  const reason = reasonOf(error, row)
  return reason === row.fails ? `${row.fails}. ${titleOf(error) ?? whyNot(statusOf(error))}` : reason
}

export const CHECK_FIELDS = 'Revise los campos marcados.'
export const OUTDATED_DOCUMENT =
  'Otra persona cambió este documento mientras tanto. Lo que escribió sigue aquí: revíselo y guarde de nuevo.'
export const GONE_DOCUMENT = `${NOTICES[404]} Otra persona eliminó este documento; puede recuperarlo en Recuperar eliminados.`
export const GONE_TYPE = `${NOTICES[404]} Otra persona eliminó este tipo de documento.`
