// Responses when a disk or a store fails, for uploads and for downloads. The cause is for the log.
import { HttpProblem } from '../../errors/http-problem.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
export const NO_SPACE = 'No hay espacio en el servidor para guardar el archivo; avise a quien lo administra.'
export const NOT_STORED = 'No se pudo guardar el archivo; intente de nuevo en unos minutos.'

/** @returns a refusal unchanged; any other error as 507 or 503 */
export const asStoreTrouble = (error: unknown): HttpProblem => {
  if (error instanceof HttpProblem) return error
  const full = FULL.has((error as NodeJS.ErrnoException).code ?? '')
  const problem = full
    ? new HttpProblem(507, NO_SPACE)
    : new HttpProblem(503, NOT_STORED, undefined, { 'retry-after': '60' })
  problem.cause = error
  return problem
}

export const NOT_READ = 'No se pudo leer el archivo; intente de nuevo en unos minutos.'
/** The same for a download. */
export const asReadTrouble = (error: unknown): HttpProblem => {
  const problem = new HttpProblem(503, NOT_READ, undefined, { 'retry-after': '60' })
  problem.cause = error
  return problem
}
