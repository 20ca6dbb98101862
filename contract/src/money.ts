// Formats money: currency symbol, two decimals, thousands separators and the currency's code.
import { COUNTRIES, type Country } from './places/countries.ts'

/** Created on first use: both would take a fifth of a worker thread's start. */
const formats: Partial<Record<Country, Intl.NumberFormat>> = {}
const formatOf = (country: Country): Intl.NumberFormat => {
  formats[country] ??= new Intl.NumberFormat(COUNTRIES[country].locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return formats[country]
}

/** `1234.5` → `$1,234.50 MXN` or `$1.234,50 COP`. Amounts are in currency units, not cents. */
export const money = (amount: number, country: Country): string =>
  `${amount < 0 ? '-' : ''}$${formatOf(country).format(Math.abs(amount))} ${COUNTRIES[country].currency}`

/** Rounds a sum of floating-point numbers to cents. */
export const roundToCents = (amount: number): number => Math.round(amount * 100) / 100

/** Sums amounts in cents, so that 0.1 + 0.2 is 0.3. */
export const addMoney = (amounts: readonly number[]): number =>
  amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100
