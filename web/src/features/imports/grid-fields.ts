// The cells of a vehicle's row in the correction grid. Pure.
import { ACQUISITION_REASONS } from '@padron/contract/assets'
import type { ImportKind } from '@padron/contract/imports'
import type { ImportRow } from '@padron/contract/imports/rows'
import type { Country } from '@padron/contract/places/countries'
import { statesOf } from '@padron/contract/places/states'
import { KEY_FIELDS, type TemplateField, type TemplateList, templateColumns } from '@padron/contract/template/columns'
import { REPLACEMENT_WORDS, statusWords } from '@padron/contract/template/rules'
import { EXPANSION } from '@padron/contract/vehicles/rules'
import { type GridCell, gridCells } from '../../ui/rows-grid/grid-cells.ts'

const WORDS: Partial<Record<TemplateList, (country: Country) => readonly string[]>> = {
  state: (country) => statesOf(country).map(({ stateName }) => stateName),
  status: statusWords,
  // Only «Expansión»: replacements have their own workbook.
  acquisitionReason: () => ACQUISITION_REASONS.filter(({ id }) => id === EXPANSION).map(({ text }) => text),
  replacementReason: () => REPLACEMENT_WORDS,
}
const wordsOf = (list: TemplateList | undefined, country: Country): readonly string[] =>
  (list && WORDS[list]?.(country)) ?? []

const NAMES: readonly TemplateField[] = ['plate', 'vin']
const ANY_YEAR = 2000 // the headings do not depend on the year

/** @param all whether to return every column of the kind */
export const importCells = (
  kind: ImportKind,
  country: Country,
  { notes }: Pick<ImportRow, 'notes'>,
  all: boolean,
): readonly GridCell[] => {
  const columns = templateColumns(kind, country, ANY_YEAR)
    .filter(({ hidden }) => !hidden)
    .map(({ field, heading, note, list }) => ({ field, heading, hint: note, words: wordsOf(list, country) }))
  return gridCells(columns, [...KEY_FIELDS[kind], ...NAMES], notes, all)
}
