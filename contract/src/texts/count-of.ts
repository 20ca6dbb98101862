// A number with its noun: '1 vehículo', '1,204 vehículos', in Colombia '1.204 vehículos'.
import { money } from '../money.ts'
import { COUNTRIES, type Country } from '../places/countries.ts'
import { localText } from './local-text.ts'
import { textCountry } from './text-country.ts'

/** In the country's format. */
export const numberText = (value: number, country: Country = textCountry()): string =>
  value.toLocaleString(COUNTRIES[country].locale)

/** `$1,234.50 MXN`, in the currency of that country. */
export const moneyHere = (amount: number): string => money(amount, textCountry())

/**
 * Formats a number given as text, keeping all its decimals.
 * @param text digits with a decimal point
 */
export const decimalText = (text: string): string => {
  const decimals = text.split('.')[1]?.length ?? 0
  const { locale } = COUNTRIES[textCountry()]
  return new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
    text as `${number}`,
  )
}

export const countOf = (count: number, one: string, many: string, country: Country = textCountry()): string =>
  `${numberText(count, country)} ${localText(count === 1 ? one : many, country)}`

export const vehiclesText = (count: number, country?: Country): string =>
  countOf(count, 'vehículo', 'vehículos', country)
