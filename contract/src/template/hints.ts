// Warnings about a valid row: check digits, maker, plate format, letters in place of digits, and cells that a
// spreadsheet converted to numbers. Never a refusal.
import type { Country } from '../places/countries.ts'
import { readTaxId } from '../rules/tax-ids.ts'
import { plateFormat, plateWarnings } from '../vehicles/plates.ts'
import { vinWarnings } from '../vehicles/vin.ts'
import { wmiHints } from '../vehicles/wmi.ts'
import type { TemplateField, TemplateValues } from './columns.ts'

export type Hint = readonly [field: TemplateField, message: string]
type Values = Partial<TemplateValues>

const SWAPS: Readonly<Record<string, string>> = { O: '0', 0: 'O', I: '1', 1: 'I' }
const PLACES_AT_MOST = 5

const swapped = (plate: string, places: readonly number[]): string =>
  [...plate].map((char, i) => (places.includes(i) ? (SWAPS[char] ?? char) : char)).join('')

/** The plate with one or two of its O, 0, I, 1 exchanged, if only that makes its format valid. */
const plateAfterSwap = (plate: string, country: Country): string | undefined => {
  const places = [...plate].flatMap((char, i) => (char in SWAPS ? [i] : [])).slice(0, PLACES_AT_MOST)
  const pairs = places.flatMap((a, i) => places.slice(i + 1).map((b) => [a, b]))
  return [...places.map((place) => [place]), ...pairs]
    .map((changed) => swapped(plate, changed))
    .find((candidate) => plateFormat(candidate, country))
}

const plateHints = (plate: string, country: Country, stateId: number | null): string[] => {
  if (/^\d+$/.test(plate) || plateFormat(plate, country)) return plateWarnings(plate, country, stateId)
  const likely = plateAfterSwap(plate, country)
  return likely
    ? [`La placa no tiene un formato conocido; ¿quiso escribir ${likely}? Revise la letra O y el 0, la I y el 1.`]
    : plateWarnings(plate, country, stateId)
}

// There are few maker codes and brands, so the result for each pair is cached.
const makerHints = new Map<string, readonly string[]>()
const PAIRS_AT_MOST = 5_000
const makerHint = (vin: string, brand: string): readonly string[] => {
  const key = vin.slice(0, 3) + brand
  const known = makerHints.get(key)
  if (known) return known
  if (makerHints.size >= PAIRS_AT_MOST) makerHints.clear()
  const hints = wmiHints(vin, brand)
  makerHints.set(key, hints)
  return hints
}

const vinHints = (vin: string, { year, brandName }: Values): readonly string[] => {
  const maker = brandName ? makerHint(vin, brandName) : []
  return [...vinWarnings(vin, year ?? null), ...maker]
}

const MODEL_IS_YEAR: Readonly<Record<Country, string>> = {
  MX: 'El modelo parece un año; aquí va el nombre (por ejemplo VERSA) y el año en su columna.',
  CO: 'La línea parece un año; aquí va el nombre (por ejemplo VERSA) y el año en su columna.',
}

/** @param values the readable values of the row; an absent or null field has no hint */
export const rowHints = (values: Values, country: Country): Hint[] => {
  const { plate, vin, stateId, taxIdentifier, modelName } = values
  const hints: Hint[] = []
  const say = (field: TemplateField, messages: readonly string[]): void => {
    for (const message of messages) hints.push([field, message])
  }
  if (plate) say('plate', plateHints(plate, country, stateId ?? null))
  if (vin) say('vin', vinHints(vin, values))
  const tax = taxIdentifier ? readTaxId(taxIdentifier, country).message : null
  if (tax) say('taxIdentifier', [tax])
  if (modelName && /^(19|20)\d\d$/.test(modelName)) say('modelName', [MODEL_IS_YEAR[country]])
  return hints
}

/** Fields in which zeros and letters matter. */
const IDENTIFIERS: ReadonlySet<TemplateField> = new Set([
  'plate',
  'vin',
  'customId',
  'taxIdentifier',
  'currentPlate',
  'currentVin',
])
const DIGITS_PRESERVED = 15 // by a spreadsheet's numbers
const VALUE_EXCERPT = 100

/** The fault of an identifier that a spreadsheet converted to a number with loss. @param isNumber the cell's kind */
export const lostDigits = (field: TemplateField, text: string, isNumber: boolean): string | undefined => {
  if (!IDENTIFIERS.has(field)) return undefined
  const scientific = isNumber ? /^-?\d+([.,]\d+)?e[+-]?\d+$/i : /^-?\d+([.,]\d+)?e\+\d+$/i
  return scientific.test(text) || (isNumber && text.length > DIGITS_PRESERVED)
    ? `Excel hizo un número del valor (${text.slice(0, VALUE_EXCERPT)}) y perdió cifras; dé formato de texto a la ` +
        'columna y escríbalo de nuevo.'
    : undefined
}
