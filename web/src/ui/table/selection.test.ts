// Selecting rows: single ones, ranges, pages, and all of the filter with exceptions.
import { expect, test } from 'vitest'
import { between, EVERYTHING, isPicked, NONE, type Picked, pageState, pickedCount, withPicked } from './selection.ts'

const PAGE = [10, 20, 30, 40]
const chosen = (picked: Picked) => [...PAGE, 99].filter((id) => isPicked(picked, id))

test('single rows are selected and deselected, on several pages', () => {
  const two = withPicked(withPicked(NONE, [20], true), [99], true)
  expect(chosen(two)).toEqual([20, 99])
  expect(pickedCount(two, 500)).toBe(2)
  expect(chosen(withPicked(two, [20], false))).toEqual([99])
})

test('all rows of the filter, except deselected ones', () => {
  const all = withPicked(EVERYTHING, [20, 30], false)
  expect(chosen(all)).toEqual([10, 40, 99])
  expect(pickedCount(all, 500)).toBe(498)
  expect(pickedCount(withPicked(all, [20], true), 500)).toBe(499)
  expect(pickedCount(EVERYTHING, 0)).toBe(0)
})

test('a range works in both directions, and is one row if its start is not on the page', () => {
  expect(between(PAGE, 10, 30)).toEqual([10, 20, 30])
  expect(between(PAGE, 40, 20)).toEqual([20, 30, 40])
  expect(between(PAGE, 99, 20)).toEqual([20])
  expect(between(PAGE, undefined, 20)).toEqual([20])
})

test('the checkbox of the page', () => {
  expect(pageState(NONE, PAGE)).toBe('none')
  expect(pageState(withPicked(NONE, [10], true), PAGE)).toBe('some')
  expect(pageState(withPicked(NONE, PAGE, true), PAGE)).toBe('all')
  expect(pageState(EVERYTHING, PAGE)).toBe('all')
  expect(pageState(EVERYTHING, [])).toBe('none')
})
