// Why a file that was sent was not accepted, in complete sentences.
import { ApiError } from './api-error.ts'
import { failureText } from './notify.ts'

const LOST = 'No se pudo enviar el archivo: se perdió la conexión. No se escribió nada; vuelva a intentarlo.'
export const SESSION_ENDED = 'Su sesión terminó; inicie sesión y envíe el archivo de nuevo.'
const UNAUTHORISED = 401
const SERVER = 500
const hasServerText = (status: number): boolean =>
  status >= 400 && status < SERVER && ![UNAUTHORISED, 403, 404].includes(status)

/** Some of the texts end in a full stop, some do not. */
const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** @param error of the failed call */
export const uploadFault = (error: unknown, row: { fails: string }): string => {
  if (!(error instanceof ApiError)) return failureText(error, row)
  if (error.status === 0) return LOST
  if (error.status === UNAUTHORISED) return SESSION_ENDED
  const message = error.problem?.errors?.[0]?.message ?? error.problem?.title
  return (hasServerText(error.status) && message) || `${sentence(failureText(error, row))} No se escribió nada.`
}
