// The job of 'Borrar todo': deletes the vehicles that existed when it was requested, one batch per transaction; each
// batch is archived first. A run that dies leaves whole batches behind, and the next one continues.
import { QUEUE_ID } from '@padron/contract/queue'
import { numberText } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import { bulkAsTenant } from '../../db/client.ts'
import { touchFleet } from '../../db/fleet-version.ts'
import { deleteBatch, vehiclesUntil } from '../../fleet/archive/archive.ts'
import type { JobKind } from '../../jobs/job.ts'

export type DeleteAllPayload = Record<string, never>
const DOING = 'Borrando vehículos'

export const deleteAll: JobKind = {
  queueId: QUEUE_ID.deleteAll,
  needs: [],
  cancellable: false,
  run: async ({ db, item, progress, progressIn }) => {
    const { tenantId, itemId, createdAt, actor } = item
    const startState = await bulkAsTenant(db, tenantId, async (tx) => {
      await sql`
        insert into deletion (deletion_id, who) values (${itemId}, ${actor.name})
        on conflict do nothing`.execute(tx)
      const { rows } = await sql<{
        n: number
      }>`select vehicles as n from deletion where tenant_id = ${tenantId} and deletion_id = ${itemId}`.execute(tx)
      return { done: rows[0]?.n ?? 0, left: await vehiclesUntil(tx, tenantId, createdAt) }
    })
    const total = startState.done + startState.left
    let done = startState.done
    await progress(done, total, DOING)
    for (;;) {
      const before = done
      const batch = await bulkAsTenant(
        db,
        tenantId,
        async (tx) => {
          const deletedCount = await deleteBatch(tx, tenantId, itemId, createdAt)
          await progressIn(tx, before + deletedCount, Math.max(total, before + deletedCount), DOING)
          if (deletedCount > 0) await touchFleet(tx, tenantId)
          return deletedCount
        },
        actor,
      )
      if (batch === 0) break
      done += batch
    }
    const count = `${numberText(done)} ${done === 1 ? 'vehículo borrado' : 'vehículos borrados'}`
    return { message: `${count}. Soporte puede recuperarlos durante 30 días.` }
  },
}
