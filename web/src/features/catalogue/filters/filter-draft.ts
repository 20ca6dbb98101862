// The values of the dialog of all filters before they are saved, and what saving them changes. Pure.
import { notANumber, outOfRange } from '@padron/contract/assets'
import { money } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'
import { numberText } from '@padron/contract/texts/count-of'
import { localText } from '@padron/contract/texts/local-text'
import { DATE_FIELDS, type DateField, fieldTitle } from '@padron/contract/vehicles/fields'
import { amountOf } from '../../../lib/typed-amount.ts'
import { datesFault, writeDates } from '../filters.ts'
import {
  AMOUNT_MAX,
  type CatalogueSearch,
  type Dates,
  isDay,
  NUMBER_KEYS,
  NUMBER_MAX,
  type NumberKey,
  readDates,
  readTotal,
  TEXT_KEYS,
  type TextKey,
} from '../search.ts'
import { TOTAL_TITLE } from './chips.ts'
import { writeDays, writeTotal } from './owed-filters.ts'

/** The ranges of days: of debts and of due dates. */
export type RangeKey = 'debtDays' | 'dueDays'
/** The total of debts, as typed. */
export type AmountKey = 'debtTotal'
export type Range = { from: string; to: string }
type Draft = { [K in TextKey | NumberKey]: string } & { [K in DateField]: Dates | null } & {
  [K in RangeKey | AmountKey]: Range
}
/** The edited fields only. null: the filter by date was removed. */
export type Typed = Partial<Draft>
/** Called on each change of a field. Must be a stable function, because a field renders only for its own changes. */
export type OnTyped = (name: string, value: Typed[keyof Typed]) => void
export type Faults = Readonly<Record<string, string>>
type Read = { patch: Partial<CatalogueSearch>; faults: Faults }

const numberFault = (text: string, label: string): string | undefined => {
  if (!/^\d+$/.test(text)) return notANumber(label)
  return Number(text) > NUMBER_MAX ? outOfRange(label, 0, NUMBER_MAX) : undefined
}

const TEXT_MAX = 100

export const rangeOf = (text: string | undefined): Range => {
  const { from = '', to = '' } = readDates(text) ?? {}
  return { from, to }
}

const rangeFault = ({ from, to }: Range): string | undefined => {
  if ((from && !isDay(from)) || (to && !isDay(to))) return 'Fecha no válida'
  return from && to && from > to ? 'La fecha final es anterior a la inicial' : undefined
}

/** Enough for an amount with separators, sign and currency. */
export const AMOUNT_TEXT_MAX = 30

/** @param total of the address */
export const amountsOf = (total: string | undefined, country: Country): Range => {
  const { totalFrom, totalTo } = readTotal(total) ?? {}
  const text = (amount: number | undefined): string =>
    amount === undefined
      ? ''
      : money(amount, country)
          .replace(/[^\d.,]/g, '')
          .replace(/[.,]00$/, '')
  return { from: text(totalFrom), to: text(totalTo) }
}

const SIDES = { from: 'desde', to: 'hasta' } as const

/** The typed amounts, or the message for an invalid one. */
const readAmounts = (range: Range, country: Country): { from: number | null; to: number | null } | string => {
  const read = {
    from: amountOf(range.from.slice(0, AMOUNT_TEXT_MAX)),
    to: amountOf(range.to.slice(0, AMOUNT_TEXT_MAX)),
  }
  for (const side of ['from', 'to'] as const) {
    const label = localText(`${TOTAL_TITLE}, ${SIDES[side]}`)
    if (range[side].length > AMOUNT_TEXT_MAX) return `${label}: máximo ${AMOUNT_TEXT_MAX} caracteres`
    const amount = read[side]
    if (amount === undefined)
      return `${label}: no es un importe; escriba, por ejemplo, ${amountsOf('5000.50..', country).from}`
    if (amount !== null && amount > AMOUNT_MAX) return `${label}: hasta ${numberText(AMOUNT_MAX)}`
  }
  const { from = null, to = null } = read
  return from !== null && to !== null && from > to
    ? localText(`${TOTAL_TITLE}: el importe final es menor que el inicial`)
    : { from, to }
}

const readTyped = (range: Range | undefined, country: Country): Read => {
  if (!range) return { patch: {}, faults: {} }
  const amounts = readAmounts(range, country)
  if (typeof amounts === 'string') return { patch: {}, faults: { debtTotal: amounts } }
  const { from, to } = amounts
  return { patch: { debtTotal: writeTotal({ totalFrom: from ?? undefined, totalTo: to ?? undefined }) }, faults: {} }
}

const UNDATED_FAULT = 'Un adeudo sin fecha no está entre fechas: quite una de las dos'

/** A date, amount or mark of debts applies to any debt if no kind is selected. */
const readDebts = ({ debtDays: range, debtTotal: amounts }: Typed, search: CatalogueSearch, country: Country): Read => {
  const fault = range && rangeFault(range)
  const total = readTyped(amounts, country)
  if (fault) return { patch: {}, faults: { ...total.faults, debtDays: fault } }
  const days = { ...total.patch, ...(range && { debtDays: range.from || range.to ? writeDays(range) : undefined }) }
  const { debts, debtDays, debtUndated, debtMarked, debtAfterStatus, debtTotal } = { ...search, ...days }
  if (debtDays && debtUndated) return { patch: {}, faults: { ...total.faults, debtDays: localText(UNDATED_FAULT) } }
  if (total.faults.debtTotal) return total
  const any = debts === undefined && (debtDays || debtUndated || debtMarked || debtAfterStatus || debtTotal)
  return { patch: { ...days, ...(any && { debts: 'any' as const }) }, faults: {} }
}

const dueFault = (range: Range, kinds: number): string | undefined => {
  if (kinds === 0) return 'Elija qué vence, o quite las fechas'
  if (!range.from) return 'Falta la fecha inicial'
  return range.to ? rangeFault(range) : 'Falta la fecha final'
}

/** Due dates are filtered between two days. */
const readDue = (touched: Range | undefined, search: CatalogueSearch): Read => {
  const kinds = search.due?.length ?? 0
  const hasDays = touched && (touched.from || touched.to)
  // Nothing selected: the former days are removed too.
  if (kinds === 0 && !hasDays) {
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

/**
 * @param chosen the values that are selected, not typed
 * @param search the address before
 * @returns the changes of the address, or the faults by field in the dialog's order
 */
export const readDraft = (
  typed: Typed,
  chosen: Partial<CatalogueSearch>,
  country: Country,
  search: CatalogueSearch,
): Read => {
  const patch: Record<string, unknown> = { ...chosen }
  const faults: Record<string, string> = {}
  const put = (key: string, fault: string | undefined, value: unknown): void => {
    if (fault) faults[key] = fault
    else patch[key] = value
  }
  for (const key of TEXT_KEYS) {
    const text = typed[key]?.trim()
    if (text === undefined) continue
    put(key, text.length > TEXT_MAX ? `Máximo ${TEXT_MAX} caracteres` : undefined, text || undefined)
  }
  for (const key of NUMBER_KEYS) {
    const text = typed[key]?.trim()
    if (text === '') patch[key] = undefined
    else if (text) put(key, numberFault(text, fieldTitle(key, country)), Number(text))
  }
  for (const read of [
    readDebts(typed, { ...search, ...chosen }, country),
    readDue(typed.dueDays, { ...search, ...chosen }),
  ]) {
    Object.assign(patch, read.patch)
    Object.assign(faults, read.faults)
  }
  for (const field of DATE_FIELDS) {
    const dates = typed[field]
    if (dates) put(field, datesFault(dates), writeDates(dates))
    else if (dates === null) patch[field] = undefined
  }
  return { patch: patch as Partial<CatalogueSearch>, faults }
}
