// Compares plates, VINs and identifiers with each other and with the fleet: one query per rule, whatever the number of
// rows.
import { ACTIVE, ASSET_STATUSES } from '@padron/contract/assets'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { addNotes, rowName, TAKES_PART } from '../reading/staging.ts'

type Identifier = { field: 'plate' | 'vin' | 'customId'; column: string; one: string }

export const IDENTIFIERS: readonly Identifier[] = [
  { field: 'plate', column: 'plate', one: 'La placa %s' },
  { field: 'vin', column: 'vin', one: 'El VIN %s' },
  { field: 'customId', column: 'custom_id', one: 'El identificador %s' },
]

/** Status texts by id, for messages: `s(id, text)`. */
export const STATUS_NAMES = sql`(values ${sql.join(
  ASSET_STATUSES.map(({ id, text }) => sql`(${sql.lit(id)}::smallint, ${text}::text)`),
)}) as s(id, text)`

/** Notes the same value on two rows of the file, even if one of them is refused for another reason. */
export const noteDuplicates = async (tx: Tx, sheets: readonly string[]): Promise<void> => {
  for (const { field, column, one } of IDENTIFIERS) {
    const own = sql.ref(`r.${column}`)
    await addNotes(
      tx,
      field,
      'error',
      sql`
        select r.row_number,
          format(${`${one} ya está en la fila %s.`}::text, ${own}, ${rowName(sql`f.first_row`, sheets)})
        from (
          select ${own} as value, min(r.row_number) as first_row
          from import_stage r
          where ${own} is not null and ${TAKES_PART}
          group by 1
          having count(*) > 1) f
        join import_stage r on ${own} = f.value and r.row_number <> f.first_row and ${TAKES_PART}`,
    )
  }
}

/**
 * Notes values that an active vehicle of the company already has.
 * @param except a condition on `v`, that vehicle: it may keep the value
 */
export const noteInUse = async (tx: Tx, tenantId: number, except = sql`false`): Promise<void> => {
  for (const { field, column, one } of IDENTIFIERS) {
    await addNotes(
      tx,
      field,
      'error',
      sql`
        select r.row_number,
          format(${`${one} ya es de un vehículo activo de su flota.`}::text, v.${sql.ref(column)})
        from import_stage r
        join vehicle v on v.tenant_id = ${tenantId} and v.${sql.ref(column)} = ${sql.ref(`r.${column}`)}
          and v.asset_status_id = ${sql.lit(ACTIVE)}
        where ${TAKES_PART} and not (${except})`,
    )
  }
}

/**
 * A VIN always means the same vehicle: registering it again would silently bring back a vehicle that a user removed. A
 * plate may pass to another vehicle.
 */
export const noteInactive = async (tx: Tx, tenantId: number): Promise<void> => {
  const inactive = (column: 'plate' | 'vin') => sql`
    import_stage r join lateral (
      select v.plate, v.vin, s.text as status, v.replaced_by is not null as replaced
      from vehicle v
      join ${STATUS_NAMES} on s.id = v.asset_status_id
      where v.tenant_id = ${tenantId}
        and v.${sql.ref(column)} = ${sql.ref(`r.${column}`)}
        and v.asset_status_id <> ${sql.lit(ACTIVE)}
      order by v.vehicle_id desc limit 1) v on ${TAKES_PART}`
  await addNotes(
    tx,
    'vin',
    'error',
    sql`
      select r.row_number,
        format('El VIN %s ya está en su flota, dado de baja (%s, placa %s). ', v.vin, v.status, v.plate) || case
        when v.replaced
      then 'Fue reemplazado por otro vehículo y no vuelve a darse de alta.'
      else 'Un alta no lo reactiva: use la plantilla de edición con la palabra «Reactivar».' end
      from ${inactive('vin')}`,
  )
  await addNotes(
    tx,
    'plate',
    'warning',
    sql`
      select r.row_number,
        format('La placa %s fue de otro vehículo de su flota, dado de baja (%s, VIN %s).', v.plate, v.status,
        v.vin)
      from ${inactive('plate')} where v.vin is distinct from r.vin`,
  )
}
