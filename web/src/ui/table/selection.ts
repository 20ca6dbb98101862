// The selected rows of a list: single ones, or all of the filter with exceptions. Pure.

export type Picked<K = number> =
  | { all: false; ids: ReadonlySet<K> }
  /** The whole filter; `except` were deselected. */
  | { all: true; except: ReadonlySet<K> }

export const NONE: Picked<never> = { all: false, ids: new Set() }
export const EVERYTHING: Picked<never> = { all: true, except: new Set() }

export const isPicked = <K>(picked: Picked<K>, id: K): boolean =>
  picked.all ? !picked.except.has(id) : picked.ids.has(id)

/** @param total number of rows of the filter */
export const pickedCount = (picked: Picked<unknown>, total: number): number =>
  picked.all ? Math.max(0, total - picked.except.size) : picked.ids.size

/** Selects or deselects these rows. */
export const withPicked = <K>(picked: Picked<K>, ids: readonly K[], on: boolean): Picked<K> => {
  const set = new Set(picked.all ? picked.except : picked.ids)
  const enters = picked.all ? !on : on
  for (const id of ids) {
    if (enters) set.add(id)
    else set.delete(id)
  }
  return picked.all ? { all: true, except: set } : { all: false, ids: set }
}

/** The rows between two rows of a page, both included; only the second if the first is not on it. */
export const between = <K>(page: readonly K[], from: K | undefined, to: K): readonly K[] => {
  const [a, b] = [from === undefined ? -1 : page.indexOf(from), page.indexOf(to)]
  if (a < 0 || b < 0) return [to]
  return page.slice(Math.min(a, b), Math.max(a, b) + 1)
}

export type PageState = 'none' | 'some' | 'all'
export const pageState = <K>(picked: Picked<K>, page: readonly K[]): PageState => {
  const chosen = page.filter((id) => isPicked(picked, id)).length
  if (chosen === 0) return 'none'
  return chosen === page.length ? 'all' : 'some'
}
