// What is seen first of a chart that scrolls.
import { expect, test } from 'vitest'
import { firstScroll } from './Upright.tsx'

const ROOM = { width: 300, axis: 60, column: 24 }
const bars = (...at: number[]) => Array.from({ length: 30 }, (_, place) => (at.includes(place) ? 3 : 0))

test('the newest, where there is something', () => {
  expect(firstScroll(bars(2, 29), false, ROOM)).toBe(480)
  expect(firstScroll(bars(2, 22), false, ROOM)).toBe(480)
})

test('else the last of what there is, at the right end', () => {
  expect(firstScroll(bars(2, 14), false, ROOM)).toBe(120)
  expect(firstScroll(bars(2), false, ROOM)).toBe(0)
})

test('what looks ahead begins at its beginning, or at the first of what there is', () => {
  expect(firstScroll(bars(3, 20), true, ROOM)).toBe(0)
  expect(firstScroll(bars(20), true, ROOM)).toBe(480)
  expect(firstScroll(bars(15), true, ROOM)).toBe(360)
})

test('without any it is the newest, or the beginning', () => {
  expect(firstScroll(bars(), false, ROOM)).toBe(480)
  expect(firstScroll(bars(), true, ROOM)).toBe(0)
})
