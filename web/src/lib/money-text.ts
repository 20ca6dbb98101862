// An amount in a cell: without an amount from a source it is unknown, not zero; a zero debt is a dash.
import { money } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'

export const UNKNOWN = 'sin dato'
export const NOTHING = '—'

const bare = (text: string): string => text.replace(/ [A-Z]{3}$/, '')
/** Without the currency code, for a table whose headings contain it. */
export const amountText = (amount: number | null, country: Country): string => bare(moneyText(amount, country))

/** Zero in a sum instead of a cell: `$0.00`. */
export const zeroText = (country: Country): string => bare(money(0, country))

export const moneyText = (amount: number | null, country: Country): string => {
  if (amount === null) return UNKNOWN
  return amount === 0 ? NOTHING : money(amount, country)
}
