// The filters that dashboards and emails link to, from the address to the request and back: an exact text, the status
// of any check, debts, due dates, the date of a theft report, and current answers only. Pure.
import type { VehicleFilter } from '@padron/contract/catalogue/filter'
import type { Country } from '@padron/contract/places/countries'
import { isStatusId, MONEY_TYPES, resourceTypesOf } from '@padron/contract/resources'
import { EXACT_FIELDS, EXPIRY_KINDS, type ExpiryKind } from '@padron/contract/vehicles/fields'
import { type CatalogueSearch, exactKey, readDates, readTotal } from '../search.ts'

/** Sorts ids, so that the same filter is the same request in any order of choosing. */
export const sorted = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b)

/** A country's kinds of debt, in the order of the screens. */
export const debtTypes = (country: Country) => resourceTypesOf(country).filter(({ id }) => MONEY_TYPES.has(id))

/** The given kinds of debt that the country has; undefined if none. */
const typesOf = (ids: readonly number[] | 'any' | undefined, country: Country): number[] | undefined => {
  if (!ids || ids === 'any') return undefined
  const known = sorted(ids).filter((id) => debtTypes(country).some((type) => type.id === id))
  return known.length ? known : undefined
}

export type Days = { from?: string | undefined; to?: string | undefined }
const days = (text: string | undefined): { from?: string; to?: string } => {
  const { from, to } = readDates(text) ?? {}
  return { ...(from && { from }), ...(to && { to }) }
}
export const writeDays = ({ from = '', to = '' }: Days): string => `${from}..${to}`

export const writeTotal = ({ totalFrom, totalTo }: NonNullable<VehicleFilter['debts']>): string | undefined =>
  totalFrom === undefined && totalTo === undefined ? undefined : `${totalFrom ?? ''}..${totalTo ?? ''}`

/** `~` is an empty field; a value that begins with `~` gets one more. */
const writeExact = (value: string | null): string => (value ? value.replace(/^~/, '~~') : '~')
const readExact = (text: string): string | null => (text === '~' ? null : text.replace(/^~~/, '~'))

const owed = (search: CatalogueSearch, country: Country): VehicleFilter['debts'] => {
  const types = typesOf(search.debts, country)
  const { debtDays, debtUndated, debtMarked, debtAfterStatus, debtTotal } = search
  const marks = debtDays || debtUndated || debtMarked || debtAfterStatus || debtTotal
  const isFiltered = search.debts === 'any' || types || marks
  if (!isFiltered) return undefined
  return {
    ...(types && { types }),
    ...days(debtDays),
    ...(debtUndated && !debtDays && { undated: true }),
    ...(debtMarked && { marked: true }),
    ...(debtAfterStatus && { afterStatus: true }),
    ...readTotal(debtTotal),
  }
}

const due = (search: CatalogueSearch, country: Country): VehicleFilter['due'] => {
  const { from, to } = days(search.dueDays)
  if (!search.due || !from || !to) return undefined
  // Only payment lines have kinds of debt.
  const types = search.due.includes('payment') ? typesOf(search.dueTypes, country) : undefined
  return { kinds: [...search.due], ...(types && { types }), from, to }
}

const exact = (search: CatalogueSearch): VehicleFilter['exact'] => {
  const entries = EXACT_FIELDS.flatMap((field) => {
    const text = search[exactKey(field)]
    return text === undefined ? [] : [[field, readExact(text)] as const]
  })
  return entries.length ? Object.fromEntries(entries) : undefined
}

const anyStatus = (search: CatalogueSearch): number[] | undefined => {
  const known = sorted(search.anyStatus ?? []).filter(isStatusId)
  return known.length ? known : undefined
}

export const owedFilter = (search: CatalogueSearch, country: Country): VehicleFilter => {
  const filter = {
    exact: exact(search),
    withoutYear: search.withoutYear && true,
    anyStatus: anyStatus(search),
    debts: owed(search, country),
    withoutDebts: search.withoutDebts && true,
    due: due(search, country),
    stolen: search.stolenDays === undefined ? undefined : days(search.stolenDays),
    freshness: search.freshness,
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as VehicleFilter
}

const daysOf = (days: Days | undefined): string | undefined =>
  days && (days.from || days.to) ? writeDays(days) : undefined

/** The filter's fields of the address; fields that it does not set are undefined. */
export const owedSearch = (filter: VehicleFilter): Partial<CatalogueSearch> => {
  const { debts, due: falls, stolen } = filter
  const exactly = EXACT_FIELDS.map((field) => {
    const value = filter.exact?.[field]
    return [exactKey(field), value === undefined ? undefined : writeExact(value)]
  })
  return {
    ...Object.fromEntries(exactly),
    withoutYear: filter.withoutYear && '1',
    anyStatus: filter.anyStatus,
    debts: debts && (debts.types ?? 'any'),
    debtDays: daysOf(debts),
    debtUndated: debts?.undated && '1',
    debtMarked: debts?.marked && '1',
    debtAfterStatus: debts?.afterStatus && '1',
    debtTotal: debts && writeTotal(debts),
    withoutDebts: filter.withoutDebts && '1',
    due: falls && EXPIRY_KINDS.filter((kind) => falls.kinds.includes(kind)),
    dueDays: falls && writeDays(falls),
    dueTypes: falls?.types,
    stolenDays: stolen && writeDays(stolen),
    freshness: filter.freshness,
  }
}

/** The replacement for users who may not see documents; null: the kind is left out. */
const WITHOUT_DOCUMENTS: Partial<Record<ExpiryKind, ExpiryKind | null>> = { policy: 'insurance', document: null }

/**
 * The filters that a user may send: another user’s link may contain filters of documents.
 * @param canReadDocuments whether the user may see documents
 */
export const forReader = (search: CatalogueSearch, canReadDocuments: boolean): CatalogueSearch => {
  if (canReadDocuments || !search.due) return search
  const seen = search.due.map((kind) => (kind in WITHOUT_DOCUMENTS ? WITHOUT_DOCUMENTS[kind] : kind))
  const due = EXPIRY_KINDS.filter((kind) => seen.includes(kind))
  return due.length ? { ...search, due } : { ...search, due: undefined, dueDays: undefined, dueTypes: undefined }
}
