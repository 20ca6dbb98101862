// Money as a cell shows it: what nobody told is unknown and never zero; a zero debt is a quiet dash.
import type { Country } from '@padron/contract/countries'
import { money } from '@padron/contract/money'

export const UNKNOWN = 'no se sabe'
export const NOTHING = '—'

export const moneyText = (amount: number | null, country: Country): string => {
  if (amount === null) return UNKNOWN
  return amount === 0 ? NOTHING : money(amount, country)
}
