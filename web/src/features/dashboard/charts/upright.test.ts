// The initial scroll position of a chart.
import { expect, test } from 'vitest'
import { firstScroll } from './Upright.tsx'

const ROOM = { width: 300, axis: 60, column: 24 }
const bars = (...at: number[]) => Array.from({ length: 30 }, (_, place) => (at.includes(place) ? 3 : 0))

test('shows the newest bar if it has a value', () => {
  expect(firstScroll(bars(2, 29), false, ROOM)).toBe(480)
  expect(firstScroll(bars(2, 22), false, ROOM)).toBe(480)
})

test('otherwise shows the last bar with a value at the right end', () => {
  expect(firstScroll(bars(2, 14), false, ROOM)).toBe(120)
  expect(firstScroll(bars(2), false, ROOM)).toBe(0)
})

test('a chart of the future starts at its beginning, or at its first value', () => {
  expect(firstScroll(bars(3, 20), true, ROOM)).toBe(0)
  expect(firstScroll(bars(20), true, ROOM)).toBe(480)
  expect(firstScroll(bars(15), true, ROOM)).toBe(360)
})

test('a chart without values shows the newest day, or its beginning', () => {
  expect(firstScroll(bars(), false, ROOM)).toBe(480)
  expect(firstScroll(bars(), true, ROOM)).toBe(0)
})
