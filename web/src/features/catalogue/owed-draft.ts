// The days of debts and of what falls due, as the dialog has them until it is saved: what saving changes, and what is wrong. Pure.
import { isDay, readDates } from './date-range.ts'
import { type Days, writeDays } from './owed-filters.ts'
import type { CatalogueSearch } from './search.ts'

export type RangeKey = 'debtDays' | 'dueDays'
/** As typed; only what was touched. */
export type Ranges = Readonly<Partial<Record<RangeKey, Required<Days>>>>
type Read = { patch: Partial<CatalogueSearch>; faults: Partial<Record<RangeKey, string>> }

const NONE = { from: '', to: '' }
export const rangeOf = (text: string | undefined): Required<Days> => {
  const { from, to } = readDates(text) ?? NONE
  return { from, to }
}

const rangeFault = ({ from, to }: Required<Days>): string | undefined => {
  if ((from && !isDay(from)) || (to && !isDay(to))) return 'Fecha no válida'
  return from && to && from > to ? 'La fecha final es anterior a la inicial' : undefined
}

const UNDATED_FAULT = 'Un adeudo sin fecha no está entre fechas: quite una de las dos'

/** A date or a mark of debts is of any debt, where no kind is chosen. */
const readDebts = (range: Required<Days> | undefined, search: CatalogueSearch): Read => {
  const fault = range && rangeFault(range)
  if (fault) return { patch: {}, faults: { debtDays: fault } }
  const days = range ? { debtDays: range.from || range.to ? writeDays(range) : undefined } : {}
  const { debts, debtDays, debtUndated, debtMarked, debtAfterStatus } = { ...search, ...days }
  if (debtDays && debtUndated) return { patch: {}, faults: { debtDays: UNDATED_FAULT } }
  const any = debts === undefined && (debtDays || debtUndated || debtMarked || debtAfterStatus)
  return { patch: { ...days, ...(any && { debts: 'any' as const }) }, faults: {} }
}

const dueFault = (range: Required<Days>, kinds: number): string | undefined => {
  if (kinds === 0) return 'Elija qué vence, o quite las fechas'
  if (!range.from) return 'Falta la fecha inicial'
  return range.to ? rangeFault(range) : 'Falta la fecha final'
}

/** What falls due is asked between two days. */
const readDue = (touched: Required<Days> | undefined, search: CatalogueSearch): Read => {
  const kinds = search.due?.length ?? 0
  const asked = touched && (touched.from || touched.to)
  // Nothing chosen: days that were there before go with it.
  if (kinds === 0 && !asked) {
    const off = search.dueDays || search.dueTypes || touched
    return { patch: off ? { due: undefined, dueDays: undefined, dueTypes: undefined } : {}, faults: {} }
  }
  const range = touched ?? rangeOf(search.dueDays)
  const fault = dueFault(range, kinds)
  if (fault) return { patch: {}, faults: { dueDays: fault } }
  const paid = search.due?.includes('payment') || search.dueTypes === undefined
  return {
    patch: { ...(touched && { dueDays: writeDays(range) }), ...(paid ? {} : { dueTypes: undefined }) },
    faults: {},
  }
}

/** @param search the address with everything that was chosen over it */
export const readOwed = (ranges: Ranges, search: CatalogueSearch): Read => {
  const debts = readDebts(ranges.debtDays, search)
  const due = readDue(ranges.dueDays, search)
  return { patch: { ...debts.patch, ...due.patch }, faults: { ...debts.faults, ...due.faults } }
}
