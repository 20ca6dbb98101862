// Deletes expired events and deliveries, and the deliveries of deleted webhooks.
import { WEBHOOK_RETENTION_DAYS } from '@padron/contract/webhooks'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'

const OLD = sql`select d.tenant_id, d.delivery_id from webhook_delivery d
  where d.created_at < now() - make_interval(days => ${WEBHOOK_RETENTION_DAYS})`

/** An event without a number has not been sent. */
const OLD_EVENTS = sql`select e.tenant_id, e.log_id from webhook_event e
  where e.created_at < now() - make_interval(days => ${WEBHOOK_RETENTION_DAYS}) and e.sequence is not null`

/** Deliveries of webhooks that no longer exist. A skip scan of an index finds the webhooks that have deliveries. */
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
  where not exists (select from webhook w where w.tenant_id = n.tenant_id and w.webhook_id = n.webhook_id)`

const DELIVERY = ['tenant_id', 'delivery_id']

export const deleteExpiredEvents = async (db: Db): Promise<void> => {
  await deleteInBatches(db, 'webhook_delivery', DELIVERY, OLD)
  await deleteInBatches(db, 'webhook_delivery', DELIVERY, ORPHANS)
  await deleteInBatches(db, 'webhook_event', ['tenant_id', 'log_id'], OLD_EVENTS)
}
