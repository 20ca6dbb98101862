// What a vehicle owes in all: the amounts the sources gave, how many debts came without one, and which kinds of debt
// nobody has answered for yet. A sum of nothing is zero only where everything is known.
import { addMoney } from '@padron/contract/money'
import type { ScrapedResourceType } from '@padron/contract/resource-status'
import { resourceType, type STATUSES, statusTone, UNPROCESSED } from '@padron/contract/resources'

type Type = Pick<ScrapedResourceType, 'resourceType' | 'status' | 'freshness' | 'total' | 'withoutAmount'>
type Owed = { total: number | null; withoutAmount: number; missing: readonly number[] }

/** Statuses that mean money is owed; a theft report or a missing insurance is bad news without an amount. */
const MONEY: readonly number[] = [0, 2, 9, 16, 24] satisfies (keyof typeof STATUSES)[]
const owesMoney = (typeId: number): boolean => !!resourceType(typeId)?.debt.some((id) => MONEY.includes(id))

const unanswered = ({ status, freshness }: Type): boolean =>
  freshness?.state === 'unknown' || status.statusId === UNPROCESSED || statusTone(status.statusId) === 'warning'

/** `total` null: unknown, not zero. `missing`: ids of the types of debt without an answer. */
export const grandTotal = (types: readonly Type[]): Owed => {
  const amounts = types.flatMap(({ total }) => (total === null ? [] : [total]))
  const withoutAmount = types.reduce((sum, type) => sum + type.withoutAmount, 0)
  const ids = types.filter(unanswered).map((type) => type.resourceType.resourceTypeId)
  const missing = ids.filter(owesMoney)
  const sum = addMoney(amounts)
  return { total: sum === 0 && (withoutAmount || missing.length) ? null : sum, withoutAmount, missing }
}
