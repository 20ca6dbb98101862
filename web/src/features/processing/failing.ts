// A source that fails now, in words. Pure.
import type { ProcessableResource } from '@padron/contract/processing'
import type { Clock } from '../../lib/clock.ts'
import { dateTime, dayOf } from '../../lib/dates.ts'

const MINUTE = 60_000

type Failing = NonNullable<ProcessableResource['incident']>

/** 'La fuente falla desde 11:36; próximo intento en 2 minutos': of another day, with its date. */
export const failingText = ({ since, nextTry }: Failing, { now, zone }: Clock): string => {
  const exact = dateTime(since, zone)
  const began = exact.startsWith(dayOf(now, zone)) ? exact.slice(11) : exact
  const left = nextTry === null ? 0 : Math.ceil((Date.parse(nextTry) - now) / MINUTE)
  const next = left > 0 ? `; próximo intento en ${left} ${left === 1 ? 'minuto' : 'minutos'}` : ''
  return `La fuente falla desde ${began}${next}`
}
