// Registers the vehicles of a workbook: thousands of rows a statement, in the file's order.
import { ACTIVE } from '@padron/contract/assets'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { storedColumns } from '../columns.ts'
import { type Applied, type ApplyContext, rangesOf, stale, VEHICLE_IDS } from './context.ts'
import { orStale, refuseNewInUse } from './targets.ts'
import { lockImportTags, makeTags, tagVehicles } from './write-tags.ts'

/** A vehicle deleted since validation is not registered again: a VIN is one vehicle for ever. */
export const refuseKnown = async (tx: Tx, tenantId: number, importId: string): Promise<void> => {
  const { rows } = await sql<{ vin: string }>`
    select v.vin from vehicle_import_row r join vehicle v on v.tenant_id = r.tenant_id and v.vin = r.vin
    where r.tenant_id = ${tenantId}
      and r.import_id = ${importId}
      and r.action in ('new', 'changed')
      and v.vehicle_id is distinct from r.target_id
    limit 1`.execute(tx)
  if (rows[0]) throw stale(`El VIN ${rows[0].vin} ya está en su flota.`)
}

const writeRange = async (
  { tx, tenantId, importId }: ApplyContext,
  { from, to }: { from: number; to: number },
): Promise<number> => {
  const columns = sql.raw(storedColumns)
  const { rows } = await sql<{ first: number }>`
    with coming as materialized (
      select nextval(${VEHICLE_IDS}) as vehicle_id, r.row_number,
        coalesce(r.asset_status_id, ${sql.lit(ACTIVE)}) as status, ${columns}
      from (
        select *
        from vehicle_import_row
        where tenant_id = ${tenantId} and import_id = ${importId} and action = 'new'
          and row_number between ${from} and ${to}
        order by row_number) r),
    made as (
      insert into vehicle (vehicle_id, asset_status_id, ${columns}) overriding system value
      select vehicle_id, status, ${columns} from coming),
    changed as (
      insert into vehicle_import_change (import_id, vehicle_id, row_number, row_version)
      select ${importId}, vehicle_id, row_number, 1 from coming)
    select min(vehicle_id) as first from coming`.execute(tx)
  return rows[0]?.first ?? 0
}

export const applyAdd = (context: ApplyContext): Promise<Applied> =>
  orStale(async () => {
    const { tx, tenantId, importId, fileName, onProgress } = context
    await lockImportTags(context)
    await refuseNewInUse(context, 'new')
    await refuseKnown(tx, tenantId, importId)
    const ranges = await rangesOf(tx, importId, 'new')
    const total = ranges.reduce((sum, { rows }) => sum + rows, 0)
    // The audit entry of each vehicle names the file (008-imports.sql).
    await sql`select set_config('app.import', ${fileName}, true)`.execute(tx)
    let firstNew: number | undefined
    let done = 0
    for (const range of ranges) {
      await onProgress(done, total, 'Registrando vehículos')
      const first = await writeRange(context, range)
      firstNew ??= first
      done += range.rows
    }
    await makeTags(tx, importId)
    await tagVehicles(tx, importId)
    await sql`select set_config('app.import', '', true)`.execute(tx)
    return { created: total, changed: 0, replaced: 0, firstNew }
  })
