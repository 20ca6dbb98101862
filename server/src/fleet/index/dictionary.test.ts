// A column's values as one text, against a simple computation.
import { expect, it } from 'vitest'
import {
  between,
  codeOf,
  containing,
  type Dictionary,
  makeDictionary,
  sortValues,
  valueAt,
  withValues,
} from './dictionary.ts'
import { inOrder } from './fold.ts'

const VALUES = ['kia', 'nissan', 'n', 'ni', '', 'a\nb', '🚚', '｡', 'zz', 'kiak', 'akia', '100%', 'a_b', 'kenworth']
const all = (dictionary: Dictionary) => Array.from({ length: dictionary.size }, (_, code) => valueAt(dictionary, code))
const marked = (dictionary: Dictionary, marks: Uint8Array) => all(dictionary).filter((_, code) => marks[code])

it('stores values in order and finds their codes', () => {
  const dictionary = makeDictionary(sortValues([...VALUES]))
  expect(all(dictionary)).toEqual(VALUES.toSorted(inOrder))
  for (const value of VALUES) expect(valueAt(dictionary, codeOf(dictionary, value) ?? -1)).toBe(value)
  expect(codeOf(dictionary, 'nada')).toBeUndefined()
})

it.each(['kia', 'n', 'a', '', '%', '_', 'zzz', '🚚', 'iaka'])('finds the values that contain %j', (part) => {
  const dictionary = makeDictionary(sortValues([...VALUES]))
  expect(marked(dictionary, containing(dictionary, part))).toEqual(
    VALUES.filter((value) => value.includes(part)).toSorted(inOrder),
  )
})

it('finds the values between two', () => {
  const dictionary = makeDictionary(['2020-01-01', '2020-01-02', '2021-05-05'])
  expect(marked(dictionary, between(dictionary, '2020-01-02', '2021-05-05'))).toEqual(['2020-01-02'])
  expect(marked(dictionary, between(dictionary, undefined, '2020-01-02'))).toEqual(['2020-01-01'])
  expect(marked(dictionary, between(dictionary, '2020-01-02', undefined))).toEqual(['2020-01-02', '2021-05-05'])
  expect(marked(dictionary, between(dictionary, '2022-01-01', '2020-01-01'))).toEqual([])
})

it('inserts new values at the start, in between, at the end and into an empty one', () => {
  const dictionary = makeDictionary(['b', 'd'])
  const grown = withValues(dictionary, ['e', 'a', 'c', 'a', 'dd'])
  expect(all(grown.dictionary)).toEqual(['a', 'b', 'c', 'd', 'dd', 'e'])
  expect([...grown.moved]).toEqual([1, 3, 6])
  expect(all(withValues(makeDictionary([]), ['x']).dictionary)).toEqual(['x'])
})

it('finds rare and frequent parts among many values', () => {
  const many = sortValues(Array.from({ length: 30_000 }, (_, i) => `v${i}${i % 3 === 0 ? ' ñandú 🚚' : ''}`))
  const dictionary = makeDictionary(many)
  for (const part of ['v', 'v2999', '99', 'ñandú', '🚚', '7 ñ', 'x'])
    expect(marked(dictionary, containing(dictionary, part))).toEqual(many.filter((value) => value.includes(part)))
})
