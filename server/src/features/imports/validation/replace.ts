// Validates a replacement: vehicles that were replaced already or do not match their row, and new vehicles that exist
// already.
import { ACTIVE } from '@padron/contract/assets'
import { FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { addNotes, TAKES_PART } from '../reading/staging.ts'
import { noteDuplicates, noteInactive, noteInUse, STATUS_NAMES } from './identifiers.ts'
import { matched, matchTargets, noteTargets } from './targets.ts'

const KEYS = { plate: sql.ref('r.current_plate'), vin: sql.ref('r.current_vin') }

/** A condition on `v`: the same file replaces it, so that its plate and VIN become free. */
const REPLACED = sql`exists (
  select from import_match g
  join import_stage x using (row_number)
  where g.target_id = v.vehicle_id and not x.omitted and not x.blank)`

export const validateReplace = async (tx: Tx, tenantId: number, sheets: readonly string[]): Promise<void> => {
  await matchTargets(tx, tenantId, KEYS)
  await noteTargets(tx, KEYS, { plate: 'currentPlate', vin: 'currentVin' }, sheets)
  await addNotes(
    tx,
    null,
    'error',
    sql`
      select r.row_number, ${FORM_TEXTS.replaced}::text
      from ${matched(tenantId)}
      where v.replaced_by is not null and ${TAKES_PART}`,
  )
  for (const [column, field, name] of [
    ['plate', 'currentPlate', 'la placa'],
    ['vin', 'currentVin', 'el VIN'],
  ] as const) {
    await addNotes(
      tx,
      field,
      'error',
      sql`
        select r.row_number,
          format(${`El vehículo de esta fila tiene ${name} %s, no %s.`}::text, ${sql.ref(`v.${column}`)},
          ${sql.ref(`r.current_${column}`)})
        from ${matched(tenantId)}
        where ${TAKES_PART} and ${sql.ref(`r.current_${column}`)} <> ${sql.ref(`v.${column}`)}`,
    )
  }
  await addNotes(
    tx,
    'vin',
    'error',
    sql`
      select r.row_number, 'El VIN nuevo es el del vehículo que se reemplaza.'
      from ${matched(tenantId)}
      where ${TAKES_PART} and r.vin = v.vin`,
  )
  await addNotes(
    tx,
    'replacementReasonId',
    'warning',
    sql`
      select r.row_number,
        format('El vehículo que se reemplaza ya estaba dado de baja (%s); quedaría con el motivo del reemplazo.',
        s.text)
      from ${matched(tenantId)}
      join ${STATUS_NAMES} on s.id = v.asset_status_id
      where ${TAKES_PART} and v.asset_status_id <> ${sql.lit(ACTIVE)}`,
  )
  await noteDuplicates(tx, sheets)
  await noteInUse(tx, tenantId, REPLACED)
  await noteInactive(tx, tenantId)
}
