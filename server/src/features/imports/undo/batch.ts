// Locks and reads the next vehicles of an import to undo. Vehicles that changed since stay unchanged.
import { ACTIVE } from '@padron/contract/assets'
import type { ImportKind } from '@padron/contract/imports'
import type { Country } from '@padron/contract/places/countries'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { IDENTIFIERS } from '../validation/identifiers.ts'

export type UndoContext = {
  tx: Tx
  tenantId: number
  country: Country
  importId: string
  kind: ImportKind
  /** The id of the archived deletion. */
  itemId: string
}

export type Holder = { id: number; what: (typeof IDENTIFIERS)[number]['field'] }

/** The current state of a vehicle that the import created, changed or replaced. */
export type VehicleState = {
  vehicleId: number
  rowNumber: number
  /** The import created it. */
  isNew: boolean
  present: boolean
  same: boolean
  replaced: boolean
  /** Author and time of the last change, if it changed since. */
  changedBy: string | null
  /**
   * Author and time of a manual capture for a vehicle to delete, which changes no row of the vehicle.
   */
  capturedBy: string | null
  /** The same of the last document of a vehicle to delete. */
  documentBy: string | null
  /** The fields to restore, and active vehicles that now have its plate, VIN or identifier. */
  fields: string[]
  holders: Holder[]
}

/** Rows of the sheet per batch; a row of a replacement has two vehicles. */
const ROWS_AT_ONCE: Readonly<Record<ImportKind, number>> = { add: 1_000, edit: 1_000, replace: 500 }

const of = ({ tenantId, importId }: UndoContext, alias: string) =>
  sql`${sql.ref(`${alias}.tenant_id`)} = ${tenantId} and ${sql.ref(`${alias}.import_id`)} = ${importId}`

/** The former values of vehicle `v`, as `w`. */
const RESTORED_VALUES = sql`lateral (select
    case when d.before ? 'plate' then d.before->'plate'->>0 else v.plate end as plate,
    case when d.before ? 'vin' then d.before->'vin'->>0 else v.vin end as vin,
    case when d.before ? 'customId' then d.before->'customId'->>0 else v.custom_id end as custom_id,
    case
      when d.before ? 'assetStatusId' then (d.before->'assetStatusId'->>0)::int
      else v.asset_status_id end as asset_status_id) w`

/** Whether another vehicle may now have its identifiers. */
const MAY_CLASH = sql`d.before ?| '{plate,vin,customId,assetStatusId}' and w.asset_status_id = ${sql.lit(ACTIVE)}`

/**
 * Other active vehicles with its former identifiers. Looked up by each value and checked afterwards (offset 0): for a
 * newly imported fleet the planner estimates one active vehicle, and would scan all of them.
 */
const HOLDERS = sql.join(
  IDENTIFIERS.map(
    ({ field, column }) => sql`select jsonb_build_object('id', a.vehicle_id, 'what', ${sql.lit(field)}::text) as holder
      from (select o.vehicle_id, o.asset_status_id from vehicle o
        where o.tenant_id = v.tenant_id and ${sql.ref(`o.${column}`)} = ${sql.ref(`w.${column}`)} offset 0) a
      where a.asset_status_id = ${sql.lit(ACTIVE)} and a.vehicle_id <> v.vehicle_id`,
  ),
  sql` union all `,
)

/** The next rows of the sheet, by number. */
const nextRows = async (context: UndoContext): Promise<number[]> => {
  const { rows } = await sql<{ row: number }>`
    select distinct d.row_number as row from vehicle_import_change d where ${of(context, 'd')} and d.skip_reason is null
    order by 1 limit ${ROWS_AT_ONCE[context.kind]}`.execute(context.tx)
  return rows.map(({ row }) => row)
}

const vehiclesOf = async (context: UndoContext, numbers: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select d.vehicle_id as id
    from vehicle_import_change d
    where ${of(context, 'd')} and d.row_number = any(${numbers}::int[])`.execute(context.tx)
  return rows.map(({ id }) => id)
}

/** Rows whose new vehicles have the former identifiers of others, which are undone together. */
const entwinedRows = async (context: UndoContext, states: readonly VehicleState[]): Promise<number[]> => {
  const known = new Set(states.map(({ vehicleId }) => vehicleId))
  const holders = states.flatMap((each) => each.holders.map(({ id }) => id)).filter((id) => !known.has(id))
  if (context.kind !== 'replace' || holders.length === 0) return []
  const { rows } = await sql<{ row: number }>`
    select d.row_number as row from vehicle_import_change d
    where ${of(context, 'd')}
      and d.vehicle_id = any(${holders}::bigint[])
      and d.before is null
      and d.skip_reason is null`.execute(context.tx)
  return rows.map(({ row }) => row)
}

/** Locks vehicles to delete as for a deletion. */
const lock = ({ tx, tenantId, kind }: UndoContext, ids: readonly number[]): Promise<unknown> =>
  sql`select count(*) from (
      select vehicle_id from vehicle where tenant_id = ${tenantId} and vehicle_id = any(${ids}::bigint[])
      order by vehicle_id for ${sql.raw(kind === 'edit' ? 'no key update' : 'update')}) locked`.execute(tx)

const LAST_CHANGE = sql`(
  select format('%s, el %s', a.who, to_char(a.at at time zone c.time_zone, 'DD/MM/YYYY "a las" HH24:MI'))
  from activity a join company c on c.tenant_id = a.tenant_id
  where a.tenant_id = d.tenant_id and a.subject_kind = 'vehicle' and a.subject_id = d.vehicle_id
  order by a.activity_id desc
  limit 1)`

const LAST_CAPTURE = sql`(
  select format('%s, el %s', r.captured_by->>'name',
    to_char(r.started_at at time zone c.time_zone, 'DD/MM/YYYY "a las" HH24:MI'))
  from check_run r join company c on c.tenant_id = r.tenant_id
  where r.tenant_id = d.tenant_id and r.vehicle_id = d.vehicle_id and r.origin = 'capture'
  order by r.started_at desc
  limit 1)`

const LAST_DOCUMENT = sql`(
  select format('%s, el %s', n.who, to_char(n.uploaded_at at time zone c.time_zone, 'DD/MM/YYYY "a las" HH24:MI'))
  from document o
  join document_version n on n.tenant_id = o.tenant_id and n.document_id = o.document_id
  join company c on c.tenant_id = o.tenant_id
  where o.tenant_id = d.tenant_id and o.vehicle_id = d.vehicle_id and o.removed_at is null
  order by n.uploaded_at desc
  limit 1)`

const readStates = async (context: UndoContext, ids: readonly number[]): Promise<VehicleState[]> => {
  const { rows } = await sql<VehicleState>`
    select d.vehicle_id as "vehicleId", d.row_number as "rowNumber", d.before is null as "isNew",
      v.vehicle_id is not null as present, coalesce(v.row_version = d.row_version, false) as same,
      v.replaced_by is not null as replaced, case
        when v.row_version <> d.row_version then ${LAST_CHANGE} end as "changedBy",
      case when d.before is null then ${LAST_CAPTURE} end as "capturedBy",
      case when d.before is null then ${LAST_DOCUMENT} end as "documentBy",
      array(select jsonb_object_keys(d.before)) as fields,
      case
        when ${MAY_CLASH} then (select coalesce(jsonb_agg(holder), '[]') from (${HOLDERS}) h)
        else '[]' end as holders
    from vehicle_import_change d left join vehicle v on v.tenant_id = d.tenant_id and v.vehicle_id = d.vehicle_id
    cross join ${RESTORED_VALUES}
    where ${of(context, 'd')} and d.vehicle_id = any(${ids}::bigint[]) order by d.vehicle_id`.execute(context.tx)
  return rows
}

const readLockedStates = async (context: UndoContext, numbers: readonly number[]): Promise<VehicleState[]> => {
  const ids = await vehiclesOf(context, numbers)
  await lock(context, ids)
  const states = await readStates(context, ids)
  const more = await entwinedRows(context, states)
  return more.length > 0 ? readLockedStates(context, [...numbers, ...more]) : states
}

/** @returns all vehicles of the next rows; empty when done */
export const nextStates = async (context: UndoContext): Promise<VehicleState[]> => {
  const numbers = await nextRows(context)
  return numbers.length > 0 ? readLockedStates(context, numbers) : []
}
