// What a screen shows, as a view would hold it; and the views by whose they are. Pure.
import type { SavedView, ViewDefinition } from '@padron/contract/views'

/** What a screen shows, as a view would keep it. */
export type Shown = ViewDefinition

export type ViewsProps = {
  /** The open one. */
  view: SavedView | undefined
  /** It shows something else than was kept. */
  modified: boolean
  /** What the screen shows now: what saving keeps. */
  shown: Shown
  onOpen: (view: SavedView) => void
  /** Back to no view; the filters stay. */
  onLeave: () => void
  /** Makes the columns of the open view the user's own. */
  onKeepColumns: () => void
}

type Owned = { mine: boolean; name: string }
/** The user's own, and those that others share; each by name. */
export const grouped = <V extends Owned>(views: readonly V[]): { own: readonly V[]; shared: readonly V[] } => {
  const sorted = [...views].sort((a, b) => a.name.localeCompare(b.name, 'es'))
  return { own: sorted.filter(({ mine }) => mine), shared: sorted.filter(({ mine }) => !mine) }
}
