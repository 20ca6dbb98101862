// The address of the catalogue screen that shows a query. web/src/features/catalogue/search.ts reads this format.
import { ACTIVE } from '@padron/contract/assets'
import type { FleetQuery, VehicleFilter } from '@padron/contract/catalogue/filter'
import { STATUS_COLUMNS } from '@padron/contract/resources'
import { EXACT_FIELDS } from '@padron/contract/vehicles/fields'
import { daysOf, listTextFilters, toList } from './where.ts'

type Sort = { sortBy?: string | undefined; sortFilterOrder?: string | undefined }
type Ids = number | readonly number[] | undefined

const list = (ids: Ids): string => (toList(ids) ?? []).join(',')

/** Without this parameter the catalogue shows active vehicles. */
const statusWord = (status: Ids): string => {
  const ids = toList(status)
  if (!ids) return 'todos'
  return ids.length === 1 && ids[0] === ACTIVE ? '' : ids.join(',')
}

type Days = { from?: string | undefined; to?: string | undefined }
const days = ({ from = '', to = '' }: Days): string => `${from}..${to}`

const totals = ({ totalFrom, totalTo }: NonNullable<VehicleFilter['debts']>): string =>
  totalFrom === undefined && totalTo === undefined ? '' : `${totalFrom ?? ''}..${totalTo ?? ''}`

/** A lone `~` is the empty field; a value that begins with `~` gets one more. */
const exactWord = (value: string | null): string => (!value ? '~' : value.startsWith('~') ? `~${value}` : value)

const yes = (flag: true | undefined): string => (flag ? '1' : '')

/** The filters that do not belong to one field. */
const additional = ({
  exact = {},
  withoutYear,
  anyStatus,
  debts,
  withoutDebts,
  due,
  stolen,
  freshness,
}: VehicleFilter): [string, string][] => {
  const ranged = Boolean(debts?.from || debts?.to)
  return [
    ...EXACT_FIELDS.map((field): [string, string] => {
      const value = exact[field]
      return [`${field}Is`, value === undefined ? '' : exactWord(value)]
    }),
    ['withoutYear', yes(withoutYear)],
    ['anyStatus', list(anyStatus)],
    ['debts', debts ? list(debts.types) || 'any' : ''],
    ['debtDays', ranged ? days(debts ?? {}) : ''],
    ['debtUndated', yes(debts?.undated)],
    ['debtMarked', yes(debts?.marked)],
    ['debtAfterStatus', yes(debts?.afterStatus)],
    ['debtTotal', totals(debts ?? {})],
    ['withoutDebts', yes(withoutDebts)],
    ['due', due?.kinds.join(',') ?? ''],
    ['dueDays', due ? days(due) : ''],
    ['dueTypes', list(due?.types)],
    ['stolenDays', stolen ? days(stolen) : ''],
    ['freshness', freshness ?? ''],
  ]
}

/** @param viewId the saved view that holds the query */
export const catalogueAddress = (
  { vehicleClass, dateFilters = [] }: FleetQuery,
  { sortBy = '', sortFilterOrder = '' }: Sort = {},
  viewId?: number | null,
): string => {
  const { vehicleAsset: asset = {}, state, model, vehicleInfo, tags = [], assetHistoric } = vehicleClass
  const params: [string, string][] = [
    ...listTextFilters(vehicleClass),
    ['year', String(model?.year ?? '')],
    ['doors', String(vehicleInfo?.doors ?? '')],
    ['states', list(state?.stateId)],
    ['status', statusWord(assetHistoric?.assetStatusId)],
    ['reasons', list(asset.acquisitionReasonId)],
    ['tags', tags.map(({ tagId }) => tagId).join(',')],
    ...STATUS_COLUMNS.map((column): [string, string] => [column, list(asset[column])]),
    ...dateFilters.map((date): [string, string] => {
      return [date.dateParameter, days(daysOf(date))]
    }),
    ...additional(vehicleClass),
    ['sort', sortBy],
    ['order', sortFilterOrder],
    ['vista', String(viewId ?? '')],
  ]
  const pairs = params.filter(([, value]) => value !== '').map((pair) => pair.map(encodeURIComponent).join('='))
  return pairs.length > 0 ? `/?${pairs.join('&')}` : '/'
}
