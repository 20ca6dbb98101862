// Money as a cell shows it: an amount that no source gave is unknown and never zero; a zero debt is a quiet dash.
import { money } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'

export const UNKNOWN = 'sin dato'
export const NOTHING = '—'

const bare = (text: string): string => text.replace(/ [A-Z]{3}$/, '')
/** The same without the currency's code, for a table whose headings say it. */
export const amountText = (amount: number | null, country: Country): string => bare(moneyText(amount, country))

/** Nothing, where it is a sum and not a cell: `$0.00`. */
export const zeroText = (country: Country): string => bare(money(0, country))

export const moneyText = (amount: number | null, country: Country): string => {
  if (amount === null) return UNKNOWN
  return amount === 0 ? NOTHING : money(amount, country)
}
