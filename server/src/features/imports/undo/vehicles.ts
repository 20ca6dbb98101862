// Undoes one batch: vehicles that the import created go to the archive, changed ones get their previous values.
import type { ImportKind } from '@padron/contract/imports'
import { sql } from 'kysely'
import { deleteVehicles } from '../../../fleet/archive/archive.ts'
import { assignments, changedColumns } from '../apply/changed-columns.ts'
import { recheckChanged } from '../apply/recheck-changed.ts'
import type { UndoContext, VehicleState } from './batch.ts'

const idsOf = (states: readonly VehicleState[]): number[] => states.map(({ vehicleId }) => vehicleId)

/** Support can restore them, as a deleted fleet, while the archive exists. */
const remove = async ({ tx, tenantId, itemId }: UndoContext, states: readonly VehicleState[]): Promise<void> => {
  const ids = idsOf(states.filter(({ isNew }) => isNew))
  if (ids.length === 0) return
  await sql`
    insert into deletion (deletion_id, who)
    values (${itemId}, current_actor()->>'name')
    on conflict do nothing`.execute(tx)
  await deleteVehicles(tx, { tenantId, deletionId: itemId }, ids)
}

/** Deleted tags are not restored. */
const restoreTags = async ({ tx, tenantId, importId }: UndoContext, ids: readonly number[]): Promise<void> => {
  const storedTags = sql`select d.vehicle_id, (t.id)::bigint as tag_id
    from vehicle_import_change d cross join jsonb_array_elements_text(d.before->'tagIds'->0) as t(id)
    where d.tenant_id = ${tenantId} and d.import_id = ${importId} and d.vehicle_id = any(${ids}::bigint[])`
  await sql`
    with wanted as materialized (${storedTags})
    delete from vehicle_tag t where t.tenant_id = ${tenantId} and t.vehicle_id = any(${ids}::bigint[])
      and not exists (select from wanted w where w.vehicle_id = t.vehicle_id and w.tag_id = t.tag_id)`.execute(tx)
  await sql`
    insert into vehicle_tag (tag_id, vehicle_id)
    select g.tag_id, w.vehicle_id from (${storedTags}) w join tag g on g.tenant_id = ${tenantId} and g.tag_id = w.tag_id
    on conflict do nothing`.execute(tx)
}

/** Runs after the replacing vehicle and its link are deleted. */
const restore = async (context: UndoContext, states: readonly VehicleState[]): Promise<void> => {
  const { tx, tenantId, importId } = context
  const changed = states.filter(({ isNew }) => !isNew)
  if (changed.length === 0) return
  const columns = changedColumns(changed.flatMap(({ fields }) => fields))
  await sql`
    update vehicle v
    set ${assignments(columns, 'd', ({ field, type }) => sql`(d.before->${sql.lit(field)}->>0)::${sql.raw(type)}`)}
      row_version = v.row_version + 1, updated_at = now()
    from vehicle_import_change d
    where d.tenant_id = ${tenantId} and d.import_id = ${importId} and d.vehicle_id = any(${idsOf(changed)}::bigint[])
      and v.tenant_id = d.tenant_id and v.vehicle_id = d.vehicle_id`.execute(tx)
  const tagged = changed.filter(({ fields }) => fields.includes('tagIds'))
  if (tagged.length > 0) await restoreTags(context, idsOf(tagged))
  await recheckChanged(tx, context, changed)
}

type Undo = (context: UndoContext, states: readonly VehicleState[]) => Promise<void>

const UNDO: Readonly<Record<ImportKind, Undo>> = {
  add: remove,
  edit: restore,
  // The new vehicle first: the old one may have the same plate.
  replace: async (context, states) => {
    await remove(context, states)
    await restore(context, states)
  },
}

/** Deletes their undo rows too: the remaining ones are unchanged vehicles and those still to process. */
export const undoVehicles = async (context: UndoContext, states: readonly VehicleState[]): Promise<void> => {
  if (states.length === 0) return
  await UNDO[context.kind](context, states)
  await sql`delete from vehicle_import_change where tenant_id = ${context.tenantId} and import_id = ${context.importId}
    and vehicle_id = any(${idsOf(states)}::bigint[])`.execute(context.tx)
}
