// The texts of an order: how many vehicles were answered, how many were fresh, which were not answered and why, what
// changed; and when a resource is available again. Pure.
import { localMinute } from '@padron/contract/days'
import { NOT_AVAILABLE } from '@padron/contract/processing'
import { type ChangeKind, changeName, MANUAL_OUTCOMES, OUTCOMES, type Outcome } from '@padron/contract/resource-status'
import { countOf as count, numberText, vehiclesText } from '@padron/contract/texts/count-of'
import { numericDay } from '@padron/contract/texts/day-texts'
import { HttpProblem } from '../../errors/http-problem.ts'

const sentence = (parts: readonly string[]): string => parts.filter(Boolean).join(', ')
/** Answers that were fresh before the order: they were not queried for it. */
const freshWords = (fresh: number): string =>
  fresh > 0 ? `${vehiclesText(fresh)} ya ${fresh === 1 ? 'vigente' : 'vigentes'}` : ''

/** A failing source, as the panel and the screens show it. */
export type Failing = { since: string; nextTry: string | null; zone: string }
const MINUTE = 60_000

/**
 * The progress text while the source fails.
 * @param zone the company's time zone
 */
export const failingWords = ({ since, nextTry, zone }: Failing, now: Date): string => {
  const [day = '', time = ''] = localMinute(since, zone).split(' ')
  const began = localMinute(now, zone).startsWith(day) ? time : `${numericDay(day)} ${time}`
  const minutesLeft = nextTry === null ? 0 : Math.ceil((Date.parse(nextTry) - now.getTime()) / MINUTE)
  const next =
    minutesLeft > 0 ? `próximo intento en ${count(minutesLeft, 'minuto', 'minutos')}` : 'se vuelve a intentar ahora'
  return `La fuente falla desde ${began}; ${next}`
}

export type ManualCounts = { sent: number; already: number; fresh: number }

export const manualWords = (resource: string, { sent, already, fresh }: ManualCounts): string => {
  const parts = [
    sent > 0 ? `${vehiclesText(sent)} ${sent === 1 ? 'pasó' : 'pasaron'} a la lista de captura manual` : '',
    already > 0 ? `${vehiclesText(already)} ya ${already === 1 ? 'estaba' : 'estaban'} en ella` : '',
    freshWords(fresh),
  ]
  return `${resource} no tiene consulta automática: ${sentence(parts)}.`
}

/** @param fresh all vehicles of the resource: none had to be queried */
export const allFreshWords = (resource: string, fresh: number): string =>
  `${resource}: ${fresh === 1 ? 'el único vehículo ya tiene' : `los ${vehiclesText(fresh)} ya tienen`} respuesta ` +
  'vigente; no hizo falta consultar la fuente.'

export type OrderCounts = {
  total: number
  fromStore: number
  /** Vehicles by the outcome of their last run; `partial` means that this resource was not read. */
  outcomes: readonly { outcome: Outcome; vehicles: number }[]
  /** Still waiting when the order ended. */
  waiting: number
  changes: readonly { kind: ChangeKind; events: number }[]
}

const of = ({ outcomes }: OrderCounts, outcomesCounted: readonly Outcome[]): number =>
  outcomes.filter(({ outcome }) => outcomesCounted.includes(outcome)).reduce((sum, { vehicles: n }) => sum + n, 0)

const failedWords = (counts: OrderCounts): string => {
  const failed = counts.outcomes.filter(
    ({ outcome }) => ![...MANUAL_OUTCOMES, 'ok', 'not-applicable'].some((each) => each === outcome),
  )
  const counted = counts.outcomes.reduce((sum, { vehicles: n }) => sum + n, 0)
  const rest = Math.max(0, counts.total - counted - counts.waiting)
  const causes = [
    ...failed.map(({ outcome, vehicles: n }) => `${OUTCOMES[outcome] ?? outcome}: ${numberText(n)}`),
    ...(counts.waiting > 0 ? [`La fuente no llegó a consultarse: ${numberText(counts.waiting)}`] : []),
    ...(rest > 0 ? [`Ya estaban en consulta o cambiaron entretanto: ${numberText(rest)}`] : []),
  ]
  const n = failed.reduce((sum, each) => sum + each.vehicles, 0) + counts.waiting + rest
  return n === 0 ? '' : ` Sin respuesta para este pedido: ${vehiclesText(n)} (${causes.join('; ')}).`
}

const changeWords = ({ changes }: OrderCounts): string =>
  changes.length === 0
    ? ''
    : ` Cambios: ${changes.map(({ kind, events }) => `${changeName(kind)}: ${numberText(events)}`).join('; ')}.`

/**
 * Only vehicles that the source answered for this order count.
 * @returns an error if there are none
 */
export const endWords = (resource: string, counts: OrderCounts): { success: string } | { error: string } => {
  const answered = of(counts, ['ok'])
  const none = of(counts, ['not-applicable'])
  const people = of(counts, MANUAL_OUTCOMES)
  const parts = [
    `${answered === 0 ? 'ningún vehículo' : vehiclesText(answered)} con respuesta de la fuente`,
    freshWords(counts.fromStore),
    none > 0 ? `${vehiclesText(none)} a los que no aplica` : '',
    people > 0 ? `${vehiclesText(people)} ${people === 1 ? 'pasó' : 'pasaron'} a captura manual` : '',
  ]
  const words = `${resource}: ${sentence(parts)}.${failedWords(counts)}${changeWords(counts)}`
  return answered === 0 ? { error: `${words} Se puede volver a pedir.` } : { success: words }
}

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
