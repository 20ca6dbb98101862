// A vehicle row for a workbook: flat, with only the columns that are shown. For two hundred thousand vehicles the
// list's own rows would take twice the database time and twice the memory.
import type { Freshness } from '@padron/contract/catalogue/rows'
import { STATUS_COLUMNS, type StatusColumn } from '@padron/contract/resources'
import { VEHICLE_FIELDS, type VehicleFieldName } from '@padron/contract/vehicles/fields'
import { sql } from 'kysely'
import { freshnessState } from '../../checks/store/freshness.ts'
import type { Tx } from '../../db/client.ts'
import { STATUS_SQL } from '../../db/status-columns.ts'
import { FIELD_SQL } from '../fields.ts'
import { VEHICLE_TAG_WORDS } from '../tag-list-sql.ts'
import { BY_MACHINE, MISSING, MONEY } from '../unknown-debts.ts'

type Flat = {
  vehicleId: number
  stateName: string
  assetStatusId: number
  acquisitionReasonId: number
  debtTotal: number | null
  withoutAmount: number
  /** In the format of workbooks; null without tags, or if no column shows them. */
  tags: string | null
  /** Null if no registry has answered, or if no column shows them. */
  registryDifferences: number | null
} & Readonly<Record<StatusColumn, number>> &
  Readonly<Partial<Record<VehicleFieldName, string | number | null>>>
export type ReportRow = Flat & {
  freshness: readonly Freshness[]
  /**
   * Ids of kinds of debt without a valid answer: those that are queried automatically, and those that wait for a
   * person.
   */
  missing: readonly number[]
  byHand: readonly number[]
}

/** Keys of columns: data that no chosen column shows is not read. */
export type VisibleColumns = ReadonlySet<string>

const DIFFERENCES = sql`(
  select count(distinct d.field)::int
  from vehicle_registry g
  left join lateral unnest(g.differing) d(field) on true
  where g.tenant_id = v.tenant_id and g.vehicle_id = v.vehicle_id
  having count(*) > 0)`
/** One word per checked resource: its type, the first letter of its freshness, the second of its last good answer. */
const FRESHNESS_CODES = sql`
  string_agg(f.resource_type_id || left(${freshnessState},
    1) || coalesce(floor(extract(epoch from f.good_at))::bigint::text, ''),
    ' ')
  filter (where f.last_at is not null)`
const MACHINE = sql`f.resource_id = any(array(select m.resource_id from ${BY_MACHINE} m))`
/** Kinds of debt without a valid answer, separated into automatic and manual: the rule of `debt-totals`. */
const OPEN = sql`
  string_agg(f.resource_type_id || case
    when ${MACHINE} then 'm'
    else 'h' end, ' ') filter (where ${MONEY}
    and ${MISSING})`
const SOURCES = sql`(select ${FRESHNESS_CODES} as freshness_codes, ${OPEN} as open
  from vehicle_resource f
  where f.tenant_id = v.tenant_id and f.vehicle_id = v.vehicle_id)`

const STATES: Readonly<Record<string, Freshness['state']>> = { c: 'current', o: 'old', u: 'unknown' }

/** One answer covers several types: its time is formatted once. */
let moment = { second: '', at: '' }
const instantOf = (second: string): string | null => {
  if (second === '') return null
  if (moment.second !== second) moment = { second, at: new Date(Number(second) * 1000).toISOString() }
  return moment.at
}

/** A type's number has one or two digits. */
const read = (word: string): Freshness => {
  const stateAt = STATES[word.charAt(1)] ? 1 : 2
  return {
    resourceTypeId: Number(word.slice(0, stateAt)),
    state: STATES[word.charAt(stateAt)] ?? 'unknown',
    at: instantOf(word.slice(stateAt + 1)),
  }
}

/** A type has the worst freshness of its resources and the time of the oldest. */
const freshnessOf = (codes: string | null): Freshness[] => {
  const types: Freshness[] = []
  if (codes === null) return types
  for (const word of codes.split(' ')) {
    const one = read(word)
    const known = types.find(({ resourceTypeId }) => resourceTypeId === one.resourceTypeId)
    if (!known) types.push(one)
    else {
      if (one.state > known.state) known.state = one.state // 'current' < 'old' < 'unknown'
      if (one.at && (!known.at || one.at < known.at)) known.at = one.at
    }
  }
  return types
}

const NONE: readonly never[] = []
const idsOf = (codes: string | null, whose: 'm' | 'h'): readonly number[] => {
  const words = codes?.split(' ').filter((word) => word.endsWith(whose)) ?? NONE
  return words.length === 0 ? NONE : [...new Set(words.map((word) => Number.parseInt(word, 10)))]
}

const columnsOf = (visible: VisibleColumns) => {
  const fields = VEHICLE_FIELDS.filter(({ field }) => visible.has(field)).map(
    ({ field }) => `${FIELD_SQL[field]} as "${field}"`,
  )
  const statuses = STATUS_COLUMNS.map((column) => `v.${STATUS_SQL[column]} as "${column}"`)
  return sql.raw([...fields, ...statuses].join(', '))
}

/** The rows of these ids in their order. Cost: as many keys, and about ten rows of vehicle_resource each. */
export const reportRows = async (
  tx: Tx,
  tenantId: number,
  ids: readonly number[],
  visible: VisibleColumns,
): Promise<ReportRow[]> => {
  const list = sql`${ids}::bigint[]`
  const { rows } = await sql<Flat & { freshness_codes: string | null; open: string | null }>`
    select v.vehicle_id as "vehicleId", s.state_name as "stateName", v.asset_status_id as "assetStatusId",
      v.acquisition_reason_id as "acquisitionReasonId", v.debt_total::float8 as "debtTotal",
      v.debt_without_amount as "withoutAmount", ${visible.has('tags') ? VEHICLE_TAG_WORDS : sql`null`} as tags,
      ${visible.has('registryDifferences') ? DIFFERENCES : sql`null`} as "registryDifferences",
      x.freshness_codes, x.open,
      ${columnsOf(visible)}
    from vehicle v
    join state s on s.state_id = v.state_id
    cross join lateral ${SOURCES} x
    where v.tenant_id = ${tenantId} and v.vehicle_id = any(${list})
    order by array_position(${list}, v.vehicle_id)`.execute(tx)
  return rows.map((row) =>
    Object.assign(row, {
      freshness: freshnessOf(row.freshness_codes),
      missing: idsOf(row.open, 'm'),
      byHand: idsOf(row.open, 'h'),
    }),
  )
}
