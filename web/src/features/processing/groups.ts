// The states with their resources, by search and expanded state. Pure.
import type { Reply } from '@padron/contract/call'
import type { ProcessableResource, processing } from '@padron/contract/processing'
import { plainText } from '../../lib/plain-text.ts'
import type { ProcessingSearch } from './search.ts'

export type Group = Reply<typeof processing.resources>['data'][number]
const WHOLE_COUNTRY = 0

const isFilled = ({ resources }: Group): boolean => resources.some(({ vehicles }) => vehicles > 0)
/** The whole country first, then the states with vehicles, then those without. */
const rank = (group: Group): number => (group.state.stateId === WHOLE_COUNTRY ? 0 : isFilled(group) ? 1 : 2)

export const inOrder = (groups: readonly Group[]): readonly Group[] =>
  groups.toSorted((a, b) => rank(a) - rank(b) || a.state.stateName.localeCompare(b.state.stateName, 'es'))

export const isQuiet = (group: Group): boolean => rank(group) === 2

type Search = Pick<ProcessingSearch, 'text' | 'ready'>

/** A match of the state's name returns all its resources; a match of a resource's name or source only that one. */
export const filterGroups = (
  groups: readonly Group[],
  { text = '', ready }: Search,
  isReady: (resource: ProcessableResource) => boolean,
): readonly Group[] => {
  const wanted = plainText(text.trim())
  return groups.flatMap((group) => {
    const whole = wanted === '' || plainText(group.state.stateName).includes(wanted)
    const found = group.resources.filter(
      (one) =>
        (whole || plainText(`${one.resourceName} ${one.portal}`).includes(wanted)) && (ready !== 'si' || isReady(one)),
    )
    return found.length > 0 ? [{ ...group, resources: found }] : []
  })
}

const DEFAULT_OPEN: readonly number[] = [WHOLE_COUNTRY]

/** The expanded states. With a search, all states that match. */
export const openStates = (groups: readonly Group[], { open, text }: ProcessingSearch): readonly number[] => {
  const all = groups.map(({ state }) => state.stateId)
  if (text || open === 'todos') return all
  return open === 'ninguno' ? [] : (open ?? DEFAULT_OPEN)
}

/** The search parameter after one state was expanded or collapsed. */
export const toggleState = (now: readonly number[], stateId: number): ProcessingSearch['open'] => {
  const next = now.includes(stateId) ? now.filter((id) => id !== stateId) : [...now, stateId]
  if (next.length === 0) return 'ninguno'
  return next.length === 1 && next[0] === WHOLE_COUNTRY ? undefined : next
}
