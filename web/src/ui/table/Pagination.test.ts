import { expect, test } from 'vitest'
import { pageLine } from './Pagination.tsx'

test.each([
  [1, 1, 2, [1]],
  [1, 4, 2, [1, 2, 3, 4]],
  [1, 22, 2, [1, 2, 3, 0, 22]],
  [4, 22, 2, [1, 2, 3, 4, 5, 6, 0, 22]],
  [5, 22, 2, [1, 2, 3, 4, 5, 6, 7, 0, 22]],
  [11, 22, 2, [1, 0, 9, 10, 11, 12, 13, 0, 22]],
  [22, 22, 1, [1, 0, 21, 22]],
])('page %i of %i, %i around it', (page, last, around, line) => {
  expect(pageLine(page, last, around)).toEqual(line)
})
