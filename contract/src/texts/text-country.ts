// The country for which the current text is written.
import type { Country } from '../places/countries.ts'

let whose: () => Country = () => 'MX'
/** Set once by each side. */
export const writeTextsFor = (country: () => Country): void => {
  whose = country
}

export const textCountry = (): Country => whose()
