// A saved view against what is on screen: whether it is open as it was kept, or changed since. Pure.
import type { ViewDefinition } from '@padron/contract/views'

/** What a screen shows, as a view would keep it. */
export type Shown = ViewDefinition

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  const present = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(
    present.map(([key, one]) => [key, inOrder(one)]).sort(([a], [b]) => (`${a}` < `${b}` ? -1 : 1)),
  )
}

/** Whether both ask and show the same, however their keys are ordered. */
export const sameView = (one: Shown, other: Shown): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))

type Owned = { mine: boolean; name: string }
/** The user's own, and those that others share; each by name. */
export const grouped = <V extends Owned>(views: readonly V[]): { own: readonly V[]; shared: readonly V[] } => {
  const sorted = [...views].sort((a, b) => a.name.localeCompare(b.name, 'es'))
  return { own: sorted.filter(({ mine }) => mine), shared: sorted.filter(({ mine }) => !mine) }
}
