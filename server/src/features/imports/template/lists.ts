// Words of a template's drop-downs. They only suggest: other values (abbreviations, several tags, a new make) are
// validated when the file is read.
import { ACQUISITION_REASONS } from '@padron/contract/assets'
import type { Country } from '@padron/contract/places/countries'
import { statesOf } from '@padron/contract/places/states'
import type { TemplateList } from '@padron/contract/template/columns'
import { REPLACEMENT_WORDS, statusWords } from '@padron/contract/template/rules'
import { EXPANSION } from '@padron/contract/vehicles/rules'

/** The company's own words. */
export type CompanyLists = { tags: readonly string[]; brands: readonly string[] }

const WORDS_AT_MOST = 5_000

export const templateListValues = (list: TemplateList, country: Country, lists: CompanyLists): readonly string[] => {
  const words: Readonly<Record<TemplateList, readonly string[]>> = {
    state: statesOf(country).map(({ stateName }) => stateName),
    status: statusWords(country),
    // A replacement has a workbook of its own.
    acquisitionReason: ACQUISITION_REASONS.filter(({ id }) => id === EXPANSION).map(({ text }) => text),
    replacementReason: REPLACEMENT_WORDS,
    tag: lists.tags,
    brand: lists.brands,
  }
  return words[list].slice(0, WORDS_AT_MOST)
}
