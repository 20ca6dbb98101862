// What results say is owed. Pure; the drawer sums a type with it, the checks a vehicle.
import { addMoney } from '@padron/contract/money'
import type { ResourceResult } from '@padron/contract/resource-status'
import { MONEY_TYPES, statusTone } from '@padron/contract/resources'

export type Debt = { total: number | null; withoutAmount: number }

const debtRows = ({ scrapedTickets, scrapedTenencias, scrapedRefrendo }: ResourceResult) => [
  ...scrapedTickets,
  ...scrapedTenencias,
  ...scrapedRefrendo,
]

/** A row without an amount is unknown, so it is counted, never added as zero. */
export const owed = (results: readonly ResourceResult[]): Debt => {
  const amounts = results.flatMap(({ total }) => (total === null ? [] : [total]))
  const rows = results.filter(({ total }) => total === null)
  const withoutAmount = rows.reduce((sum, result) => sum + Math.max(1, debtRows(result).length), 0)
  return { total: amounts.length > 0 ? addMoney(amounts) : null, withoutAmount }
}

/** What one resource's answer adds to the vehicle's debt: nothing unless its type is money and its status a debt. */
export const owedBy = (typeId: number, statusId: number, results: readonly ResourceResult[]): Debt =>
  MONEY_TYPES.has(typeId) && statusTone(statusId) === 'debt' ? owed(results) : { total: 0, withoutAmount: 0 }

/** The vehicle's debt from its resources; null while no source of a money type has ever answered. */
export const debtOf = (resources: readonly { typeId: number; answered: boolean; debt: Debt }[]): Debt => {
  const known = resources.filter(({ typeId, answered }) => answered && MONEY_TYPES.has(typeId)).map(({ debt }) => debt)
  const withoutAmount = known.reduce((sum, debt) => sum + debt.withoutAmount, 0)
  return { total: known.length > 0 ? addMoney(known.map(({ total }) => total ?? 0)) : null, withoutAmount }
}
