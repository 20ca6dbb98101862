// Deletes notices of deletions and keys of repeated calls once their time is over, in batches so that locks are short.
import { DELETIONS_DAYS, IDEMPOTENCY_HOURS } from '@padron/contract/v3'
import { sql } from 'kysely'
import { asSystem, type Db } from '../../db/client.ts'

const AT_ONCE = 10_000
const BATCHES = 100

const EXPIRED = [
  sql`delete from deletion_notice where (tenant_id, deletion_notice_id) in (
    select tenant_id, deletion_notice_id
    from deletion_notice
    where changed_at < now() - make_interval(days => ${DELETIONS_DAYS})
    limit ${AT_ONCE})`,
  sql`delete from idempotency_key where (tenant_id, requester, key) in (
    select tenant_id, requester, key
    from idempotency_key
    where created_at < now() - make_interval(hours => ${IDEMPOTENCY_HOURS})
    limit ${AT_ONCE})`,
]

export const deleteExpiredNotices = async (db: Db): Promise<void> => {
  for (const statement of EXPIRED)
    for (let batch = 0; batch < BATCHES; batch++) {
      const gone = await asSystem(db, (tx) => statement.execute(tx))
      if (Number(gone.numAffectedRows ?? 0) < AT_ONCE) break
    }
}
