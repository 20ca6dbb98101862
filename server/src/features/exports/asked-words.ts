// What was asked of the fleet, in words: the second sheet of a workbook, the first page of a report. Pure.
import { filterWords } from '@padron/contract/asked-filter-words'
import { ACQUISITION_REASONS, assetStatusText } from '@padron/contract/assets'
import type { FleetQuery, VehicleFilter } from '@padron/contract/catalogue'
import { COUNTRIES, type Country } from '@padron/contract/countries'
import { RESOURCE_TYPES, statusText, typeName } from '@padron/contract/resources'
import { stateName } from '@padron/contract/states'
import { fieldTitle, VEHICLE_FIELDS, type VehicleFieldName } from '@padron/contract/vehicle-fields'
import { daysOf, listOf } from '../catalogue/catalogue.filters.ts'

export type Said = readonly [what: string, value: string]

const anyOf = (wanted: number | readonly number[], say: (id: number) => string): string =>
  (listOf(wanted) ?? []).map(say).join(' o ')

const isField = (key: string): key is VehicleFieldName => VEHICLE_FIELDS.some(({ field }) => field === key)
const reasonText = (id: number): string => ACQUISITION_REASONS.find((reason) => reason.id === id)?.text ?? `${id}`

const statuses = (asset: NonNullable<VehicleFilter['vehicleAsset']>, country: Country): Said[] =>
  RESOURCE_TYPES.flatMap(({ id, column }): Said[] => {
    const wanted = column ? asset[column] : undefined
    return wanted === undefined ? [] : [[typeName(id, country), anyOf(wanted, statusText)]]
  })

const texts = (filter: VehicleFilter, country: Country): Said[] => {
  const groups = [filter.vehicleAsset, filter.rfc, filter.lessor, filter.brand, filter.model, filter.vehicleInfo]
  return groups
    .flatMap((group) => Object.entries(group ?? {}))
    .flatMap(([key, value]): Said[] => {
      if (!isField(key)) return []
      if (typeof value === 'number') return [[fieldTitle(key, country), String(value)]]
      return typeof value === 'string' && value.trim() ? [[fieldTitle(key, country), `contiene «${value.trim()}»`]] : []
    })
}

const dates = ({ dateFilters = [] }: FleetQuery, country: Country): Said[] =>
  dateFilters.map((date) => {
    const { from, to } = daysOf(date)
    const said = [from ? `desde ${from}` : '', to ? `hasta ${to}` : ''].filter(Boolean).join(' ')
    return [fieldTitle(date.dateParameter, country), said]
  })

const tagWords = (tagId: number, tagNames?: ReadonlyMap<number, string>): string =>
  tagNames ? (tagNames.get(tagId) ?? `etiqueta ${tagId} (eliminada)`) : `etiqueta ${tagId}`

/** @param tagNames of the filter's tags, where they still exist; undefined for whoever may not know them */
export const queryWords = (query: FleetQuery, country: Country, tagNames?: ReadonlyMap<number, string>): Said[] => {
  const { vehicleAsset: asset = {}, state, assetHistoric, tags = [] } = query.vehicleClass
  const said: Said[] = []
  if (assetHistoric?.assetStatusId !== undefined)
    said.push(['Estatus', anyOf(assetHistoric.assetStatusId, assetStatusText)])
  const { replacing, replacedBy, historicGroupUUID } = assetHistoric ?? {}
  if (replacing !== undefined) said.push(['Reemplaza a', `número ${replacing}`])
  if (replacedBy !== undefined) said.push(['Reemplazado por', `número ${replacedBy}`])
  if (historicGroupUUID !== undefined) said.push(['Historia de reemplazos', historicGroupUUID])
  if (asset.vehicleAssetId !== undefined) said.push(['Vehículo', `número ${asset.vehicleAssetId}`])
  if (asset.acquisitionReasonId !== undefined)
    said.push(['Motivo de alta', anyOf(asset.acquisitionReasonId, reasonText)])
  if (state?.stateId !== undefined) said.push([COUNTRIES[country].state, anyOf(state.stateId, stateName)])
  said.push(...texts(query.vehicleClass, country), ...dates(query, country), ...statuses(asset, country))
  said.push(...filterWords(query.vehicleClass, country).map(({ title, value }): Said => [title, value]))
  if (tags.length > 0) said.push(['Etiquetas', tags.map(({ tagId }) => tagWords(tagId, tagNames)).join(' o ')])
  return said
}
