// What a debt and the way to pay it are called in each country.
import type { Country } from '@padron/contract/countries'

type PayWords = { line: string; folio: string }

export const PAY_WORDS: Readonly<Record<Country, PayWords>> = {
  MX: { line: 'Línea de captura', folio: 'Folio' },
  CO: { line: 'Referencia de pago', folio: 'Número de comparendo / resolución' },
}
