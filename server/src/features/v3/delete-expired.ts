// Deletes notices of deletions and keys of repeated calls once their time is over.
import { DELETIONS_DAYS, IDEMPOTENCY_HOURS } from '@padron/contract/v3/texts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'

export const deleteExpiredNotices = async (db: Db): Promise<void> => {
  await deleteInBatches(
    db,
    'deletion_notice',
    ['tenant_id', 'deletion_notice_id'],
    sql`
      select tenant_id, deletion_notice_id
      from deletion_notice
      where changed_at < now() - make_interval(days => ${DELETIONS_DAYS})`,
  )
  await deleteInBatches(
    db,
    'idempotency_key',
    ['tenant_id', 'requester', 'key'],
    sql`
      select tenant_id, requester, key
      from idempotency_key
      where created_at < now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`,
  )
}
