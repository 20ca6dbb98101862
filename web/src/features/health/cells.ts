// From the answer to the table: which columns a country has, what each cell shows, and which states are worth a row. Pure.

import type { Country } from '@padron/contract/countries'
import {
  AVAILABILITY,
  type Availability,
  availability,
  type ResourceHealth,
  type StateHealth,
  type TypeHealth,
} from '@padron/contract/health'
import { SERVICES } from '@padron/contract/processing'
import { resourceTypesOf, typeName } from '@padron/contract/resources'

/** What a cell says: how available its sources are, or that no machine asks them. */
export type CellSign = Availability | 'manual' | 'nobody'

export const SIGN_NAMES: Readonly<Record<CellSign, string>> = {
  ...AVAILABILITY,
  manual: SERVICES.manual,
  nobody: SERVICES.none,
}

export type Column = { typeId: number; name: string }

/**
 * The country's types, and any other that a source answers for there: no source is left out. The specification's order is that
 * of the ids (core §2, §9).
 */
export const columnsOf = (country: Country, states: readonly StateHealth[]): readonly Column[] => {
  const answered = states.flatMap(({ resourceTypeHealth }) =>
    resourceTypeHealth.map((cell) => cell.resourceType.resourceTypeId),
  )
  const ids = new Set<number>([...resourceTypesOf(country).map(({ id }) => id), ...answered])
  return [...ids].toSorted((a, b) => a - b).map((typeId) => ({ typeId, name: typeName(typeId, country) }))
}

type Measured = Pick<ResourceHealth, 'service' | 'successPercentage'>

export const signOf = ({ service, successPercentage }: Measured): CellSign => {
  if (service === 'automatic') return availability(successPercentage)
  return service === 'manual' ? 'manual' : 'nobody'
}

export const cellSign = ({ successPercentage, resourceInfo }: TypeHealth): CellSign => {
  const service = (['automatic', 'manual'] as const).find((one) => resourceInfo.some((info) => info.service === one))
  return signOf({ service: service ?? 'none', successPercentage })
}

export const hasIncident = ({ resourceInfo }: TypeHealth): boolean =>
  resourceInfo.some(({ incident }) => incident !== null)

/** Rounded down, so that nothing looks better than it is: 99.96 is not 100. */
export const percentText = (percentage: number | null): string => {
  if (percentage === null) return AVAILABILITY.none
  if (percentage > 0 && percentage < 1) return '<1 %'
  return `${Math.floor(percentage)} %`
}

const badness = ({ incident, service, successPercentage }: ResourceHealth): number => {
  if (incident) return -1
  return service === 'automatic' ? (successPercentage ?? 100) : 101
}

/** What a cell of several sources opens: the one that most needs looking at. */
export const worstOf = ({ resourceInfo }: TypeHealth): ResourceHealth | undefined =>
  resourceInfo.toSorted((a, b) => badness(a) - badness(b))[0]

/** What a cell is called for who cannot see it. */
export const cellName = (cell: TypeHealth, stateName: string): string => {
  const sign = cellSign(cell)
  const measured = sign !== 'manual' && sign !== 'nobody' && cell.successPercentage !== null
  const parts = [
    SIGN_NAMES[sign],
    measured && percentText(cell.successPercentage),
    hasIncident(cell) && 'con incidente ahora',
  ]
  return `${cell.resourceType.descriptionSpanish}, ${stateName}: ${parts.filter(Boolean).join(', ')}`
}

const isAsked = ({ resourceTypeHealth }: StateHealth): boolean =>
  resourceTypeHealth.some(({ resourceInfo }) => resourceInfo.some(({ service }) => service === 'automatic'))

/** Those some machine asks, and the rest. */
export const parted = (states: readonly StateHealth[]) => ({
  asked: states.filter(isAsked),
  rest: states.filter((state) => !isAsked(state)),
})

export const incidentsOf = (states: readonly StateHealth[]): number =>
  states
    .flatMap(({ resourceTypeHealth }) => resourceTypeHealth.flatMap(({ resourceInfo }) => resourceInfo))
    .filter(({ incident }) => incident !== null).length

/** The sources of the same cell: the panel leads from one to the other. */
export const siblingsOf = (states: readonly StateHealth[], resourceId: number): readonly ResourceHealth[] =>
  states
    .flatMap(({ resourceTypeHealth }) => resourceTypeHealth)
    .find(({ resourceInfo }) => resourceInfo.some(({ resource }) => resource.resourceId === resourceId))
    ?.resourceInfo ?? []
