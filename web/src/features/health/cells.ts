// From the reply to the screen: a country's columns, the content of each cell, the states with their own row, and times
// in words. Pure.
import type { Reply } from '@padron/contract/call'
import {
  AVAILABILITY,
  type Availability,
  availability,
  HEALTH_DAYS,
  type health,
  type ResourceHealth,
  type StateHealth,
  type TypeHealth,
} from '@padron/contract/health'
import type { Country } from '@padron/contract/places/countries'
import { SERVICES } from '@padron/contract/processing'
import { resourceTypesOf, typeName } from '@padron/contract/resources'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { tenthsText } from '../../lib/number-text.ts'

export type Source = Reply<typeof health.resource>

/** The state of a cell: the availability of its sources, that one is failing now, or that no machine queries them. */
export type CellSign = Availability | 'failing' | 'manual' | 'nobody'

export const SIGN_NAMES: Readonly<Record<CellSign, string>> = {
  ...AVAILABILITY,
  failing: 'Falla ahora',
  manual: SERVICES.manual,
  nobody: SERVICES.none,
}

export type Column = { typeId: number; name: string }

/**
 * The country's types, and any other type with a source there. The order of the specification is that of the ids (core
 * §2, §9).
 */
export const healthColumns = (country: Country, states: readonly StateHealth[]): readonly Column[] => {
  const answered = states.flatMap(({ resourceTypeHealth }) =>
    resourceTypeHealth.map((cell) => cell.resourceType.resourceTypeId),
  )
  const ids = new Set<number>([...resourceTypesOf(country).map(({ id }) => id), ...answered])
  return [...ids].toSorted((a, b) => a - b).map((typeId) => ({ typeId, name: typeName(typeId, country) }))
}

type Measured = Pick<ResourceHealth, 'service' | 'successPercentage' | 'incident'>

export const healthSign = ({ service, successPercentage, incident }: Measured): CellSign => {
  if (incident) return 'failing'
  if (service === 'automatic') return availability(successPercentage)
  return service === 'manual' ? 'manual' : 'nobody'
}

export const cellSign = ({ successPercentage, resourceInfo }: TypeHealth): CellSign => {
  const incident = resourceInfo.find((info) => info.incident)?.incident ?? null
  const service = (['automatic', 'manual'] as const).find((one) => resourceInfo.some((info) => info.service === one))
  return healthSign({ service: service ?? 'none', successPercentage, incident })
}

/** Rounded down, so that 99.96 is not shown as 100. */
export const percentText = (percentage: number | null): string => {
  if (percentage === null) return AVAILABILITY.none
  if (percentage > 0 && percentage < 1) return '<1 %'
  return `${Math.floor(percentage)} %`
}

const badness = ({ incident, service, successPercentage }: ResourceHealth): number => {
  if (incident) return -1
  return service === 'automatic' ? (successPercentage ?? 100) : 101
}

/** The source that a cell opens: the worst one. */
export const worstOf = ({ resourceInfo }: TypeHealth): ResourceHealth | undefined =>
  resourceInfo.toSorted((a, b) => badness(a) - badness(b))[0]

/** The word for a history source. */
export const PAST = 'historial'

const IN_DAYS = `en ${HEALTH_DAYS} días`

/** A source's sign in words, with its share if it adds information. */
export const signText = (source: Measured): string => {
  const name = SIGN_NAMES[healthSign(source)]
  const { service, successPercentage, incident } = source
  if (successPercentage === null || service !== 'automatic') return name
  const share = percentText(successPercentage)
  return incident ? `${name} (${share} ${IN_DAYS})` : `${name}: ${share}`
}

/** The accessible name of a cell. */
export const cellName = (cell: TypeHealth, stateName: string): string => {
  const sign = cellSign(cell)
  const all = cell.resourceInfo.length
  const failing = cell.resourceInfo.filter(({ incident }) => incident).length
  const measured = sign !== 'manual' && sign !== 'nobody' && cell.successPercentage !== null
  const parts = [
    SIGN_NAMES[sign],
    measured && `${percentText(cell.successPercentage)}${failing > 0 ? ` ${IN_DAYS}` : ''}`,
    failing > 0 && all > 1 && `${failing} de ${all} fuentes`,
    cell.resourceInfo.every(({ past }) => past) && PAST,
  ]
  return `${cell.resourceType.descriptionSpanish}, ${stateName}: ${parts.filter(Boolean).join(', ')}`
}

/** The id of the group of sources of the whole country, which is not a state. */
const WHOLE_COUNTRY = 0

const isVisible = ({ state: { stateId }, fleet, resourceTypeHealth }: StateHealth): boolean =>
  stateId === WHOLE_COUNTRY ||
  fleet ||
  resourceTypeHealth.some(({ resourceInfo }) => resourceInfo.some(({ service }) => service === 'automatic'))

/**
 * `main`: the whole country, and the states with an automatic source or vehicles of the company; `rest`: the others.
 */
export const groupStates = (states: readonly StateHealth[]) => ({
  main: states.filter(isVisible),
  rest: states.filter((state) => !isVisible(state)),
})

/** The sources of the same cell, which the panel links to. */
export const siblingsOf = (states: readonly StateHealth[], resourceId: number): readonly ResourceHealth[] =>
  states
    .flatMap(({ resourceTypeHealth }) => resourceTypeHealth)
    .find(({ resourceInfo }) => resourceInfo.some(({ resource }) => resource.resourceId === resourceId))
    ?.resourceInfo ?? []

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** '350 ms', '1.2 s', '2 min': the duration of a query. */
export const durationText = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < MINUTE) return `${tenthsText(ms / 1000)} s`
  return `${Math.round(ms / MINUTE)} min`
}

const within = (amount: number, one: string, many: string): string => `en ${amount} ${amount === 1 ? one : many}`

/** When something is due; what is already due waits for its turn. */
export const untilText = (at: string, { now, zone }: Clock): string => {
  const left = Date.parse(at) - now
  if (left <= 0) return 'en cuanto llegue su turno'
  if (left < HOUR) return within(Math.ceil(left / MINUTE), 'minuto', 'minutos')
  if (left < DAY) return within(Math.round(left / HOUR), 'hora', 'horas')
  return `el ${dateInText(at, zone)}`
}
