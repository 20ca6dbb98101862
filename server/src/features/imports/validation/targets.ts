// Finds the vehicle of each row of an edit or a replacement, and notes rows whose vehicle is missing or repeated.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { addNotes, rowName, TAKES_PART } from '../reading/staging.ts'

export type Keys = { plate: RawBuilder<unknown>; vin: RawBuilder<unknown> }

/**
 * The vehicle with this key. Of several, those that were not replaced come first, then active ones, then the newest.
 */
const byKey = (column: 'plate' | 'vin', key: RawBuilder<unknown>, tenantId: number) => sql`
  select v.vehicle_id from vehicle v where v.tenant_id = ${tenantId} and v.${sql.ref(column)} = ${key}
  order by (v.replaced_by is null) desc, (v.asset_status_id = 1) desc, v.vehicle_id desc limit 1`

/**
 * Matches by id; without an id by VIN; without both by plate. Omitted rows are matched too, because they are displayed.
 */
export const matchTargets = async (tx: Tx, tenantId: number, { plate, vin }: Keys): Promise<void> => {
  await sql`
    insert into import_match
    select r.row_number, case
      when r.given_id is not null then i.vehicle_id
      when ${vin} is not null then n.vehicle_id
      else p.vehicle_id end
    from import_stage r
    left join vehicle i on i.tenant_id = ${tenantId} and i.vehicle_id = r.given_id
    left join lateral (${byKey('vin', vin, tenantId)}) n on r.given_id is null and ${vin} is not null
    left join lateral (${byKey('plate', plate, tenantId)}) p on r.given_id is null
      and ${vin} is null
      and ${plate} is not null`.execute(tx)
  await sql`analyze import_match`.execute(tx)
}

/** Rows with their vehicle: `r`, `m`, `v`. */
export const matched = (tenantId: number) => sql`
  import_stage r
  join import_match m using (row_number)
  join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = m.target_id`

const noteUnknown = async (tx: Tx, { plate, vin }: Keys, names: { plate: string; vin: string }): Promise<void> => {
  const unmatched = (condition: RawBuilder<unknown>) =>
    sql`
      import_stage r
      left join import_match m using (row_number)
      where m.target_id is null and ${TAKES_PART} and ${condition}`
  await addNotes(
    tx,
    'vehicleAssetId',
    'error',
    sql`
      select r.row_number, format('No hay ningún vehículo con el ID %s en su flota.', r.given_id)
      from ${unmatched(sql`r.given_id is not null`)}`,
  )
  await addNotes(
    tx,
    names.vin,
    'error',
    sql`
      select r.row_number, format('No hay ningún vehículo con el VIN %s en su flota.', ${vin})
      from ${unmatched(sql`r.given_id is null and ${vin} is not null`)}`,
  )
  await addNotes(
    tx,
    names.plate,
    'error',
    sql`
      select r.row_number, format('No hay ningún vehículo con la placa %s en su flota.', ${plate})
      from ${unmatched(sql`r.given_id is null and ${vin} is null and ${plate} is not null`)}`,
  )
}

/** @param names the fields that name the vehicle by plate and by VIN in this kind of workbook */
export const noteTargets = async (
  tx: Tx,
  keys: Keys,
  names: { plate: string; vin: string },
  sheets: readonly string[],
): Promise<void> => {
  await noteUnknown(tx, keys, names)
  await addNotes(
    tx,
    null,
    'error',
    sql`select r.row_number, format('Es el mismo vehículo que la fila %s.', ${rowName(sql`f.first_row`, sheets)})
      from (select m.target_id, min(r.row_number) as first_row
      from import_stage r
      join import_match m using (row_number)
        where m.target_id is not null and ${TAKES_PART} group by 1 having count(*) > 1) f
      join import_match m using (target_id)
      join import_stage r using (row_number)
      where r.row_number <> f.first_row and ${TAKES_PART}`,
  )
}
