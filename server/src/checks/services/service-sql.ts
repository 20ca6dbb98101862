// Who answers for a resource in this installation, as SQL. A decision that nobody asks it by machine stands over its
// connector; what no connector serves and no machine may ask is a person's from the start; a connector without an
// address to ask is nobody yet.
import type { Service } from '@padron/contract/processing'
import { sql } from 'kysely'

/** `r` is the resource, `p` its portal, `s` the installation's decision, which may be absent. */
export const serviceSql = sql<Service>`case
  when s.resource_id is not null and s.connector_key is null then 'manual'
  when r.connector_key is null and r.mode = 'manual' then 'manual'
  when r.connector_key is not null and p.base_url is not null then 'automatic' else 'none' end`

/** What `serviceSql` reads. */
export const withService = sql`
  join portal p on p.portal_key = r.portal_key left join resource_service s on s.resource_id = r.resource_id`
