// Back from the vehicles of a figure leads to that figure: the screen as far down as it was, the focus on the link that led away.
import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'
import { findLink, keepPlace, linkOf, type Place, placeOf } from './kept-place.ts'

/** Charts are drawn one after another, and the screen is as high as it was only then: so often it is tried, since the last of them. */
const TRIES = 50
const EVERY_MS = 50
/** Whoever does any of these is not held back. */
const TAKES_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

export const restorePlace = (root: Element, scroller: Element, { top, link }: Place): (() => void) => {
  // Tries and not time: a page that is busy for seconds does not use its patience up.
  let left = TRIES
  let height = 0
  let given: Element | undefined
  /** Nobody has moved the focus meanwhile, by whatever means. */
  const isFree = (at: Element | null): boolean => at === null || at === document.body || at === scroller || at === given
  const step = (): void => {
    const at = document.activeElement
    if (scroller.scrollHeight !== height) left = TRIES
    height = scroller.scrollHeight
    left -= 1
    if (left < 0 || !isFree(at)) {
      stop()
      return
    }
    scroller.scrollTop = top
    const found = link && findLink(root, link)
    if (!found || at === found) return
    found.focus({ preventScroll: true })
    given = found
  }
  const timer = setInterval(step, EVERY_MS)
  const stop = (): void => {
    clearInterval(timer)
    for (const name of TAKES_OVER) removeEventListener(name, stop, true)
  }
  for (const name of TAKES_OVER) addEventListener(name, stop, true)
  step()
  return stop
}

export const useKeptPlace = (frame: RefObject<HTMLElement | null>): void => {
  const entry = useRouterState({ select: ({ location }) => location.state.__TSR_key })
  useEffect(() => {
    const root = frame.current
    const scroller = root?.closest('main')
    if (!root || !scroller || entry === undefined) return
    const before = placeOf(entry)
    const stop = before && restorePlace(root, scroller, before)
    const keep = (link: Place['link']): void => keepPlace(entry, { top: scroller.scrollTop, link })
    const onScroll = (): void => keep(placeOf(entry)?.link)
    // Before it leads away: then the screen is gone.
    const onClick = ({ target }: Event): void => keep(target instanceof Element ? linkOf(target) : undefined)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    root.addEventListener('click', onClick, true)
    return () => {
      stop?.()
      scroller.removeEventListener('scroll', onScroll)
      root.removeEventListener('click', onClick, true)
    }
  }, [frame, entry])
}
