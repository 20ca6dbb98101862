// Choosing rows: one by one, ranges, pages, and all of the filter but some.
import { expect, test } from 'vitest'
import { between, EVERYTHING, isPicked, NONE, type Picked, pageState, pickedCount, withPicked } from './selection.ts'

const PAGE = [10, 20, 30, 40]
const chosen = (picked: Picked) => [...PAGE, 99].filter((id) => isPicked(picked, id))

test('named ones come and go, over pages', () => {
  const two = withPicked(withPicked(NONE, [20], true), [99], true)
  expect(chosen(two)).toEqual([20, 99])
  expect(pickedCount(two, 500)).toBe(2)
  expect(chosen(withPicked(two, [20], false))).toEqual([99])
})

test('all of the filter, but those taken out', () => {
  const all = withPicked(EVERYTHING, [20, 30], false)
  expect(chosen(all)).toEqual([10, 40, 99])
  expect(pickedCount(all, 500)).toBe(498)
  expect(pickedCount(withPicked(all, [20], true), 500)).toBe(499)
  expect(pickedCount(EVERYTHING, 0)).toBe(0)
})

test('a range goes both ways, and is one row where the other end is not on the page', () => {
  expect(between(PAGE, 10, 30)).toEqual([10, 20, 30])
  expect(between(PAGE, 40, 20)).toEqual([20, 30, 40])
  expect(between(PAGE, 99, 20)).toEqual([20])
  expect(between(PAGE, undefined, 20)).toEqual([20])
})

test('the page’s own box', () => {
  expect(pageState(NONE, PAGE)).toBe('none')
  expect(pageState(withPicked(NONE, [10], true), PAGE)).toBe('some')
  expect(pageState(withPicked(NONE, PAGE, true), PAGE)).toBe('all')
  expect(pageState(EVERYTHING, PAGE)).toBe('all')
  expect(pageState(EVERYTHING, [])).toBe('none')
})
