// The numbers of an axis: round, few, and up to the largest value.
import { expect, test } from 'vitest'
import { roundTicks } from './axes.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [5, [0, 2, 4, 6]],
  [132, [0, 50, 100, 150]],
  [276, [0, 100, 200, 300]],
  [441_051, [0, 200_000, 400_000, 600_000]],
])('up to %d', (largest, ticks) => {
  expect(roundTicks(largest)).toEqual(ticks)
})
