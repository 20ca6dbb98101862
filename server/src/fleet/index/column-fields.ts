// The fields that can be a column: all that people enter and that a list sorts or filters by. Statuses and debts change
// too often to be cached; the database answers those.
import { type SortField, VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import { FIELD_SQL } from '../fields.ts'
import { SORT_SQL } from '../order.ts'

/** `tagIds` and `stateId` are only filtered by; the other names are those of the sort fields. */
export type ColumnField = Exclude<SortField, `${string}Status` | 'debt'> | 'tagIds' | 'stateId'

const DIGITS = 6
const number = (column: string) => `lpad(${column}::text, ${DIGITS}, '0')`
/** A number as text of fixed length, so that the text order is the numeric order. */
export const numberText = (value: number): string => `${value}`.padStart(DIGITS, '0')

const KINDS = {
  text: (sql: string) => sql,
  number,
  day: (sql: string) => `${sql}::text`,
  moment: (sql: string) => `${sql}::text`,
}

/**
 * Each field as a text that sorts as the field does. Timestamps are in UTC, the time zone of every connection. `v` is
 * the vehicle, `s` its state.
 */
export const COLUMN_SQL = {
  ...Object.fromEntries(VEHICLE_FIELDS.map(({ field, kind }) => [field, KINDS[kind](FIELD_SQL[field])])),
  stateName: 's.state_name',
  stateId: number('v.state_id'),
  assetStatusId: number('v.asset_status_id'),
  acquisitionReasonId: number('v.acquisition_reason_id'),
  tags: SORT_SQL.tags,
  tagIds: `(select string_agg(',' || vt.tag_id, '' order by vt.tag_id) || ',' from vehicle_tag vt
    where vt.tenant_id = v.tenant_id and vt.vehicle_id = v.vehicle_id)`,
} as Readonly<Record<ColumnField, string>>

export const isColumnField = (field: SortField): field is SortField & ColumnField => field in COLUMN_SQL
