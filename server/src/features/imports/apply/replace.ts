// Replaces vehicles as the form does one by one: the old vehicle gets its status and a link to the new one; the new
// one gets its data and, where the row sets none, the holder and the tags of the old one.
import { REPLACEMENT } from '@padron/contract/vehicles/rules'
import { sql } from 'kysely'
import { bitOf, columnForField, EDITABLE_FIELDS, type StoredField } from '../columns.ts'
import { refuseKnown } from './add.ts'
import { type Applied, type ApplyContext, rangesOf, VEHICLE_IDS } from './context.ts'
import { lockTargets, orStale, refuseNewInUse, toWrite } from './targets.ts'
import { lockImportTags, makeTags, tagVehicles, untagVehicles } from './write-tags.ts'

type Range = { from: number; to: number }

const DOING = 'Reemplazando vehículos'
/** Fields that a new vehicle inherits from the one it replaces if its row leaves them blank. */
const INHERITED: readonly StoredField[] = ['stateId', 'taxIdentifier', 'rfcName', 'lessorName']

/** Stores both vehicles of each row for undo: the old one with `before`, the new one without. */
const storeBefore = async (context: ApplyContext): Promise<void> => {
  const { tx, tenantId, importId } = context
  await sql`
    insert into vehicle_import_change (import_id, vehicle_id, row_number, row_version, before)
    select r.import_id, v.vehicle_id, r.row_number, v.row_version + 1,
      jsonb_build_object('assetStatusId', jsonb_build_array(v.asset_status_id))
    from vehicle_import_row r
    join vehicle v on v.tenant_id = r.tenant_id and v.vehicle_id = r.target_id
    where ${toWrite(context)}`.execute(tx)
  await sql`
    insert into vehicle_import_change (tenant_id, import_id, vehicle_id, row_number, row_version)
    select ${tenantId}, ${importId}, nextval(${VEHICLE_IDS}), row_number, 1
    from (select r.row_number from vehicle_import_row r where ${toWrite(context)} order by 1) r`.execute(tx)
}

/**
 * New vehicles `n` with their rows `r`. `offset 0` makes the planner look the row up by key: it has no statistics about
 * a table that was just filled.
 */
const pairs = ({ tenantId, importId }: ApplyContext, range?: Range) => sql`
  (select * from vehicle_import_change where tenant_id = ${tenantId} and import_id = ${importId} and before is null
    ${range ? sql`and row_number between ${range.from} and ${range.to}` : sql``}) n
  cross join lateral (
    select *
    from vehicle_import_row r
    where r.tenant_id = n.tenant_id and r.import_id = n.import_id and r.row_number = n.row_number
    offset 0) r`

/** Runs before new vehicles are inserted: a new plate may be that of an old vehicle. */
const retireRange = (context: ApplyContext, range: Range): Promise<unknown> =>
  sql`update vehicle v set asset_status_id = r.replacement_reason_id, replaced_by = n.vehicle_id,
      historic_group = coalesce(v.historic_group, gen_random_uuid()), row_version = v.row_version + 1,
      updated_at = now()
    from ${pairs(context, range)} where v.tenant_id = r.tenant_id and v.vehicle_id = r.target_id`.execute(context.tx)

const newValue = (field: StoredField) => {
  const rowValue = sql.ref(`r.${columnForField(field)}`)
  if (!INHERITED.includes(field)) return rowValue
  return sql`
    case when (r.given & ${sql.lit(bitOf(field))}) <> 0 then ${rowValue} else ${sql.ref(`o.${columnForField(field)}`)} end`
}

const bringRange = (context: ApplyContext, range: Range): Promise<unknown> =>
  sql`
    insert into vehicle (vehicle_id, replacing, historic_group, acquisition_reason_id,
      ${sql.join(EDITABLE_FIELDS.map((field) => sql.ref(columnForField(field))))})
      overriding system value
    select n.vehicle_id, o.vehicle_id, o.historic_group, ${REPLACEMENT}::smallint, ${sql.join(EDITABLE_FIELDS.map(newValue))}
    from ${pairs(context, range)}
    join vehicle o on o.tenant_id = r.tenant_id and o.vehicle_id = r.target_id
    order by r.row_number`.execute(context.tx)

const tagNew = async (context: ApplyContext): Promise<void> => {
  const { tx, importId } = context
  await makeTags(tx, importId)
  await untagVehicles(tx, importId)
  await tagVehicles(tx, importId)
  await sql`
    insert into vehicle_tag (tag_id, vehicle_id)
    select t.tag_id, n.vehicle_id
    from ${pairs(context)}
    join vehicle_tag t on t.tenant_id = r.tenant_id and t.vehicle_id = r.target_id
    where r.tags is null`.execute(tx)
}

const firstOf = async ({ tx, tenantId, importId }: ApplyContext): Promise<number | undefined> => {
  const { rows } = await sql<{ first: number | null }>`
    select min(vehicle_id) as first
    from vehicle_import_change
    where tenant_id = ${tenantId} and import_id = ${importId} and before is null`.execute(tx)
  return rows[0]?.first ?? undefined
}

export const applyReplace = (context: ApplyContext): Promise<Applied> =>
  orStale(async () => {
    const { tx, importId, fileName, onProgress } = context
    await lockImportTags(context)
    await lockTargets(context)
    await storeBefore(context)
    const ranges = await rangesOf(tx, importId, 'changed')
    const total = ranges.reduce((sum, { rows }) => sum + rows, 0)
    let halves = 0
    const step = async (
      range: Range & { rows: number },
      work: (context: ApplyContext, range: Range) => Promise<unknown>,
    ) => {
      await onProgress(Math.floor(halves / 2), total, DOING)
      await work(context, range)
      halves += range.rows
    }
    // The old vehicle references the new one before the new one is inserted.
    await sql`set constraints vehicle_replaced_by_fkey deferred`.execute(tx)
    for (const range of ranges) await step(range, retireRange)
    // The new plates are free now that the old vehicles are inactive.
    await refuseNewInUse(context, 'changed')
    await refuseKnown(context.tx, context.tenantId, context.importId)
    // The audit entry of each new vehicle names the file (008-imports.sql).
    await sql`select set_config('app.import', ${fileName}, true)`.execute(tx)
    for (const range of ranges) await step(range, bringRange)
    await tagNew(context)
    await sql`select set_config('app.import', '', true)`.execute(tx)
    return { created: total, changed: 0, replaced: total, firstNew: await firstOf(context) }
  })
