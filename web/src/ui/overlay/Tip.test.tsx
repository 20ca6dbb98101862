// When a tooltip opens and closes; its position is tested in a browser.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tip } from './Tip.tsx'

const opened = new Set<string>()
beforeEach(() => {
  vi.useFakeTimers()
  opened.clear()
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      opened.add(this.id)
    },
    hidePopover(this: HTMLElement) {
      opened.delete(this.id)
    },
  })
  render(
    ['uno', 'dos'].map((id) => (
      <Tip key={id} id={id} tip={`Qué es ${id}`}>
        <input type="range" aria-label={id} />
      </Tip>
    )),
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const input = (name: string) => screen.getByRole('slider', { name })
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const open = () => [...opened]

test('a mouse opens it after a moment, and one that only passes does not', () => {
  fireEvent.pointerEnter(input('uno'), { pointerType: 'mouse' })
  wait(200)
  expect(open()).toEqual([])
  fireEvent.pointerLeave(input('uno'), { pointerType: 'mouse' })
  wait(1000)
  expect(open()).toEqual([])
  fireEvent.pointerEnter(input('uno'), { pointerType: 'mouse' })
  wait(300)
  expect(open()).toEqual(['uno'])
})

test('a key opens it, Esc and losing the focus close it', () => {
  fireEvent.keyDown(input('uno'), { key: 'ArrowRight' })
  expect(open()).toEqual(['uno'])
  fireEvent.keyDown(input('uno'), { key: 'Escape' })
  expect(open()).toEqual([])
  fireEvent.change(input('uno'), { target: { value: '60' } })
  expect(open()).toEqual(['uno'])
  fireEvent.blur(input('uno'))
  expect(open()).toEqual([])
})

test('a touch opens it for a while', () => {
  fireEvent.pointerDown(input('uno'), { pointerType: 'touch' })
  expect(open()).toEqual(['uno'])
  wait(3000)
  fireEvent.change(input('uno'), { target: { value: '70' } })
  wait(3000)
  expect(open()).toEqual(['uno'])
  wait(1000)
  expect(open()).toEqual([])
})

test('only one is open at a time', () => {
  fireEvent.keyDown(input('uno'), { key: 'ArrowRight' })
  fireEvent.pointerEnter(input('dos'), { pointerType: 'mouse' })
  wait(300)
  expect(open()).toEqual(['dos'])
})
