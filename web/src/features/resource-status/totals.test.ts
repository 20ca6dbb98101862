// What is owed in all: unknown is not zero.
import { expect, test } from 'vitest'
import { grandTotal } from './totals.ts'

const type = (
  id: number,
  statusId: number,
  total: number | null,
  withoutAmount = 0,
  state: 'current' | 'unknown' = 'current',
) => ({
  resourceType: { resourceTypeId: id, descriptionSpanish: '' },
  status: { statusId, descriptionSpanish: '' },
  freshness: { resourceTypeId: id, state, at: null },
  total,
  withoutAmount,
})

test('amounts are added in cents and debts without one are counted', () => {
  expect(grandTotal([type(1, 0, 0.1), type(8, 16, 0.2, 1)])).toEqual({ total: 0.3, withoutAmount: 1, missing: [] })
})

test('nothing owed is zero only where every kind of debt has answered', () => {
  expect(grandTotal([type(1, 1, null), type(0, 3, 0)])).toEqual({ total: 0, withoutAmount: 0, missing: [] })
  expect(grandTotal([type(1, 1, null), type(0, -1, null)])).toEqual({ total: null, withoutAmount: 0, missing: [0] })
  expect(grandTotal([type(1, 1, null, 0, 'unknown')])).toMatchObject({ total: null, missing: [1] })
})

test('an unprocessed insurance says nothing about debts', () => {
  expect(grandTotal([type(1, 1, null), type(5, -1, null)])).toEqual({ total: 0, withoutAmount: 0, missing: [] })
})
