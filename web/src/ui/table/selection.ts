// Which rows of a list are chosen: those named, or all that the filter lets through but some. Pure.

export type Picked<K = number> =
  | { all: false; ids: ReadonlySet<K> }
  /** Of the whole filter; `except` were taken out by hand. */
  | { all: true; except: ReadonlySet<K> }

export const NONE: Picked<never> = { all: false, ids: new Set() }
export const EVERYTHING: Picked<never> = { all: true, except: new Set() }

export const isPicked = <K>(picked: Picked<K>, id: K): boolean =>
  picked.all ? !picked.except.has(id) : picked.ids.has(id)

/** @param total how many the filter lets through */
export const pickedCount = (picked: Picked<unknown>, total: number): number =>
  picked.all ? Math.max(0, total - picked.except.size) : picked.ids.size

/** The same with these in or out. */
export const withPicked = <K>(picked: Picked<K>, ids: readonly K[], on: boolean): Picked<K> => {
  const set = new Set(picked.all ? picked.except : picked.ids)
  const enters = picked.all ? !on : on
  for (const id of ids) {
    if (enters) set.add(id)
    else set.delete(id)
  }
  return picked.all ? { all: true, except: set } : { all: false, ids: set }
}

/** From one row of a page to another, both included; only the second where the first is not on it. */
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
