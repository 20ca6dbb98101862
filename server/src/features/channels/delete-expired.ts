// Deletes expired deliveries in batches, so that locks are short, and channels that were deleted days ago.
import { CHANNEL_RETENTION_DAYS } from '@padron/contract/channels'
import { sql } from 'kysely'
import { asSystem, type Db } from '../../db/client.ts'

const AT_ONCE = 10_000
const BATCHES = 100
const RESTORABLE_DAYS = 7

export const deleteExpiredChannels = async (db: Db): Promise<void> => {
  await asSystem(db, (tx) =>
    sql`delete from channel where removed_at < now() - make_interval(days => ${RESTORABLE_DAYS})`.execute(tx),
  )
  for (let batch = 0; batch < BATCHES; batch++) {
    const gone = await asSystem(db, (tx) =>
      sql`delete from channel_delivery where (tenant_id, delivery_id) in (
        select tenant_id, delivery_id
        from channel_delivery
        where created_at < now() - make_interval(days => ${CHANNEL_RETENTION_DAYS})
        limit ${AT_ONCE})`.execute(tx),
    )
    if (Number(gone.numAffectedRows ?? 0) < AT_ONCE) break
  }
}
