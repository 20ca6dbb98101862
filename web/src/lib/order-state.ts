// When a resource can be ordered again, in the words of the specification (bulk §2, §4). Pure.
import type { ProcessableResource } from '@padron/contract/processing'
import type { Clock } from './clock.ts'
import { dateInText } from './dates.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

/** `queued`: an order of it is running, or being sent. `empty`: no vehicle needs it. */
export type OrderState = 'ready' | 'recent' | 'queued' | 'empty'

export const ORDER_STATE_NAMES: Readonly<Record<OrderState, string>> = {
  ready: 'Listo para Procesar',
  recent: 'Procesado recientemente',
  queued: 'En la cola de tareas',
  empty: 'Sin vehículos por consultar',
}

type Timed = Pick<ProcessableResource, 'updateDateTime' | 'lastUpdate'>

const isFuture = (at: string | null, now: number): at is string => at !== null && Date.parse(at) > now

export const orderStateOf = (resource: ProcessableResource, sending: ReadonlySet<number>, now: number): OrderState => {
  if (resource.queued || sending.has(resource.resourceId)) return 'queued'
  if (isFuture(resource.updateDateTime, now)) return 'recent'
  return resource.vehicles === 0 ? 'empty' : 'ready'
}

/**
 * Hours under one day, days under seven, then weeks; rounded up. A minute is tolerated: with a clock that is seconds
 * behind, a resource closed for a day would otherwise show two days.
 */
const leftText = (exact: number): string => {
  const left = Math.max(1, exact - MINUTE)
  if (left < DAY) return `${Math.ceil(left / HOUR)} Hrs.`
  return left < WEEK ? `${Math.ceil(left / DAY)} dias.` : `${Math.ceil(left / WEEK)} semanas.`
}

export const availabilityText = ({ updateDateTime, lastUpdate }: Timed, { now, zone }: Clock): string => {
  if (isFuture(updateDateTime, now)) return `Disponible en ${leftText(Date.parse(updateDateTime) - now)}`
  return lastUpdate ? `Última actualización ${dateInText(lastUpdate, zone)}` : 'Sin actualización'
}

/** One query of a source answers all of its resources. */
export const queuedText = ({ queuedAs }: Pick<ProcessableResource, 'queuedAs'>): string =>
  queuedAs ? `Misma fuente que ${queuedAs}, en curso` : ORDER_STATE_NAMES.queued

/** Why it cannot be ordered now; undefined if it can. */
export const reasonAgainst = (
  resource: ProcessableResource,
  orderState: OrderState,
  clock: Clock,
): string | undefined => {
  if (orderState === 'queued') return resource.queuedAs ? `${queuedText(resource)}.` : 'Ya está en la cola de tareas.'
  if (orderState === 'recent')
    return (
      `${ORDER_STATE_NAMES.recent}. ${availabilityText(resource, clock)} ` +
      `(${dateInText(resource.updateDateTime ?? '', clock.zone)})`
    )
  return orderState === 'empty' ? 'Ningún vehículo de la flota se consulta en este recurso.' : undefined
}
