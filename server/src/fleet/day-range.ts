// The days of a list's filter, as the caller sent them.
import { hasPlausibleYear, isCalendarDay } from '@padron/contract/days'
import { refuse } from '../errors/http-problem.ts'

const faultOf = (name: string, day: string): string | undefined => {
  if (!isCalendarDay(day)) return `La fecha ${name} no existe.`
  return hasPlausibleYear(day) ? undefined : `La fecha ${name} debe estar entre los años 1900 y 2199.`
}

/** @throws HttpProblem 400 unless the days exist, are plausible and in order */
export const checkDayRange = ({ from, to }: { from?: string | undefined; to?: string | undefined }): void => {
  const [first, last] = [from && faultOf('inicial', from), to && faultOf('final', to)]
  if (first) throw refuse(400, first, 'from')
  if (last) throw refuse(400, last, 'to')
  if (from !== undefined && to !== undefined && to < from)
    throw refuse(400, 'La fecha final es anterior a la inicial.', 'to')
}
