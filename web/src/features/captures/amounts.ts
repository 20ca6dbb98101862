// An amount as people type or paste it, and what the amounts of a debt add up to. Pure.
import { addMoney } from '@padron/contract/money'

/** One separator before one or two figures is the decimal one; every other separates thousands. */
const decimalAt = (figures: string): number => {
  const at = Math.max(figures.lastIndexOf(','), figures.lastIndexOf('.'))
  const both = figures.includes(',') && figures.includes('.')
  const after = figures.length - at - 1
  return at >= 0 && after <= 2 && (both || figures.indexOf(figures[at] ?? '') === at) ? at : -1
}

/** `$1,234.50`, `1.234,50 COP`, `1234.5` → 1234.5; nothing → null, unknown; anything else → undefined. */
export const amountOf = (typed: string): number | null | undefined => {
  const figures = typed.replace(/[\s$]|MXN|COP/gi, '')
  if (figures === '') return null
  if (!/^\d[\d.,]*$/.test(figures)) return undefined
  const at = decimalAt(figures)
  const digits = (text: string): string => text.replace(/[.,]/g, '')
  const whole = at < 0 ? digits(figures) : digits(figures.slice(0, at))
  return Number(at < 0 ? whole : `${whole}.${figures.slice(at + 1) || '0'}`)
}

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
