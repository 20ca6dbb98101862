// Words of a template's drop-downs. They only suggest: other values (abbreviations, several tags, a new make) are
// validated when the file is read.
import { ACQUISITION_REASONS } from '@padron/contract/assets'
import type { Country } from '@padron/contract/countries'
import { statesOf } from '@padron/contract/states'
import type { TemplateColumn, TemplateList } from '@padron/contract/template-columns'
import { REPLACEMENT_WORDS, STATUS_WORDS } from '@padron/contract/template-rules'
import { EXPANSION } from '@padron/contract/vehicle-rules'
import type { Offered } from '../../../files/form-workbook/lists.ts'

/** Words that only the company knows. */
export type CompanyLists = { tags: readonly string[]; brands: readonly string[] }
export type Offer = Offered & { list: TemplateList }

const WORDS_AT_MOST = 5_000

const wordsOf = (list: TemplateList, country: Country, lists: CompanyLists): readonly string[] => {
  const words: Readonly<Record<TemplateList, readonly string[]>> = {
    state: statesOf(country).map(({ stateName }) => stateName),
    status: STATUS_WORDS,
    // A replacement has a workbook of its own.
    acquisitionReason: ACQUISITION_REASONS.filter(({ id }) => id === EXPANSION).map(({ text }) => text),
    replacementReason: REPLACEMENT_WORDS,
    tag: lists.tags,
    brand: lists.brands,
  }
  return words[list]
}

/** One for each column that has a list with words in it, in the columns' order. */
export const offersOf = (columns: readonly TemplateColumn[], country: Country, lists: CompanyLists): Offer[] =>
  columns.flatMap(({ list, heading }) => {
    const words = list ? wordsOf(list, country, lists).slice(0, WORDS_AT_MOST) : []
    return list && words.length > 0 ? [{ list, title: heading, words }] : []
  })
