// Where the console shows what a query asks for: the catalogue's own address, as web/src/features/catalogue/search.ts reads it. Pure.
import { ACTIVE } from '@padron/contract/assets'
import type { FleetQuery } from '@padron/contract/catalogue'
import { STATUS_COLUMNS } from '@padron/contract/resources'
import { daysOf, listOf, textsOf } from './catalogue.filters.ts'

type Sort = { sortBy?: string | undefined; sortFilterOrder?: string | undefined }
type Wanted = number | readonly number[] | undefined

const list = (wanted: Wanted): string => (listOf(wanted) ?? []).join(',')

/** Without a word about it the catalogue shows active vehicles. */
const statusWord = (wanted: Wanted): string => {
  const ids = listOf(wanted)
  if (!ids) return 'todos'
  return ids.length === 1 && ids[0] === ACTIVE ? '' : ids.join(',')
}

/** @param viewId the saved view that the query is of */
export const catalogueAddress = (
  { vehicleClass, dateFilters = [] }: FleetQuery,
  { sortBy = '', sortFilterOrder = '' }: Sort = {},
  viewId?: number | null,
): string => {
  const { vehicleAsset: asset = {}, state, model, vehicleInfo, tags = [], assetHistoric } = vehicleClass
  const said: [string, string][] = [
    ...textsOf(vehicleClass),
    ['year', String(model?.year ?? '')],
    ['doors', String(vehicleInfo?.doors ?? '')],
    ['states', list(state?.stateId)],
    ['status', statusWord(assetHistoric?.assetStatusId)],
    ['reasons', list(asset.acquisitionReasonId)],
    ['tags', tags.map(({ tagId }) => tagId).join(',')],
    ...STATUS_COLUMNS.map((column): [string, string] => [column, list(asset[column])]),
    ...dateFilters.map((date): [string, string] => {
      const { from = '', to = '' } = daysOf(date)
      return [date.dateParameter, `${from}..${to}`]
    }),
    ['sort', sortBy],
    ['order', sortFilterOrder],
    ['vista', String(viewId ?? '')],
  ]
  const pairs = said.filter(([, value]) => value !== '').map((pair) => pair.map(encodeURIComponent).join('='))
  return pairs.length > 0 ? `/?${pairs.join('&')}` : '/'
}
