// Sets the tags of one vehicle. It writes only tags that are added or removed, so that the audit log shows only those.
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { refuse } from '../errors/http-problem.ts'

/** @returns whether anything changed @throws 422 if a tag is not the company's */
export const writeTagsOf = async (
  tx: Tx,
  tenantId: number,
  vehicleId: number,
  tagIds: readonly number[],
): Promise<boolean> => {
  const ids = [...new Set(tagIds)]
  const { rows } = await sql<{ known: number }>`
    select count(*)::int as known
    from tag
    where tenant_id = ${tenantId} and tag_id = any(${ids}::bigint[])`.execute(tx)
  if (rows[0]?.known !== ids.length) throw refuse(422, 'Una de las etiquetas ya no existe.', 'vehicleClass.tags')
  // Inserted before the removal: a user who sees only vehicles with some tags cannot tag a vehicle that has none of
  // them.
  const come = await sql`
    insert into vehicle_tag (tag_id, vehicle_id)
    select t, ${vehicleId}
    from unnest(${ids}::bigint[]) t
    on conflict do nothing`.execute(tx)
  const removal = await sql`
    delete from vehicle_tag
    where tenant_id = ${tenantId} and vehicle_id = ${vehicleId} and tag_id <> all(${ids}::bigint[])`.execute(tx)
  return removal.numAffectedRows !== 0n || come.numAffectedRows !== 0n
}
