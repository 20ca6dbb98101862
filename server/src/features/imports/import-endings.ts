// Ends of an import's job that its own run does not tell: a letter where it could not be done, and from when on it is too late to
// call it off.
import { numberText as n } from '@padron/contract/count-of'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { JobItem } from '../../jobs/job.ts'
import type { ImportPayload } from './applying.ts'

/** Rows of the sheet: in all, and those that an undoing has not come to. */
type Undoing = { total: number; left: number }

const AGAIN = 'Puede volver a pedirlo desde la misma pantalla: sigue con lo que falta.'

const undoingOf = async (tx: Tx, { tenantId }: JobItem, importId: string): Promise<Undoing | undefined> => {
  const { rows } = await sql<Undoing>`
    select (i.undone->>'total')::int as total, (select count(distinct d.row_number)::int from vehicle_import_done d
      where d.tenant_id = i.tenant_id and d.import_id = i.import_id and d.kept is null) as left
    from vehicle_import i
    where i.tenant_id = ${tenantId} and i.import_id = ${importId} and i.state = 'undoing' and i.undone is not null`.execute(
    tx,
  )
  return rows[0]
}

/** An import that is applied stays applied: what its job still does is enrol vehicles with their sources. */
export const pastCancelling = async (tx: Tx, itemIds: readonly string[]): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    select queue_item_id as id from vehicle_import
    where tenant_id = current_tenant() and queue_item_id = any(${[...itemIds]}::uuid[]) and state in ('applied', 'undoing', 'undone')`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

const WRITTEN = 'Se aplicó, pero no se terminó de preparar la consulta a las fuentes, que sigue después'

/** Applying is whole or not at all; an undoing that fails leaves what it has done. */
export const failureLetter = async (tx: Tx, item: JobItem, error: string): Promise<readonly string[]> => {
  const { importId, undo = false } = item.payload as ImportPayload
  if (!undo) return (await pastCancelling(tx, [item.itemId])).length > 0 ? [`${WRITTEN}: ${error}`] : [`No se aplicó: ${error}`]
  const undoing = await undoingOf(tx, item, importId)
  if (!undoing || undoing.left === undoing.total) return [`No se pudo deshacer: ${error}`]
  const { total, left } = undoing
  return [`No se terminó de deshacer: ${error}`, `De ${n(total)} filas ya se atendieron ${n(total - left)}; faltan ${n(left)}. ${AGAIN}`]
} // biome-ignore format: two lines of a letter
