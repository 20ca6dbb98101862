// The filters: from the address to the query of the fleet, and back from a saved view's definition. Pure.
import { ACTIVE, ASSET_STATUSES, assetStatusText, bareIdentifier } from '@padron/contract/assets'
import { PAGE_SIZE } from '@padron/contract/catalogue'
import type { DateFilter, FleetQuery, VehicleFilter } from '@padron/contract/catalogue/filter'
import type { Country } from '@padron/contract/places/countries'
import { resourceType, resourceTypesOf, STATUS_COLUMNS, type StatusColumn } from '@padron/contract/resources'
import { DATE_FIELDS, VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import type { ViewDefinition } from '@padron/contract/views'
import { displayText } from '../../lib/typed-day.ts'
import { owedFilter, owedSearch, sorted } from './filters/owed-filters.ts'
import { type CatalogueSearch, type Dates, isDay, type Mode, NUMBER_KEYS, readDates, TEXT_KEYS } from './search.ts'

/** The status filters of a country. The tenencia column also shows forced tenencias, so it offers type 21 as well. */
export const statusFilters = (
  country: Country,
): readonly { column: StatusColumn; name: string; options: readonly number[] }[] =>
  resourceTypesOf(country).flatMap(({ id, column, names, filter }) => {
    const known = STATUS_COLUMNS.find((name) => name === column)
    if (!known) return []
    const forced = id === 0 ? (resourceType(10)?.filter ?? []) : []
    return [{ column: known, name: names[country] ?? '', options: [...new Set([...filter, ...forced])] }]
  })

// Filters by date, in words and as they are typed.
export const MODES = [
  { value: 'after', label: 'Después de', from: true, to: false },
  { value: 'before', label: 'Antes de', from: false, to: true },
  { value: 'between', label: 'Entre', from: true, to: true },
] as const satisfies readonly { value: Mode; label: string; from: boolean; to: boolean }[]

export const writeDates = ({ mode, from, to }: Dates): string =>
  `${mode === 'before' ? '' : from}..${mode === 'after' ? '' : to}`

/** The message for invalid dates; undefined if they are valid. */
export const datesFault = ({ mode, from, to }: Dates): string | undefined => {
  const { from: needsFrom, to: needsTo } = MODES.find(({ value }) => value === mode) ?? MODES[2]
  if (needsFrom && !from) return needsTo ? 'Falta la fecha inicial' : 'Falta la fecha'
  if (needsTo && !to) return needsFrom ? 'Falta la fecha final' : 'Falta la fecha'
  if ((needsFrom && !isDay(from)) || (needsTo && !isDay(to))) return 'Fecha no válida'
  if (mode === 'between' && from > to) return 'La fecha final es anterior a la inicial'
  return undefined
}

/** 'Después de 01/01/2026', 'Entre 01/01/2026 y 01/02/2026'. */
export const datesText = (text: string | undefined): string => {
  const dates = readDates(text)
  if (!dates) return ''
  const words = MODES.find(({ value }) => value === dates.mode)?.label
  return `${words} ${[dates.from, dates.to].filter(Boolean).map(displayText).join(' y ')}`
}

export const assetStatusesOf = (search: CatalogueSearch): readonly number[] =>
  search.status === 'todos' ? [] : (search.status ?? [ACTIVE])

/** The statuses that a person may choose. */
export const statusChoices = () =>
  ASSET_STATUSES.filter(({ choosable }) => choosable).map(({ id }) => ({ value: id, label: assetStatusText(id) }))

/** The chosen values of a filter; undefined removes the filter. */
export const unlessEmpty = <T>(chosen: T[]): T[] | undefined => (chosen.length ? chosen : undefined)

/** Plates and VINs are stored without separators; people write `06-UB 0K`. */
const BARE: readonly string[] = ['plate', 'vin']
const searchText = (key: string, text: string): string => (BARE.includes(key) ? bareIdentifier(text) || text : text)

const TYPED: readonly string[] = [...TEXT_KEYS, ...NUMBER_KEYS]
const TYPED_FIELDS = VEHICLE_FIELDS.filter(({ field }) => TYPED.includes(field)) as readonly {
  group: string
  field: (typeof TEXT_KEYS)[number] | (typeof NUMBER_KEYS)[number]
}[]

export const vehicleFilter = (search: CatalogueSearch, country: Country): VehicleFilter => {
  const groups: Record<string, Record<string, unknown>> = {}
  const put = (group: string, field: string, value: unknown): void => {
    groups[group] = { ...groups[group], [field]: value }
  }
  for (const { group, field } of TYPED_FIELDS) {
    const value = search[field]
    if (value !== undefined) put(group, field, typeof value === 'string' ? searchText(field, value) : value)
  }
  for (const { column } of statusFilters(country)) {
    const ids = search[column]
    if (ids) put('vehicleAsset', column, sorted(ids))
  }
  if (search.reasons) put('vehicleAsset', 'acquisitionReasonId', sorted(search.reasons))
  if (search.states) put('state', 'stateId', sorted(search.states))
  const statuses = assetStatusesOf(search)
  if (statuses.length) put('assetHistoric', 'assetStatusId', sorted(statuses))
  const tags = search.tags && { tags: sorted(search.tags).map((tagId) => ({ tagId })) }
  return { ...groups, ...tags, ...owedFilter(search, country) } as VehicleFilter
}

const dateFilters = (search: CatalogueSearch): DateFilter[] =>
  DATE_FIELDS.flatMap((dateParameter) => {
    const { mode, from, to } = readDates(search[dateParameter]) ?? {}
    if (!mode) return []
    const startDate = mode === 'before' ? {} : { startDate: from }
    return [{ dateParameter, dateBy: mode, ...startDate, ...(mode !== 'after' && { endDate: to }) }]
  })

/** The query of the fleet, shared by list, coverage, exports, bulk changes and views. */
export const fleetQuery = (search: CatalogueSearch, country: Country): FleetQuery => {
  const dates = dateFilters(search)
  return { vehicleClass: vehicleFilter(search, country), ...(dates.length && { dateFilters: dates }) }
}

export const sortingOf = ({ sort, order }: CatalogueSearch) =>
  sort ? { sortBy: sort, sortFilterOrder: order ?? 'asc' } : {}

/** The list call's body. */
export const listBody = (search: CatalogueSearch, country: Country) => {
  const { vehicleClass, dateFilters: dates } = fleetQuery(search, country)
  return {
    vehicleClass,
    pagination: {
      page: search.page ?? 1,
      pageSize: PAGE_SIZE,
      ...sortingOf(search),
      ...(dates && { dateFilters: dates }),
    },
  }
}

const asList = (value: unknown): number[] | undefined => {
  const ids = (Array.isArray(value) ? value : [value]).filter((id): id is number => typeof id === 'number')
  return ids.length ? ids : undefined
}

/** The address of a view's definition; filters that it does not set are undefined. */
export const searchOf = (definition: Omit<ViewDefinition, 'columns'>): Partial<CatalogueSearch> => {
  const groups = definition.vehicleClass as Record<string, Record<string, unknown> | undefined>
  const search: Record<string, unknown> = {}
  for (const { group, field } of TYPED_FIELDS) search[field] = groups[group]?.[field]
  for (const column of STATUS_COLUMNS) search[column] = asList(groups.vehicleAsset?.[column])
  for (const field of DATE_FIELDS) {
    const found = definition.dateFilters?.find(({ dateParameter }) => dateParameter === field)
    const { dateBy: mode, startDate: from = '', endDate: to = '' } = found ?? {}
    search[field] = mode && writeDates({ mode, from, to })
  }
  const statuses = asList(groups.assetHistoric?.assetStatusId)
  return {
    ...search,
    reasons: asList(groups.vehicleAsset?.acquisitionReasonId),
    states: asList(groups.state?.stateId),
    status: statuses?.length === 1 && statuses[0] === ACTIVE ? undefined : (statuses ?? 'todos'),
    tags: definition.vehicleClass.tags?.map(({ tagId }) => tagId),
    ...owedSearch(definition.vehicleClass),
    sort: definition.sortBy,
    order: definition.sortBy && definition.sortFilterOrder,
  }
}

/**
 * The complete address of a query, whatever was filtered before. It also states the default, because an address without
 * filters restores the last ones.
 */
export const searchOfQuery = (query: FleetQuery): Partial<CatalogueSearch> => {
  const search = searchOf(query)
  return Object.values(search).every((value) => value === undefined) ? { ...search, status: [ACTIVE] } : search
}
