// When something may be asked again, in words, and the refusal that says so. Pure.
import { NOT_AVAILABLE } from '@padron/contract/processing'
import { HttpProblem } from '../../http/problem.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Hours below a day, days below a week, weeks above; always rounded up. */
export const availableIn = (at: string, now: Date): string => {
  const left = Math.max(1, Date.parse(at) - now.getTime())
  if (left < DAY) return `Disponible en ${Math.ceil(left / HOUR)} Hrs.`
  if (left < 7 * DAY) return `Disponible en ${Math.ceil(left / DAY)} dias.`
  return `Disponible en ${Math.ceil(left / (7 * DAY))} semanas.`
}

export const notAvailable = (reason: string): HttpProblem =>
  new HttpProblem(409, NOT_AVAILABLE, [{ path: 'resourceId', message: reason }])
