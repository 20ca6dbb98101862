// A column's values as one text, against the plain way of doing the same.
import { expect, it } from 'vitest'
import { between, codeOf, containing, type Dictionary, makeDictionary, valueAt, withValues } from './dictionary.ts'
import { inOrder } from './fold.ts'

const VALUES = ['kia', 'nissan', 'n', 'ni', '', 'a\nb', '🚚', '｡', 'zz', 'kiak', 'akia', '100%', 'a_b', 'kenworth']
const all = (dictionary: Dictionary) => Array.from({ length: dictionary.size }, (_, code) => valueAt(dictionary, code))
const marked = (dictionary: Dictionary, marks: Uint8Array) => all(dictionary).filter((_, code) => marks[code])

it('keeps values in order and finds their codes', async () => {
  const { dictionary } = await makeDictionary(VALUES)
  expect(all(dictionary)).toEqual(VALUES.toSorted(inOrder))
  for (const value of VALUES) expect(valueAt(dictionary, codeOf(dictionary, value) ?? -1)).toBe(value)
  expect(codeOf(dictionary, 'nada')).toBeUndefined()
})

it.each(['kia', 'n', 'a', '', '%', '_', 'zzz', '🚚', 'iaka'])('finds the values that contain %j', async (part) => {
  const { dictionary } = await makeDictionary(VALUES)
  expect(marked(dictionary, containing(dictionary, part))).toEqual(
    VALUES.filter((value) => value.includes(part)).toSorted(inOrder),
  )
})

it('finds the values between two', async () => {
  const { dictionary } = await makeDictionary(['2020-01-01', '2020-01-02', '2021-05-05'])
  expect(marked(dictionary, between(dictionary, '2020-01-02', '2021-05-05'))).toEqual(['2020-01-02'])
  expect(marked(dictionary, between(dictionary, undefined, '2020-01-02'))).toEqual(['2020-01-01'])
  expect(marked(dictionary, between(dictionary, '2020-01-02', undefined))).toEqual(['2020-01-02', '2021-05-05'])
  expect(marked(dictionary, between(dictionary, '2022-01-01', '2020-01-01'))).toEqual([])
})

it('takes in new values at the beginning, between, at the end and in an empty one', async () => {
  const { dictionary } = await makeDictionary(['b', 'd'])
  const grown = withValues(dictionary, ['e', 'a', 'c', 'a', 'dd'])
  expect(all(grown.dictionary)).toEqual(['a', 'b', 'c', 'd', 'dd', 'e'])
  expect([...grown.moved]).toEqual([1, 3, 6])
  const { dictionary: empty } = await makeDictionary([])
  expect(all(withValues(empty, ['x']).dictionary)).toEqual(['x'])
})

it('sorts more values than one run holds', async () => {
  const many = Array.from({ length: 60_000 }, (_, i) => `v${(i * 7919) % 60_000}`)
  const { dictionary, inLine } = await makeDictionary(many)
  expect(dictionary.size).toBe(60_000)
  expect(inLine).toEqual(many.toSorted())
  expect(valueAt(dictionary, 59_999)).toBe(inLine.at(-1))
})
