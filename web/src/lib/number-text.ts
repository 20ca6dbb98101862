// Whole numbers in the format of the signed-in company's country: 1,204 in Mexico, 1.204 in Colombia. One company is
// shown at a time, so the sign-in sets the format globally.
import type { Country } from '@padron/contract/places/countries'
import { countOf, numberText as written } from '@padron/contract/texts/count-of'
import { writeTextsFor } from '@padron/contract/texts/text-country'

export const writeTextsAs = (country: Country): void => writeTextsFor(() => country)

export const numberText = (value: number): string => written(value)

/** With one decimal at most. */
export const tenthsText = (value: number): string => numberText(Math.round(value * 10) / 10)

/** 'N filas' */
export const rowsText = (rows: number): string => countOf(rows, 'fila', 'filas')

/** 'N cambios' */
export const changesText = (changes: number): string => countOf(changes, 'cambio', 'cambios')
