// The filters: from the address to the call's body, and to the chips that show what is on. Pure.
import { ACTIVE, assetStatusText, bareIdentifier } from '@padron/contract/assets'
import { PAGE_SIZE, type VehicleFilter } from '@padron/contract/catalogue'
import { COUNTRIES, type Country } from '@padron/contract/countries'
import {
  resourceType,
  resourceTypesOf,
  STATUS_COLUMNS,
  type StatusColumn,
  statusText,
} from '@padron/contract/resources'
import type { CatalogueSearch } from './search.ts'

type TextKey = 'plate' | 'vin' | 'customId' | 'rfcName' | 'taxIdentifier' | 'lessorName' | 'brandName' | 'modelName'

// biome-ignore format: a table to be read by columns
export const TEXT_FILTERS = [
  { key: 'plate',         label: () => 'Placa',         inBar: true },
  { key: 'vin',           label: () => 'VIN',           inBar: true },
  { key: 'customId',      label: () => 'Identificador', inBar: true },
  { key: 'rfcName',       label: () => 'Razón social',  inBar: false },
  { key: 'taxIdentifier', label: (country) => COUNTRIES[country].taxId, inBar: false },
  { key: 'lessorName',    label: () => 'Arrendadora',   inBar: false },
  { key: 'brandName',     label: () => 'Marca',         inBar: false },
  { key: 'modelName',     label: () => 'Modelo',        inBar: false },
] as const satisfies readonly { key: TextKey; label: (country: Country) => string; inBar: boolean }[]

export type StatusFilter = { column: StatusColumn; name: string; options: readonly number[] }

/** The status filters of a country. The tenencia column also speaks for forced tenencias, so it offers 21 as well. */
export const statusFilters = (country: Country): readonly StatusFilter[] =>
  resourceTypesOf(country).flatMap(({ id, column, names, filter }) => {
    const known = STATUS_COLUMNS.find((name) => name === column)
    if (!known) return []
    const forced = id === 0 ? (resourceType(10)?.filter ?? []) : []
    return [{ column: known, name: names[country] ?? '', options: [...new Set([...filter, ...forced])] }]
  })

export const assetStatusesOf = (search: CatalogueSearch): readonly number[] =>
  search.status === 'todos' ? [] : (search.status ?? [ACTIVE])

/** A plate or a VIN as people write it, `06-UB 0K`, is stored without separators. */
const bare = (text: string | undefined): string | undefined => (text ? bareIdentifier(text) || text : undefined)

/** What is on, without the keys that are off: the wire refuses an empty group. */
const present = <T extends object>(group: T): T | undefined =>
  Object.values(group).some((value) => value !== undefined) ? group : undefined

const checksOf = (search: CatalogueSearch, country: Country): Partial<Record<StatusColumn, number[]>> =>
  Object.fromEntries(
    statusFilters(country).flatMap(({ column }) => (search[column] ? [[column, [...search[column]]]] : [])),
  )

export const vehicleFilter = (search: CatalogueSearch, country: Country): VehicleFilter => {
  const { plate, vin, customId, rfcName, taxIdentifier, lessorName, brandName, modelName, states, tags } = search
  const statuses = assetStatusesOf(search)
  const groups = {
    vehicleAsset: present({ plate: bare(plate), vin: bare(vin), customId, ...checksOf(search, country) }),
    state: present({ stateId: states }),
    rfc: present({ rfcName, taxIdentifier }),
    lessor: present({ lessorName }),
    brand: present({ brandName }),
    model: present({ modelName }),
    tags: tags?.map((tagId) => ({ tagId })),
    assetHistoric: present({ assetStatusId: statuses.length ? [...statuses] : undefined }),
  }
  return JSON.parse(JSON.stringify(groups)) as VehicleFilter
}

/** The list call's body. */
export const listBody = (search: CatalogueSearch, country: Country) => ({
  vehicleClass: vehicleFilter(search, country),
  pagination: {
    page: search.page ?? 1,
    pageSize: PAGE_SIZE,
    ...(search.sort && { sortBy: search.sort, sortFilterOrder: search.order ?? 'asc' }),
  },
})

export type Chip = {
  key: keyof CatalogueSearch
  label: string
  value: string
  off: CatalogueSearch[keyof CatalogueSearch]
}
type Names = { states: ReadonlyMap<number, string>; tags: ReadonlyMap<number, string> }

const named = (ids: readonly number[], names: ReadonlyMap<number, string>): string =>
  ids.map((id) => names.get(id) ?? `${id}`).join(', ')

/** One chip for each filter that is on, with the value that turns it off. */
export const chips = (search: CatalogueSearch, country: Country, names: Names): readonly Chip[] => {
  const off = undefined
  const texts = TEXT_FILTERS.flatMap(({ key, label }): Chip[] => {
    const value = search[key]
    return value ? [{ key, label: label(country), value, off }] : []
  })
  const checks = statusFilters(country).flatMap(({ column, name }): Chip[] => {
    const value = search[column]
    return value ? [{ key: column, label: name, value: value.map(statusText).join(', '), off }] : []
  })
  const { states, tags } = search
  const statuses = assetStatusesOf(search)
  return [
    ...texts,
    ...(states
      ? [{ key: 'states', label: COUNTRIES[country].state, value: named(states, names.states), off } as const]
      : []),
    ...(statuses.length
      ? [{ key: 'status', label: 'Estatus', value: statuses.map(assetStatusText).join(', '), off: 'todos' } as const]
      : []),
    ...checks,
    ...(tags ? [{ key: 'tags', label: 'Etiquetas', value: named(tags, names.tags), off } as const] : []),
  ]
}
