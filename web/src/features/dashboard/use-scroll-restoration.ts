// Back from the vehicles of a figure leads to that figure: the screen as far down as it was, the focus on the link
// that led away. Kept by entry of the browser's history, while the console is open.
import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/** The chart or card that contains it, and its link: the screen is drawn again, so no element stays. */
type Link = { within: string | undefined; href: string }
type Place = { top: number; link: Link | undefined }

/** So many entries are enough to go back by. */
const AT_MOST = 50
const places = new Map<string, Place>()

export const savePlace = (entry: string, place: Place): void => {
  places.delete(entry)
  places.set(entry, place)
  const [oldest] = places.keys()
  if (places.size > AT_MOST && oldest !== undefined) places.delete(oldest)
}
export const savedPlace = (entry: string): Place | undefined => places.get(entry)

/** The position of a link, or of an element in one; undefined for anything else. */
export const linkOf = (element: Element | null): Link | undefined => {
  const href = element?.closest('a[href]')?.getAttribute('href')
  if (!element || !href) return undefined
  const { chart, card } = element.closest<HTMLElement>('[data-chart], [data-card]')?.dataset ?? {}
  return { within: chart ? `[data-chart="${chart}"]` : card && `[data-card="${card}"]`, href }
}

export const findLink = (root: Element, { within, href }: Link): HTMLElement | undefined => {
  const box = within === undefined ? root : root.querySelector(within)
  const links = box?.querySelectorAll<HTMLElement>('a[href]') ?? []
  return [...links].find((link) => link.getAttribute('href') === href)
}

/**
 * Charts are drawn one after another, and the screen is as high as it was only then: so often it is tried, since the
 * last of them.
 */
const TRIES = 50
const EVERY_MS = 50
/** Any of these user actions ends the restoration. */
const TAKES_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** @returns what ends it */
export const restorePlace = (root: Element, scroller: Element, { top, link }: Place): (() => void) => {
  // Counts tries and not time: a page that is busy for seconds does not use them up.
  let left = TRIES
  let height = 0
  let focused: Element | undefined
  const ending = new AbortController()
  const stop = (): void => ending.abort()
  const step = (): void => {
    const at = document.activeElement
    if (scroller.scrollHeight !== height) left = TRIES
    height = scroller.scrollHeight
    left -= 1
    // Nobody has moved the focus meanwhile, by whatever means.
    const isFree = at === null || at === document.body || at === scroller || at === focused
    if (left < 0 || !isFree) {
      stop()
      return
    }
    scroller.scrollTop = top
    const found = link && findLink(root, link)
    if (!found || at === found) return
    found.focus({ preventScroll: true })
    focused = found
  }
  const timer = setInterval(step, EVERY_MS)
  ending.signal.addEventListener('abort', () => clearInterval(timer))
  for (const name of TAKES_OVER) addEventListener(name, stop, { capture: true, signal: ending.signal })
  step()
  return stop
}

export const useScrollRestoration = (frame: RefObject<HTMLElement | null>): void => {
  const entry = useRouterState({ select: ({ location }) => location.state.__TSR_key })
  useEffect(() => {
    const root = frame.current
    const scroller = root?.closest('main')
    if (!root || !scroller || entry === undefined) return
    const before = savedPlace(entry)
    const stop = before && restorePlace(root, scroller, before)
    const save = (link: Place['link']): void => savePlace(entry, { top: scroller.scrollTop, link })
    const onScroll = (): void => save(savedPlace(entry)?.link)
    // Before it leads away: then the screen is gone.
    const onClick = ({ target }: Event): void => save(target instanceof Element ? linkOf(target) : undefined)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    root.addEventListener('click', onClick, true)
    return () => {
      stop?.()
      scroller.removeEventListener('scroll', onScroll)
      root.removeEventListener('click', onClick, true)
    }
  }, [frame, entry])
}
