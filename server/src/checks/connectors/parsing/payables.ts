// Builds rows of debts, results (one per payable group) and findings, which the drawer shows. Sums are computed from
// rows in cents; if a source's own total differs, it is used and the mismatch is flagged.
import { addMoney } from '@padron/contract/money'
import type { DebtRow, ResourceResult } from '@padron/contract/resource-status'
import type { ResourceTypeId } from '@padron/contract/resources'
import type { Finding } from '../connector.ts'
import { cents } from './money.ts'

/** A result with a name only: no amount is known and no debt is listed. */
export const emptyResult = (name: string): ResourceResult => ({
  name,
  subTotal: null,
  discount: null,
  surcharge: null,
  total: null,
  paymentLine: null,
  paymentLineDueDate: null,
  pdfUrl: null,
  scrapedTickets: [],
  scrapedTenencias: [],
  scrapedRefrendo: [],
})

/** Facts of a debt besides its amounts; those that the source does not give are left out. */
export type RowFacts = {
  folio?: string | null
  dateTime?: string | null
} & Pick<DebtRow, 'electronic' | 'notifiedOn' | 'promptPaymentDiscount'>
type Extra = Partial<Pick<ResourceResult, 'paymentLine' | 'paymentLineDueDate' | 'pdfUrl' | 'sumMismatch' | 'notes'>>

/** A row with the source's amounts; `total` only if the source states it. */
export const debt = (
  description: string,
  amounts: { subTotal: number; discount?: number; surcharge?: number; total?: number },
  { folio = null, dateTime = null, ...facts }: RowFacts = {},
): DebtRow => {
  const { subTotal, discount = 0, surcharge = 0 } = amounts
  const total = amounts.total ?? addMoney([subTotal, -discount, surcharge])
  return { folio, description, dateTime, subTotal, discountsSum: discount, surchargesSum: surcharge, total, ...facts }
}

/** A debt without an amount: unknown, not zero. */
export const unpriced = (description: string, { folio = null, dateTime = null, ...facts }: RowFacts = {}): DebtRow => ({
  folio,
  description,
  dateTime,
  subTotal: null,
  discountsSum: null,
  surchargesSum: null,
  total: null,
  ...facts,
})

/** A debt stated in units of account: the store computes its amounts (checks/store/unit-amounts.ts). */
export const inUma = (
  description: string,
  units: number,
  { discount = 0, surcharge = 0 }: { discount?: number; surcharge?: number } = {},
  facts: RowFacts = {},
): DebtRow => ({
  ...unpriced(description, facts),
  discountsSum: discount,
  surchargesSum: surcharge,
  units,
  unit: 'UMA',
})

/** Sum of the known amounts; null if none is known. */
const sumOfKnown = (amounts: readonly (number | null)[]): number | null => {
  const amountsKnown = amounts.filter((amount) => amount !== null)
  return amountsKnown.length ? addMoney(amountsKnown) : null
}

const LIST = {
  0: 'scrapedTenencias',
  10: 'scrapedTenencias',
  8: 'scrapedRefrendo',
} as const satisfies Partial<Record<ResourceTypeId, keyof ResourceResult>>
const listOf = (type: ResourceTypeId) => (type === 0 || type === 8 || type === 10 ? LIST[type] : 'scrapedTickets')

const addsUp = ({ subTotal, discount, surcharge, total }: ResourceResult): boolean =>
  cents(subTotal ?? 0) - cents(discount ?? 0) + cents(surcharge ?? 0) === cents(total ?? 0)

/** The sums over the rows whose total is known. */
export const sumsOf = (
  rows: readonly DebtRow[],
): Pick<ResourceResult, 'subTotal' | 'discount' | 'surcharge' | 'total'> => {
  const known = rows.filter(({ total }) => total !== null)
  return {
    subTotal: sumOfKnown(known.map((row) => row.subTotal)),
    discount: sumOfKnown(known.map((row) => row.discountsSum)),
    surcharge: sumOfKnown(known.map((row) => row.surchargesSum)),
    total: sumOfKnown(known.map((row) => row.total)),
  }
}

/** One payable group of a type. */
export function payable(
  type: ResourceTypeId,
  name: string,
  rows: readonly DebtRow[],
  extra: Extra = {},
): ResourceResult {
  const result: ResourceResult = {
    ...emptyResult(name),
    ...sumsOf(rows),
    [listOf(type)]: [...rows],
    ...extra,
  }
  return addsUp(result) ? result : { ...result, sumMismatch: true }
}

/** A result without debts: the source's data about the vehicle. Notes without a value are left out. */
export const remark = (name: string, notes: readonly { label: string; value: string | null }[]): ResourceResult => ({
  ...emptyResult(name),
  notes: notes.flatMap(({ label, value }) => (value === null || value === '' ? [] : [{ label, value }])),
})

/** The same finding for every type a connector serves: not registered, does not exist, plate changed. */
export const everyType = (
  types: readonly ResourceTypeId[],
  status: number,
  results: ResourceResult[] = [],
): Finding[] => types.map((type) => ({ type, status, results }))

/** To be spread into a finding: part of the debt may be missing in it. */
export const missing = (unread: boolean): Pick<Finding, 'incomplete'> => (unread ? { incomplete: true } : {})

/** A debt status with its results where there are rows, else the clear one. */
export const owedOr = (type: ResourceTypeId, owed: number, clear: number, results: ResourceResult[]): Finding =>
  results.length ? { type, status: owed, results } : { type, status: clear, results: [] }
