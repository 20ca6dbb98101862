// Computes the debt that results report. Pure. The drawer uses it for a type, the checks for a vehicle.
import { addMoney } from '@padron/contract/money'
import type { DebtRow, ResourceResult } from '@padron/contract/resource-status'
import { MONEY_TYPES, statusTone } from '@padron/contract/resources'
import { emptyResult } from '../connectors/parsing/payables.ts'

export type Debt = { total: number | null; withoutAmount: number }

const debtRows = ({ scrapedTickets, scrapedTenencias, scrapedRefrendo }: ResourceResult) => [
  ...scrapedTickets,
  ...scrapedTenencias,
  ...scrapedRefrendo,
]

const unknownIn = (result: ResourceResult): number => {
  const rows = debtRows(result)
  if (result.total === null) return Math.max(1, rows.length)
  return rows.filter(({ total, units }) => total === null && units !== undefined).length
}

/**
 * Rows without an amount are counted as unknown and never added as zero: all rows of a result without a total, and rows
 * in units without a value.
 */
export const sumDebts = (results: readonly ResourceResult[]): Debt => {
  const amounts = results.flatMap(({ total }) => (total === null ? [] : [total]))
  const withoutAmount = results.reduce((sum, result) => sum + unknownIn(result), 0)
  return { total: amounts.length > 0 ? addMoney(amounts) : null, withoutAmount }
}

const NO_DEBT: Debt = { total: 0, withoutAmount: 0 }
const unpricedRow = (row: DebtRow): DebtRow => ({ ...row, total: null })
const unpriced = (result: ResourceResult): ResourceResult => ({
  ...result,
  total: null,
  scrapedTickets: result.scrapedTickets.map(unpricedRow),
  scrapedTenencias: result.scrapedTenencias.map(unpricedRow),
  scrapedRefrendo: result.scrapedRefrendo.map(unpricedRow),
})

/** A debt that a source reports and does not list. */
const UNLISTED = emptyResult('Adeudo sin desglose')

/**
 * The debts of an answer that reports a debt, without those that another resource lists. If their sum is zero, the
 * source contradicts itself or lists none: the debt is known, its amount is not.
 */
export const debtsListed = (results: readonly ResourceResult[]): readonly ResourceResult[] => {
  if (results.length === 0) return [UNLISTED]
  const own = results.filter(({ elsewhere }) => !elsewhere)
  return own.some(({ total }) => total) ? own : own.map((result) => (result.total === 0 ? unpriced(result) : result))
}

/** The amount owed in an answer that reports a debt. */
export const sumListedDebts = (results: readonly ResourceResult[]): Debt => {
  const listed = debtsListed(results)
  return listed.length === 0 ? NO_DEBT : sumDebts(listed)
}

/** A resource's part of the vehicle's debt: zero unless its type is money and its status a debt. */
export const debtOfStatus = (typeId: number, statusId: number, results: readonly ResourceResult[]): Debt =>
  MONEY_TYPES.has(typeId) && statusTone(statusId) === 'debt' ? sumListedDebts(results) : NO_DEBT

/** The vehicle's debt from its resources; null while no source of a money type has ever answered. */
export const addDebts = (resources: readonly { typeId: number; answered: boolean; debt: Debt }[]): Debt => {
  const known = resources.filter(({ typeId, answered }) => answered && MONEY_TYPES.has(typeId)).map(({ debt }) => debt)
  const withoutAmount = known.reduce((sum, debt) => sum + debt.withoutAmount, 0)
  return { total: known.length > 0 ? addMoney(known.map(({ total }) => total ?? 0)) : null, withoutAmount }
}
