// One chip for each filter that is on, with its words and what turns it off. Pure.
import { ACQUISITION_REASONS, assetStatusText } from '@padron/contract/assets'
import { COUNTRIES, type Country } from '@padron/contract/countries'
import { statusText } from '@padron/contract/resources'
import { DATE_FIELDS, fieldTitle } from '@padron/contract/vehicle-fields'
import type { Chip } from './chip.ts'
import { datesText } from './dates.ts'
import { assetStatusesOf, statusFilters } from './filters.ts'
import { owedChips } from './owed-chips.ts'
import { type CatalogueSearch, NUMBER_KEYS, TEXT_KEYS } from './search.ts'

export type Names = { states: ReadonlyMap<number, string>; tags: ReadonlyMap<number, string> }

export const REASON_LABEL = 'Motivo de alta'
export const reasonText = (id: number): string => ACQUISITION_REASONS.find((reason) => reason.id === id)?.text ?? '—'

const named = (ids: readonly number[], names: ReadonlyMap<number, string>): string =>
  ids.map((id) => names.get(id) ?? `${id}`).join(', ')

export const chips = (search: CatalogueSearch, country: Country, names: Names): readonly Chip[] => {
  const chip = (key: keyof CatalogueSearch, label: string, value: string | undefined, off?: 'todos'): Chip[] =>
    value ? [{ key, label, value, off: { [key]: off } }] : []
  const statuses = assetStatusesOf(search)
  return [
    ...[...TEXT_KEYS, ...NUMBER_KEYS].flatMap((key) => chip(key, fieldTitle(key, country), search[key]?.toString())),
    ...chip('states', COUNTRIES[country].state, search.states && named(search.states, names.states)),
    ...chip('status', 'Estatus', statuses.map(assetStatusText).join(', '), 'todos'),
    ...chip('reasons', REASON_LABEL, search.reasons?.map(reasonText).join(', ')),
    ...statusFilters(country).flatMap(({ column, name }) =>
      chip(column, name, search[column]?.map(statusText).join(', ')),
    ),
    ...DATE_FIELDS.flatMap((key) => chip(key, fieldTitle(key, country), datesText(search[key]))),
    ...owedChips(search, country),
    ...chip('tags', 'Etiquetas', search.tags && named(search.tags, names.tags)),
  ]
}
