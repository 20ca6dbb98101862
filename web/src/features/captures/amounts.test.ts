import { expect, test } from 'vitest'
import { computedTotal, isOff, totalOf } from './amounts.ts'

const debt = (subTotal: string, discount = '', surcharge = '', total = '') => ({ subTotal, discount, surcharge, total })

test('a total adds up, is taken as typed, or is unknown', () => {
  expect(computedTotal(debt('0.3', '0.1', '0.1'))).toBe(0.3)
  expect(totalOf(debt('100', '50', '10'))).toBe(60)
  expect(totalOf(debt('', '', '', '75'))).toBe(75)
  expect(totalOf(debt('', '50'))).toBeNull()
  expect([totalOf(debt('100', '150')), totalOf(debt('100', '', '', 'x'))]).toEqual([null, null])
  expect([
    isOff(debt('100', '', '', '99')),
    isOff(debt('100', '', '', '100.00')),
    isOff(debt('', '', '', '9')),
  ]).toEqual([true, false, false])
})
