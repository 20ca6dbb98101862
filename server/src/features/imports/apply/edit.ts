// Edits vehicles from a workbook: a column changes only in the rows that set it, thousands of rows a statement.
import { ACTIVE } from '@padron/contract/assets'
import { sql } from 'kysely'
import { assignments, type ChangedColumn, changedColumns } from './changed-columns.ts'
import { type Applied, type ApplyContext, rangesOf } from './context.ts'
import { type Changed, RECHECK_FIELDS, recheckChanged } from './recheck-changed.ts'
import { lockTargets, orStale, refuseInUse, toWrite } from './targets.ts'
import { lockImportTags, makeTags, tagVehicles, untagVehicles } from './write-tags.ts'

const DOING = 'Editando vehículos'
const PREPARING = 'Preparando las consultas a las fuentes'

/** The fields that any row changes. */
const fieldsOf = async (context: ApplyContext): Promise<string[]> => {
  const { rows } = await sql<{ field: string }>`
    select distinct k as field
    from vehicle_import_row r
    cross join lateral jsonb_object_keys(r.before) k
    where ${toWrite(context)}`.execute(context.tx)
  return rows.map(({ field }) => field)
}

/**
 * Refuses an edit that would give an active vehicle an identifier of another one. Checks only rows that change the
 * identifier or the status.
 */
const refuseValuesInUse = (context: ApplyContext): Promise<void> =>
  refuseInUse(context, (field, column) => {
    const changes = (name: string) => sql`r.before ? ${sql.lit(name)}`
    const value = sql`case when ${changes(field)} then ${sql.ref(`r.${column}`)} else ${sql.ref(`v.${column}`)} end`
    return sql`select ${value} as value, v.vehicle_id as own
      from vehicle_import_row r join vehicle v on v.tenant_id = r.tenant_id and v.vehicle_id = r.target_id
      where ${toWrite(context)} and (${changes(field)} or ${changes('assetStatusId')})
        and case
          when ${changes('assetStatusId')} then r.asset_status_id
          else v.asset_status_id end = ${sql.lit(ACTIVE)}`
  })

/** Stores what undo needs, and the version that this edit gives each vehicle. */
const storeBefore = (context: ApplyContext): Promise<unknown> =>
  sql`insert into vehicle_import_change (import_id, vehicle_id, row_number, row_version, before)
    select r.import_id, r.target_id, r.row_number, r.row_version + 1, r.before
    from vehicle_import_row r
    where ${toWrite(context)}`.execute(context.tx)

const writeRange = (
  context: ApplyContext,
  columns: readonly ChangedColumn[],
  range: { from: number; to: number },
): Promise<unknown> =>
  sql`update vehicle v set ${assignments(columns, 'r', ({ column }) => sql.ref(`r.${column}`))}
      row_version = v.row_version + 1, updated_at = now()
    from vehicle_import_row r
    where ${toWrite(context, range)} and v.tenant_id = r.tenant_id and v.vehicle_id = r.target_id`.execute(context.tx)

const recheckedVehicles = async (context: ApplyContext): Promise<Changed[]> => {
  const by = sql`${[...RECHECK_FIELDS]}::text[]`
  const { rows } = await sql<Changed>`
    select r.target_id as "vehicleId", array(select k from unnest(${by}) k where r.before ? k) as fields
    from vehicle_import_row r where ${toWrite(context)} and r.before ?| ${by} order by r.target_id`.execute(context.tx)
  return rows
}

export const applyEdit = (context: ApplyContext): Promise<Applied> =>
  orStale(async () => {
    const { tx, importId, onProgress } = context
    await lockImportTags(context)
    await lockTargets(context)
    await refuseValuesInUse(context)
    await storeBefore(context)
    const fields = await fieldsOf(context)
    const columns = changedColumns(fields)
    const ranges = await rangesOf(tx, importId, 'changed')
    const total = ranges.reduce((sum, { rows }) => sum + rows, 0)
    let done = 0
    for (const range of ranges) {
      await onProgress(done, total, DOING)
      await writeRange(context, columns, range)
      done += range.rows
    }
    if (fields.includes('tags')) {
      await makeTags(tx, importId)
      await untagVehicles(tx, importId)
      await tagVehicles(tx, importId)
    }
    await recheckChanged(tx, context, await recheckedVehicles(context), () => onProgress(done, total, PREPARING))
    return { created: 0, changed: total, replaced: 0, firstNew: undefined }
  })
