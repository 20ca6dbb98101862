// Validates an edit workbook against the fleet: rows whose plate and VIN are not their vehicle's (some columns were
// sorted or pasted alone), values that another vehicle has, and «Activo» on an inactive vehicle, which does not
// reactivate it.
import { ACTIVE } from '@padron/contract/assets'
import { REACTIVATE } from '@padron/contract/template/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { bitOf } from '../columns.ts'
import { addNotes, rowName, TAKES_PART } from '../reading/staging.ts'
import { IDENTIFIERS } from './identifiers.ts'
import { matched, matchTargets, noteTargets } from './targets.ts'

export const isPresent = (field: Parameters<typeof bitOf>[0]): RawBuilder<unknown> =>
  sql`(r.given & ${sql.lit(bitOf(field))}) <> 0`

/** The status that the vehicle would have; «Activo» alone does not reactivate it. */
export const NEW_STATUS = sql`case
  when not ${isPresent('assetStatusId')} then v.asset_status_id
  when r.asset_status_id = ${sql.lit(ACTIVE)}
    and v.asset_status_id <> ${sql.lit(ACTIVE)}
    and not r.reactivate then v.asset_status_id
  else r.asset_status_id end`

const KEYS = { plate: sql.ref('r.plate'), vin: sql.ref('r.vin') }

/** Notes identifiers that the file gives to more than one active vehicle. */
const noteDuplicates = async (tx: Tx, tenantId: number, sheets: readonly string[]): Promise<void> => {
  for (const { field, column, one } of IDENTIFIERS) {
    const newValue = sql`case when ${isPresent(field)} then ${sql.ref(`r.${column}`)} else ${sql.ref(`v.${column}`)} end`
    await addNotes(
      tx,
      field,
      'error',
      sql`select row_number, format(${`${one} quedaría también en la fila %s.`}::text, value,
          ${rowName(sql`first_row`, sheets)}) from (
          select r.row_number, ${newValue} as value, ${sql.ref(`v.${column}`)} as own,
            min(r.row_number) over (partition by ${newValue}) as first_row
          from ${matched(tenantId)}
          where ${TAKES_PART} and ${NEW_STATUS} = ${sql.lit(ACTIVE)} and ${newValue} is not null) w
        where row_number <> first_row`,
    )
  }
}

/**
 * Notes values that another active vehicle has now, even if the same file changes that vehicle: this needs two files,
 * one after the other.
 */
const noteInUse = async (tx: Tx, tenantId: number): Promise<void> => {
  for (const { field, column, one } of IDENTIFIERS) {
    const newValue = sql`case when ${isPresent(field)} then ${sql.ref(`r.${column}`)} else ${sql.ref(`v.${column}`)} end`
    await addNotes(
      tx,
      field,
      'error',
      sql`
        select r.row_number,
          format(${`${one} es ahora de otro vehículo activo de su flota (ID %s).`}::text, o.${sql.ref(column)},
          o.vehicle_id)
        from ${matched(tenantId)} join vehicle o on o.tenant_id = ${tenantId} and o.${sql.ref(column)} = ${newValue}
          and o.asset_status_id = ${sql.lit(ACTIVE)} and o.vehicle_id <> v.vehicle_id
        where ${TAKES_PART} and ${NEW_STATUS} = ${sql.lit(ACTIVE)}
          and (${newValue} is distinct from ${sql.ref(`v.${column}`)} or v.asset_status_id <> ${sql.lit(ACTIVE)})`,
    )
  }
}

export const validateEdit = async (tx: Tx, tenantId: number, sheets: readonly string[]): Promise<void> => {
  await matchTargets(tx, tenantId, KEYS)
  await noteTargets(tx, KEYS, { plate: 'plate', vin: 'vin' }, sheets)
  await addNotes(
    tx,
    'vehicleAssetId',
    'error',
    sql`
      select r.row_number,
        format('El ID %s es de la placa %s y el VIN %s, y la fila trae otra placa y otro VIN. '
          'Si ordenó o pegó solo algunas columnas, descargue la plantilla de nuevo.',
          v.vehicle_id, v.plate, v.vin)
      from ${matched(tenantId)}
      where ${TAKES_PART} and r.given_id is not null and r.plate <> v.plate and r.vin <> v.vin`,
  )
  await addNotes(
    tx,
    'rowVersion',
    'warning',
    sql`
      select r.row_number,
        'Alguien cambió este vehículo después de que se descargó la plantilla: revise qué se sobrescribe.'
      from ${matched(tenantId)}
      where ${TAKES_PART} and r.sheet_version is not null and r.sheet_version <> v.row_version`,
  )
  await addNotes(
    tx,
    'assetStatusId',
    'warning',
    sql`
      select r.row_number,
        ${
          'El vehículo está dado de baja y así se queda: «Activo» no lo reactiva. Si eso quiere, escriba ' +
          `«${REACTIVATE}».`
        }::text
      from ${matched(tenantId)}
      where ${TAKES_PART} and ${isPresent('assetStatusId')} and r.asset_status_id = ${sql.lit(ACTIVE)}
        and v.asset_status_id <> ${sql.lit(ACTIVE)} and not r.reactivate`,
  )
  await noteDuplicates(tx, tenantId, sheets)
  await noteInUse(tx, tenantId)
}
