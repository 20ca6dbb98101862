// '1 vehículo', '1,204 vehículos', in Colombia '1.204 vehículos': a number with the word that agrees with it.
import { COUNTRIES, type Country } from './countries.ts'

let whose: () => Country = () => 'MX'
/** Told once by each side: of which country's company what is being said is, where nobody says so apart. */
export const writeNumbersFor = (country: () => Country): void => {
  whose = country
}

/** As the country writes it. */
export const numberText = (value: number, country: Country = whose()): string =>
  value.toLocaleString(COUNTRIES[country].locale)

export const countOf = (count: number, one: string, many: string, country: Country = whose()): string =>
  `${numberText(count, country)} ${count === 1 ? one : many}`
