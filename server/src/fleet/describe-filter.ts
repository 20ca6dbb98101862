// Describes a fleet query in words, for the second sheet of a workbook and the first page of a report.
import { acquisitionReasonText, assetStatusText } from '@padron/contract/assets'
import type { ChosenQuery, FleetQuery, VehicleFilter } from '@padron/contract/catalogue/filter'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { stateName } from '@padron/contract/places/states'
import { RESOURCE_TYPES, statusText, typeName } from '@padron/contract/resources'
import { countOf, vehiclesText } from '@padron/contract/texts/count-of'
import { numericDay } from '@padron/contract/texts/day-texts'
import { filterWords } from '@padron/contract/texts/filter-texts'
import { fieldTitle, VEHICLE_FIELDS, type VehicleFieldName } from '@padron/contract/vehicles/fields'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { TAG_WORDS } from './tag-list-sql.ts'
import { daysOf, toList } from './where.ts'

export type Criterion = readonly [what: string, value: string]

const anyOf = (ids: number | readonly number[], textOf: (id: number) => string): string =>
  (toList(ids) ?? []).map(textOf).join(' o ')

const isField = (key: string): key is VehicleFieldName => VEHICLE_FIELDS.some(({ field }) => field === key)

const statuses = (asset: NonNullable<VehicleFilter['vehicleAsset']>, country: Country): Criterion[] =>
  RESOURCE_TYPES.flatMap(({ id, column }): Criterion[] => {
    const ids = column ? asset[column] : undefined
    return ids === undefined ? [] : [[typeName(id, country), anyOf(ids, statusText)]]
  })

const texts = (filter: VehicleFilter, country: Country): Criterion[] => {
  const groups = [filter.vehicleAsset, filter.rfc, filter.lessor, filter.brand, filter.model, filter.vehicleInfo]
  return groups
    .flatMap((group) => Object.entries(group ?? {}))
    .flatMap(([key, value]): Criterion[] => {
      if (!isField(key)) return []
      if (typeof value === 'number') return [[fieldTitle(key, country), String(value)]]
      return typeof value === 'string' && value.trim() ? [[fieldTitle(key, country), `contiene «${value.trim()}»`]] : []
    })
}

const dates = ({ dateFilters = [] }: FleetQuery, country: Country): Criterion[] =>
  dateFilters.map((date) => {
    const { from, to } = daysOf(date)
    const range = [from ? `desde ${numericDay(from)}` : '', to ? `hasta ${numericDay(to)}` : '']
      .filter(Boolean)
      .join(' ')
    return [fieldTitle(date.dateParameter, country), range]
  })

const tagWords = (tagId: number, tagNames?: ReadonlyMap<number, string>): string =>
  tagNames ? (tagNames.get(tagId) ?? `etiqueta ${tagId} (eliminada)`) : `etiqueta ${tagId}`

/** @param tagNames names of the filter's tags that still exist; undefined for users who may not read tags */
export const describeFilter = (
  query: ChosenQuery,
  country: Country,
  tagNames?: ReadonlyMap<number, string>,
): Criterion[] => {
  const { vehicleAsset: asset = {}, state, assetHistoric, tags = [] } = query.vehicleClass
  const criteria: Criterion[] = []
  const { ids, except = [] } = query
  if (ids) criteria.push(['Selección', `${countOf(ids.length, 'vehículo elegido', 'vehículos elegidos')} en la lista`])
  if (except.length > 0) criteria.push(['Selección', `sin ${vehiclesText(except.length)}`])
  if (assetHistoric?.assetStatusId !== undefined)
    criteria.push(['Estatus', anyOf(assetHistoric.assetStatusId, assetStatusText)])
  const { replacing, replacedBy, historicGroupUUID } = assetHistoric ?? {}
  if (replacing !== undefined) criteria.push(['Reemplaza a', `número ${replacing}`])
  if (replacedBy !== undefined) criteria.push(['Reemplazado por', `número ${replacedBy}`])
  if (historicGroupUUID !== undefined) criteria.push(['Historia de reemplazos', historicGroupUUID])
  if (asset.vehicleAssetId !== undefined) criteria.push(['Vehículo', `número ${asset.vehicleAssetId}`])
  if (asset.acquisitionReasonId !== undefined)
    criteria.push(['Motivo de alta', anyOf(asset.acquisitionReasonId, acquisitionReasonText)])
  if (state?.stateId !== undefined) criteria.push([COUNTRIES[country].state, anyOf(state.stateId, stateName)])
  criteria.push(...texts(query.vehicleClass, country), ...dates(query, country), ...statuses(asset, country))
  criteria.push(...filterWords(query.vehicleClass, country).map(({ title, value }): Criterion => [title, value]))
  if (tags.length > 0) criteria.push(['Etiquetas', tags.map(({ tagId }) => tagWords(tagId, tagNames)).join(' o ')])
  return criteria
}

/** The names of the filter's tags in the format of workbooks. */
export const tagNamesOf = async (tx: Tx, tenantId: number, query: FleetQuery): Promise<ReadonlyMap<number, string>> => {
  const ids = (query.vehicleClass.tags ?? []).map(({ tagId }) => tagId)
  const { rows } = await sql<{ id: number; name: string }>`
    select g.tag_id as id, ${TAG_WORDS} as name
    from tag g
    join tag_category c on c.tenant_id = g.tenant_id and c.tag_category_id = g.tag_category_id
    where g.tenant_id = ${tenantId} and g.tag_id = any(${ids}::bigint[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
