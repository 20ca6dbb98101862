// Deletes expired events and deliveries, and the deliveries of deleted webhooks, in batches so that locks are short.
import { WEBHOOK_RETENTION_DAYS } from '@padron/contract/webhooks'
import { sql } from 'kysely'
import { asSystem, type Db } from '../../db/client.ts'

const AT_ONCE = 10_000
const BATCHES = 100

const OLD = sql`select d.tenant_id, d.delivery_id from webhook_delivery d
  where d.created_at < now() - make_interval(days => ${WEBHOOK_RETENTION_DAYS})
  limit ${AT_ONCE}`

/** What has no number yet has not been told. */
const OLD_EVENTS = sql`select e.tenant_id, e.log_id from webhook_event e
  where e.created_at < now() - make_interval(days => ${WEBHOOK_RETENTION_DAYS}) and e.sequence is not null
  limit ${AT_ONCE}`

/** Webhooks that deliveries name, found by skipping through an index, and of those the ones there are no more. */
const ORPHANS = sql`
  with recursive named (tenant_id, webhook_id) as (
    (select tenant_id, webhook_id from webhook_delivery order by tenant_id, webhook_id limit 1)
    union all
    select n.tenant_id, n.webhook_id
    from named, lateral (
      select d.tenant_id, d.webhook_id
      from webhook_delivery d
      where (d.tenant_id, d.webhook_id) > (named.tenant_id, named.webhook_id)
      order by d.tenant_id, d.webhook_id
      limit 1) n)
  select d.tenant_id, d.delivery_id
  from named n
  join webhook_delivery d on d.tenant_id = n.tenant_id and d.webhook_id = n.webhook_id
  where not exists (select from webhook w where w.tenant_id = n.tenant_id and w.webhook_id = n.webhook_id)
  limit ${AT_ONCE}`

const EXPIRED = [
  sql`delete from webhook_delivery where (tenant_id, delivery_id) in (${OLD})`,
  sql`delete from webhook_delivery where (tenant_id, delivery_id) in (${ORPHANS})`,
  sql`delete from webhook_event where (tenant_id, log_id) in (${OLD_EVENTS})`,
]

export const deleteExpiredEvents = async (db: Db): Promise<void> => {
  for (const statement of EXPIRED)
    for (let batch = 0; batch < BATCHES; batch++) {
      const gone = await asSystem(db, (tx) => statement.execute(tx))
      if (Number(gone.numAffectedRows ?? 0) < AT_ONCE) break
    }
}
