// How many of a resource's vehicles have an answer that is still good, and what ordering it would ask. Pure.
import type { ProcessableResource } from '@padron/contract/processing'
import { countedText, numberText } from '../../lib/number-text.ts'

type Counted = Pick<ProcessableResource, 'service' | 'portal' | 'vehicles' | 'due'>

export const ALL_FRESH = 'Todos tienen respuesta vigente'

export const vehiclesText = (value: number): string =>
  value === 0 ? 'Sin vehículos' : countedText(value, 'vehículo', 'vehículos')

/** Said where the newest answer is not everybody's; empty where it is, and where there is none. */
export const coverageText = ({
  vehicles,
  due,
  lastUpdate,
}: Pick<ProcessableResource, 'vehicles' | 'due' | 'lastUpdate'>): string =>
  due === 0 || lastUpdate === null
    ? ''
    : `${numberText(vehicles - due)} de ${vehiclesText(vehicles)} con respuesta vigente`

/** What is still good is not asked again, neither of a machine nor of a person. */
export const orderText = ({ service, portal, vehicles, due }: Counted): string => {
  const fresh = vehicles - due
  if (due === 0) return `${ALL_FRESH}: no hay nada que consultar.`
  const of = vehicles === due ? vehiclesText(due) : `${numberText(due)} de ${vehiclesText(vehicles)}`
  const rest = fresh === 0 ? '' : `; ${fresh === 1 ? '1 tiene' : `${numberText(fresh)} tienen`} respuesta vigente`
  if (service === 'automatic') return `Se consultará ${portal} por ${of}${rest}.`
  return `Esta fuente no se consulta de forma automática: ${of} ${due === 1 ? 'pasa' : 'pasan'} a la lista de captura manual${rest}.`
}
