// The chips of the filters that dashboards and letters link to; each comes off alone. Pure.
import { daysWords, type FilterWords, filterWords } from '@padron/contract/asked-filter-words'
import type { VehicleFilter } from '@padron/contract/catalogue'
import type { Country } from '@padron/contract/countries'
import type { Chip } from './chip.ts'
import { owedFilter } from './owed-filters.ts'
import type { CatalogueSearch } from './search.ts'

const OFF = undefined
const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']
const sayDay = (day: string): string =>
  `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`

// Words of the chip alone; the dialog's have a choice around them.
const TITLES = {
  debtDays: 'Fecha del adeudo',
  debtUndated: 'Fecha del adeudo',
  debtMarked: 'Marcado como pagado',
  debtAfterStatus: 'Surgido o aumentado',
}
type Debts = NonNullable<VehicleFilter['debts']>

/** Kinds give way to any kind while a date or a mark is asked of the debts; any kind takes those with it. */
const debtsOff = ({ types, from, to, undated, marked, afterStatus }: Debts): Chip['off'] =>
  types && (from || to || undated || marked || afterStatus)
    ? { debts: 'any' }
    : { debts: OFF, debtDays: OFF, debtUndated: OFF, debtMarked: OFF, debtAfterStatus: OFF }

const offOf = (key: FilterWords['key'], debts: Debts): Chip['off'] => {
  if (key === 'debts') return debtsOff(debts)
  if (key === 'due') return { due: OFF, dueDays: OFF, dueTypes: OFF }
  return { [key === 'stolen' ? 'stolenDays' : key]: OFF }
}

/** What is asked of the debts beside their kind, each by itself. */
const ofDebts = (debts: Debts): Chip[] => {
  const chip = (key: keyof typeof TITLES, value: string | false | undefined): Chip[] =>
    value ? [{ key, label: TITLES[key], value, off: { [key]: OFF } }] : []
  return [
    ...chip('debtDays', daysWords(debts, sayDay)),
    ...chip('debtUndated', debts.undated && 'sin fecha'),
    ...chip('debtMarked', debts.marked && 'aún listado por la fuente'),
    ...chip('debtAfterStatus', debts.afterStatus && 'después del estatus del vehículo'),
  ]
}

export const owedChips = (search: CatalogueSearch, country: Country): readonly Chip[] => {
  const asked = owedFilter(search, country)
  const { debts } = asked
  const kinds = debts && { debts: debts.types ? { types: debts.types } : {} }
  return filterWords({ ...asked, ...kinds }, country, sayDay).flatMap(({ key, title, value }) => [
    { key, label: title, value, off: offOf(key, debts ?? {}) },
    ...(key === 'debts' && debts ? ofDebts(debts) : []),
  ])
}
