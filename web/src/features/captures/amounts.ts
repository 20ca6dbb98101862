// What the amounts of a debt add up to, as they are typed. Pure.
import { addMoney } from '@padron/contract/money'
import { amountOf } from '../../lib/typed-amount.ts'

export type AmountTexts = { subTotal: string; discount: string; surcharge: string; total: string }

/** Amount − discount + surcharge; undefined where the amount itself is not known. */
export const computedTotal = ({ subTotal, discount, surcharge }: AmountTexts): number | undefined => {
  const [amount, less, more] = [amountOf(subTotal), amountOf(discount), amountOf(surcharge)]
  if (typeof amount !== 'number' || less === undefined || more === undefined) return undefined
  return addMoney([amount, -(less ?? 0), more ?? 0])
}

/** What is owed: as it was typed, else as it adds up; null where neither is known. */
export const totalOf = (debt: AmountTexts): number | null => {
  const typed = amountOf(debt.total)
  if (typed !== null) return typed ?? null
  const computed = computedTotal(debt)
  return computed !== undefined && computed >= 0 ? computed : null
}

/** Whether the source's own total is another than its amounts add up to. */
export const isOff = (debt: AmountTexts): boolean => {
  const typed = amountOf(debt.total)
  const computed = computedTotal(debt)
  return typeof typed === 'number' && computed !== undefined && Math.abs(typed - computed) >= 0.005
}
