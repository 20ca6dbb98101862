// What a vehicle owes in all: the amounts the sources gave, and how many debts came without one.
import { addMoney } from '@padron/contract/money'
import type { ScrapedResourceType } from '@padron/contract/resource-status'

type Owed = Pick<ScrapedResourceType, 'total' | 'withoutAmount'>

/** `total` is null when there are debts and no source gave any amount: unknown, not zero. */
export const grandTotal = (types: readonly Owed[]): Owed => {
  const amounts = types.flatMap(({ total }) => (total === null ? [] : [total]))
  const withoutAmount = types.reduce((sum, type) => sum + type.withoutAmount, 0)
  return { total: amounts.length || !withoutAmount ? addMoney(amounts) : null, withoutAmount }
}
