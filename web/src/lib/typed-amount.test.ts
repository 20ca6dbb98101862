import { expect, test } from 'vitest'
import { amountOf } from './typed-amount.ts'

test.each([
  ['1,234.50', 1234.5],
  ['$1,234.50 MXN', 1234.5],
  ['1.234,50', 1234.5],
  ['1.234.567 COP', 1234567],
  ['1,234', 1234],
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['0', 0],
  ['  ', null],
  ['no dice', undefined],
  ['-5', undefined],
])('%s is %s', (typed, amount) => expect(amountOf(typed)).toBe(amount))
