// Restores the position in a screen that is rendered again.
import { afterEach, expect, test, vi } from 'vitest'
import { findLink, linkOf, restorePlace, savedPlace, savePlace } from './use-scroll-restoration.ts'

const screen = (html: string): Element => {
  const root = document.createElement('div')
  root.innerHTML = html
  return root
}
const TWICE = `<ul><li data-card="debt"><a href="/?a=1"><b>x</b></a></li></ul>
  <article data-chart="trend"><a href="/?a=1">y</a></article>`

test('a link is identified by its chart or card and by its address', () => {
  const of = (selector: string) => linkOf(screen(TWICE).querySelector(selector))
  const card = of('b')
  const chart = of('article a')
  if (!card || !chart) throw new Error('no link')
  const again = screen(TWICE)
  expect(findLink(again, card)?.textContent).toBe('x')
  expect(findLink(again, chart)?.textContent).toBe('y')
  expect(findLink(screen('<p></p>'), chart)).toBeUndefined()
  expect(linkOf(screen('<p></p>').firstElementChild)).toBeUndefined()
})

test('the oldest positions are deleted', () => {
  for (let entry = 0; entry < 60; entry++) savePlace(`${entry}`, { top: entry, link: undefined })
  expect(savedPlace('59')?.top).toBe(59)
  expect(savedPlace('0')).toBeUndefined()
})

afterEach(() => vi.useRealTimers())

test('a page that was busy for ten seconds is still restored, unless the user has moved on', () => {
  vi.useFakeTimers()
  const link = { within: '[data-chart="trend"]', href: '/?a=1' }
  const back = (): HTMLElement => {
    const root = document.body.appendChild(document.createElement('main'))
    restorePlace(root, root, { top: 0, link })
    vi.setSystemTime(Date.now() + 10_000) // no timer runs during these seconds
    root.innerHTML = `${TWICE}<button>z</button>`
    return root
  }
  const late = back()
  vi.advanceTimersByTime(50)
  expect(document.activeElement).toBe(late.querySelector('article a'))
  late.remove()
  const moved = back()
  moved.querySelector('button')?.focus()
  vi.advanceTimersByTime(5_000)
  expect(document.activeElement).toBe(moved.querySelector('button'))
  moved.remove()
})
