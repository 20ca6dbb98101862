// '1 vehículo', '1,204 vehículos', in Colombia '1.204 vehículos': a number with the word that agrees with it.
import { COUNTRIES, type Country } from './countries.ts'

/** As the country writes it. */
export const numberText = (value: number, country: Country = 'MX'): string =>
  value.toLocaleString(COUNTRIES[country].locale)

export const countOf = (count: number, one: string, many: string, country: Country = 'MX'): string =>
  `${numberText(count, country)} ${count === 1 ? one : many}`
