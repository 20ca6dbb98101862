// Back from the catalogue restores the dashboard: its scroll position, and the focus on the link that was followed.
// Stored by entry of the browser's history, in memory.
import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/** A link by its chart or card and its address: the screen is rendered again, so elements cannot be stored. */
type Link = { within: string | undefined; href: string }
type Place = { top: number; link: Link | undefined }

/** Maximum number of stored positions. */
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
 * Charts render one after another, and only then has the screen its former height: restoring is retried this often
 * after the last one.
 */
const TRIES = 50
const EVERY_MS = 50
/** Any of these user actions ends the restoration. */
const TAKES_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** @returns a function that ends the restoration */
export const restorePlace = (root: Element, scroller: Element, { top, link }: Place): (() => void) => {
  // Counts attempts, not time, so that a page that is busy for seconds does not use them up.
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
    // Nothing else has the focus meanwhile.
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
    // Before the navigation, which unmounts the screen.
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
