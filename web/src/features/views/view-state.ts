// What a screen shows, as a view would hold it; and the views by whose they are. Pure.
import type { ViewDefinition } from '@padron/contract/views'

/** What a screen shows, as a view would keep it. */
export type Shown = ViewDefinition

type Owned = { mine: boolean; name: string }
/** The user's own, and those that others share; each by name. */
export const grouped = <V extends Owned>(views: readonly V[]): { own: readonly V[]; shared: readonly V[] } => {
  const sorted = [...views].sort((a, b) => a.name.localeCompare(b.name, 'es'))
  return { own: sorted.filter(({ mine }) => mine), shared: sorted.filter(({ mine }) => !mine) }
}
