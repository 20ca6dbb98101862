// Tab reaches one bar of a chart; the arrows, Home and End lead to the others.
import { type FocusEvent, type KeyboardEvent, useState } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }
const placeOf = (bar: Element): number => Number(bar.getAttribute('data-bar'))

const barsOf = (frame: Element): SVGElement[] =>
  [...frame.querySelectorAll<SVGElement>('[data-bar]')].sort((a, b) => placeOf(a) - placeOf(b))

export const useBarKeys = () => {
  const [reached, reach] = useState(0)
  const onFocus = ({ target }: FocusEvent): void => {
    const bar = target.closest('[data-bar]')
    if (bar) reach(placeOf(bar))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, target, currentTarget } = event
    const here = target instanceof Element ? target.closest<SVGElement>('[data-bar]') : null
    const step = STEPS[key]
    if (!here || !(step || key === 'Home' || key === 'End')) return
    event.preventDefault()
    const bars = barsOf(currentTarget)
    const next = step ? bars[bars.indexOf(here) + step] : bars.at(key === 'Home' ? 0 : -1)
    next?.focus()
  }
  return { reached, onFocus, onKeyDown }
}
