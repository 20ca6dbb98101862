// One chip for each active filter, with its words and what removing it changes in the address. Pure.
import { ACQUISITION_REASONS, assetStatusText } from '@padron/contract/assets'
import type { VehicleFilter } from '@padron/contract/catalogue/filter'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { statusText } from '@padron/contract/resources'
import { daysWords, type FilterWords, filterWords, totalWords } from '@padron/contract/texts/filter-texts'
import { localText } from '@padron/contract/texts/local-text'
import { DATE_FIELDS, fieldTitle } from '@padron/contract/vehicles/fields'

import { assetStatusesOf, datesText, statusFilters } from '../filters.ts'
import { type CatalogueSearch, NUMBER_KEYS, TEXT_KEYS } from '../search.ts'
import { owedFilter } from './owed-filters.ts'

type Chip = { key: string; label: string; value: string; off: Partial<CatalogueSearch> }
export type Names = { states: ReadonlyMap<number, string>; tags: ReadonlyMap<number, string> }

export const REASON_LABEL = 'Motivo de alta'
export const TOTAL_TITLE = 'Importe del adeudo'
export const reasonText = (id: number): string => ACQUISITION_REASONS.find((reason) => reason.id === id)?.text ?? '—'

const OFF = undefined
const chip = (key: keyof CatalogueSearch, label: string, value: string | false | undefined, off?: 'todos'): Chip[] =>
  value ? [{ key, label, value, off: { [key]: off } }] : []

type Debts = NonNullable<VehicleFilter['debts']>

const offOf = (key: FilterWords['key'], debts: Debts): Chip['off'] => {
  if (key === 'due') return { due: OFF, dueDays: OFF, dueTypes: OFF }
  if (key !== 'debts') return { [key === 'stolen' ? 'stolenDays' : key]: OFF }
  // While a date or a mark of debts is set, removing the kinds leaves “any kind”; removing “any kind” removes those
  // too.
  const { types, ...others } = debts
  return types && Object.keys(others).length > 0
    ? { debts: 'any' }
    : { debts: OFF, debtDays: OFF, debtUndated: OFF, debtMarked: OFF, debtAfterStatus: OFF, debtTotal: OFF }
}

/** The conditions on debts besides their kind, in words that make sense in a chip alone. */
const debtsChips = (debts: Debts, country: Country): Chip[] => [
  ...chip('debtTotal', localText(TOTAL_TITLE, country), totalWords(debts, country)),
  ...chip('debtDays', localText('Fecha del adeudo', country), daysWords(debts)),
  ...chip('debtUndated', localText('Fecha del adeudo', country), debts.undated && 'sin fecha'),
  ...chip('debtMarked', 'Marcado como pagado', debts.marked && 'aún listado por la fuente'),
  ...chip('debtAfterStatus', 'Apareció o creció', debts.afterStatus && 'después de la baja del vehículo'),
]

/** Chips of the filters that dashboards and emails link to. */
const owedChips = (search: CatalogueSearch, country: Country): readonly Chip[] => {
  const filter = owedFilter(search, country)
  const { debts } = filter
  const kinds = debts && { debts: debts.types ? { types: debts.types } : {} }
  return filterWords({ ...filter, ...kinds }, country).flatMap(({ key, title, value }) => [
    { key, label: title, value, off: offOf(key, debts ?? {}) },
    ...(key === 'debts' && debts ? debtsChips(debts, country) : []),
  ])
}

const joinNames = (ids: readonly number[] | undefined, names: ReadonlyMap<number, string>): string | undefined =>
  ids?.map((id) => names.get(id) ?? `${id}`).join(', ')

export const chips = (search: CatalogueSearch, country: Country, names: Names): readonly Chip[] => [
  ...[...TEXT_KEYS, ...NUMBER_KEYS].flatMap((key) => chip(key, fieldTitle(key, country), search[key]?.toString())),
  ...chip('states', COUNTRIES[country].state, joinNames(search.states, names.states)),
  ...chip('status', 'Estatus', assetStatusesOf(search).map(assetStatusText).join(', '), 'todos'),
  ...chip('reasons', REASON_LABEL, search.reasons?.map(reasonText).join(', ')),
  ...statusFilters(country).flatMap(({ column, name }) =>
    chip(column, name, search[column]?.map(statusText).join(', ')),
  ),
  ...DATE_FIELDS.flatMap((key) => chip(key, fieldTitle(key, country), datesText(search[key]))),
  ...owedChips(search, country),
  ...chip('tags', 'Etiquetas', joinNames(search.tags, names.tags)),
]
