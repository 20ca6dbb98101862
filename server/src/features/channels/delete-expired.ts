// Deletes expired deliveries, and channels that were deleted days ago.
import { CHANNEL_RETENTION_DAYS } from '@padron/contract/channels'
import { sql } from 'kysely'
import { asSystem, type Db } from '../../db/client.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'

const RESTORABLE_DAYS = 7

export const deleteExpiredChannels = async (db: Db): Promise<void> => {
  await asSystem(db, (tx) =>
    sql`delete from channel where removed_at < now() - make_interval(days => ${RESTORABLE_DAYS})`.execute(tx),
  )
  await deleteInBatches(
    db,
    'channel_delivery',
    ['tenant_id', 'delivery_id'],
    sql`
      select tenant_id, delivery_id
      from channel_delivery
      where created_at < now() - make_interval(days => ${CHANNEL_RETENTION_DAYS})`,
  )
}
