// Where on the screen one was when a figure led away, by entry of the browser's history: how far down, and at which link. Kept while the
// console is open.
export type Place = { top: number; link: Link | undefined }
/** Within which chart or card, and where it leads: the screen is drawn anew. */
type Link = { within: string | undefined; href: string }

/** So many entries are enough to go back by. */
const KEPT = 50
const places = new Map<string, Place>()

export const keepPlace = (entry: string, place: Place): void => {
  places.delete(entry)
  places.set(entry, place)
  const [oldest] = places.keys()
  if (places.size > KEPT && oldest !== undefined) places.delete(oldest)
}
export const placeOf = (entry: string): Place | undefined => places.get(entry)

const withinOf = (element: Element): string | undefined => {
  const box = element.closest<HTMLElement>('[data-chart], [data-card]')
  if (!box) return undefined
  const { chart, card } = box.dataset
  return chart === undefined ? `[data-card="${card}"]` : `[data-chart="${chart}"]`
}

/** Of a link, or of what stands in one; undefined for anything else. */
export const linkOf = (element: Element | null): Link | undefined => {
  const href = element?.closest('a[href]')?.getAttribute('href')
  return element && href ? { within: withinOf(element), href } : undefined
}

export const findLink = (root: Element, { within, href }: Link): HTMLElement | undefined => {
  const box = within === undefined ? root : root.querySelector(within)
  const links = box?.querySelectorAll<HTMLElement>('a[href]') ?? []
  return [...links].find((link) => link.getAttribute('href') === href)
}
