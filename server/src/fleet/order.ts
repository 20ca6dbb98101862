// The order of a vehicle list as SQL. It is total: the field, then the plate, then the id. Texts sort without case and
// accents. Blank and unknown values come last in both directions.
import type { SortField } from '@padron/contract/vehicles/fields'
import { VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import { type RawBuilder, sql } from 'kysely'
import { STATUS_SQL } from '../db/status-columns.ts'
import { FIELD_SQL } from './fields.ts'

const folded = (column: string) => `fold(${column}) collate "C"`

/** The names of a vehicle's tags in alphabetical order, as one text. */
const TAG_NAMES = `(
  select string_agg(fold(t.tag_name), ', ' order by fold(t.tag_name) collate "C")
  from vehicle_tag vt
  join tag t on t.tenant_id = vt.tenant_id and t.tag_id = vt.tag_id
  where vt.tenant_id = v.tenant_id and vt.vehicle_id = v.vehicle_id) collate "C"`

/** The expression that each field is sorted by. */
export const SORT_SQL = {
  ...Object.fromEntries(
    VEHICLE_FIELDS.map(({ field, kind }) => [field, kind === 'text' ? folded(FIELD_SQL[field]) : FIELD_SQL[field]]),
  ),
  ...Object.fromEntries(Object.entries(STATUS_SQL).map(([field, column]) => [field, `v.${column}`])),
  plate: FIELD_SQL.plate, // the expression of its index; it has no case and no accents
  stateName: `(select ${folded('s.state_name')} from state s where s.state_id = v.state_id)`,
  tags: TAG_NAMES,
  debt: 'v.debt_total',
  assetStatusId: 'v.asset_status_id',
  acquisitionReasonId: 'v.acquisition_reason_id',
} as Readonly<Record<SortField, string>>

export type Direction = 'asc' | 'desc'

/** Two fields have an index of their own, in which the plate does not follow. */
const ENDS: Partial<Record<SortField, string[]>> = { plate: ['v.vehicle_id'], debt: ['v.vehicle_id'] }

/** @param backwards the reverse order */
export const orderBy = (
  field: SortField = 'plate',
  direction: Direction = 'asc',
  backwards = false,
): RawBuilder<unknown> => {
  const way = backwards ? opposite(direction) : direction
  // A plate is never blank; with `nulls last` its index could not be read backwards.
  const blanks = field === 'plate' ? '' : ` nulls ${backwards ? 'first' : 'last'}`
  const ends = ENDS[field] ?? ['v.plate', 'v.vehicle_id']
  return sql.raw([`${SORT_SQL[field]} ${way}${blanks}`, ...ends.map((expression) => `${expression} ${way}`)].join(', '))
}

export const opposite = (direction: Direction = 'asc'): Direction => (direction === 'asc' ? 'desc' : 'asc')
