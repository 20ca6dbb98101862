// The words for a debt and its payment in each country.
import type { Country } from '../places/countries.ts'

type PayWords = {
  /** What a source issues for the payment. */
  line: string
  lines: string
  folio: string
}

export const PAY_WORDS = {
  MX: { line: 'Línea de captura', lines: 'Líneas de captura', folio: 'Folio' },
  CO: { line: 'Referencia de pago', lines: 'Referencias de pago', folio: 'Número de comparendo / resolución' },
} as const satisfies Record<Country, PayWords>

const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
/** Within a sentence: `línea de captura`. */
export const payLine = (country: Country): string => small(PAY_WORDS[country].line)
export const payLines = (country: Country): string => small(PAY_WORDS[country].lines)
