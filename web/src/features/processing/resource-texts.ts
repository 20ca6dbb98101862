// A resource in words: how many of its vehicles have a valid answer, what an order would query, and how it fails. Pure.
import type { ProcessableResource } from '@padron/contract/processing'
import { vehiclesText } from '@padron/contract/texts/count-of'
import type { Clock } from '../../lib/clock.ts'
import { dateInText, dateTime, localDay } from '../../lib/dates.ts'
import { numberText } from '../../lib/number-text.ts'

export const ALL_FRESH = 'Todos tienen respuesta vigente'

export const vehiclesOrNoneText = (vehicles: number): string =>
  vehicles === 0 ? 'Sin vehículos' : vehiclesText(vehicles)

/** How many vehicles the newest answer covers; empty if all, or without an answer. */
export const coverageText = ({ vehicles, due, lastUpdate }: ProcessableResource): string =>
  due === 0 || lastUpdate === null
    ? ''
    : `${numberText(vehicles - due)} de ${vehiclesText(vehicles)} con respuesta vigente`

/** What an order would query: vehicles with a valid answer are skipped, for machines and persons. */
export const orderText = ({ service, portal, vehicles, due }: ProcessableResource): string => {
  const fresh = vehicles - due
  if (due === 0) return `${ALL_FRESH}: no hay nada que consultar.`
  const of = vehicles === due ? vehiclesText(due) : `${numberText(due)} de ${vehiclesText(vehicles)}`
  const rest = fresh === 0 ? '' : `; ${fresh === 1 ? '1 tiene' : `${numberText(fresh)} tienen`} respuesta vigente`
  if (service === 'automatic') return `Se consultará ${portal} por ${of}${rest}.`
  return (
    `Esta fuente no se consulta de forma automática: ${of} ${due === 1 ? 'pasa' : 'pasan'} a la lista de captura ` +
    `manual${rest}.`
  )
}

const MINUTE = 60_000

/** 'La fuente falla desde 11:36; próximo intento en 2 minutos'; another day is written with its date. */
export const failingText = (
  { since, nextTry }: NonNullable<ProcessableResource['incident']>,
  { now, zone }: Clock,
): string => {
  const exact = dateTime(since, zone)
  const began = exact.startsWith(localDay(now, zone)) ? exact.slice(11) : dateInText(since, zone)
  const left = nextTry === null ? 0 : Math.ceil((Date.parse(nextTry) - now) / MINUTE)
  const next = left > 0 ? `; próximo intento en ${left} ${left === 1 ? 'minuto' : 'minutos'}` : ''
  return `La fuente falla desde ${began}${next}`
}
