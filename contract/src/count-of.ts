// '1 vehículo', '1,204 vehículos', in Colombia '1.204 vehículos': a number with the word that agrees with it.
import { COUNTRIES, type Country } from './countries.ts'
import { money } from './money.ts'

let whose: () => Country = () => 'MX'
/** Told once by each side: of which country's company what is being said is, where nobody says so apart. */
export const writeNumbersFor = (country: () => Country): void => {
  whose = country
}

/** As the country writes it. */
export const numberText = (value: number, country: Country = whose()): string =>
  value.toLocaleString(COUNTRIES[country].locale)

/** `$1,234.50 MXN`, in the currency of that country. */
export const moneyHere = (amount: number): string => money(amount, whose())

/**
 * A number that was written as text, with its decimals as they were written, however many.
 * @param text digits with a point before the decimals
 */
export const decimalText = (text: string): string => {
  const decimals = text.split('.')[1]?.length ?? 0
  const { locale } = COUNTRIES[whose()]
  return new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
    text as `${number}`,
  )
}

export const countOf = (count: number, one: string, many: string, country: Country = whose()): string =>
  `${numberText(count, country)} ${count === 1 ? one : many}`
