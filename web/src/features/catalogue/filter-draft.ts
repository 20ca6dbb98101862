// What is typed and chosen in the dialog of all filters until it is saved, and what saving it would say. Pure.
import { notANumber, outOfRange } from '@padron/contract/assets'
import type { Country } from '@padron/contract/countries'
import { DATE_FIELDS, type DateField, fieldTitle } from '@padron/contract/vehicle-fields'
import type { Dates } from './date-range.ts'
import { datesFault, writeDates } from './dates.ts'
import { type Ranges, readOwed } from './owed-draft.ts'
import { type CatalogueSearch, NUMBER_KEYS, NUMBER_MAX, TEXT_KEYS } from './search.ts'

export type Draft = {
  /** By field, as typed. Only what was touched. */
  texts: Readonly<Record<string, string>>
  dates: Readonly<Partial<Record<DateField, Dates | null>>>
  ranges: Ranges
  /** Everything that is chosen and not typed. */
  chosen: Partial<CatalogueSearch>
}
export const NO_DRAFT: Draft = { texts: {}, dates: {}, ranges: {}, chosen: {} }
export type Faults = Readonly<Record<string, string>>

const numberFault = (text: string, label: string): string | undefined => {
  if (!/^\d+$/.test(text)) return notANumber(label)
  return Number(text) > NUMBER_MAX ? outOfRange(label, 0, NUMBER_MAX) : undefined
}

const TEXT_MAX = 100
export const TOO_LONG = `Máximo ${TEXT_MAX} caracteres`

/**
 * @param search the address before
 * @returns what changes in the address, or what is wrong, by field and in the dialog's order
 */
export const readDraft = (
  { texts, dates, ranges, chosen }: Draft,
  country: Country,
  search: CatalogueSearch,
): { patch: Partial<CatalogueSearch>; faults: Faults } => {
  const patch: Record<string, unknown> = { ...chosen }
  const faults: Record<string, string> = {}
  for (const key of TEXT_KEYS) {
    const text = texts[key]?.trim()
    if (text === undefined) continue
    if (text.length > TEXT_MAX) faults[key] = TOO_LONG
    else patch[key] = text || undefined
  }
  for (const key of NUMBER_KEYS) {
    const text = texts[key]?.trim()
    if (text === undefined) continue
    const fault = text === '' ? undefined : numberFault(text, fieldTitle(key, country))
    if (fault) faults[key] = fault
    else patch[key] = text === '' ? undefined : Number(text)
  }
  const owed = readOwed(ranges, { ...search, ...chosen })
  Object.assign(patch, owed.patch)
  Object.assign(faults, owed.faults)
  for (const field of DATE_FIELDS) {
    const value = dates[field]
    if (value === undefined) continue
    const fault = value ? datesFault(value) : undefined
    if (fault) faults[field] = fault
    else patch[field] = value ? writeDates(value) : undefined
  }
  return { patch: patch as Partial<CatalogueSearch>, faults }
}
