// The resources that can be ordered: a country's resources with their source, the last order and its result.
import type { ProcessableResource } from '@padron/contract/processing'
import { type RawBuilder, sql } from 'kysely'
import { nextTrySql } from '../../checks/portals/pause-sql.ts'
import { serviceSql, withService } from '../../checks/services/services.ts'
import type { Tx } from '../../db/client.ts'
import { scopeOf } from '../../db/scope.ts'

/** Open orders: those of the resource itself, and those whose checks answer for it too. */
const openOrder = sql`
  select w.queue_item_id as item, w.resource_id as ordered, wr.resource_name as name
  from resource_order w
  join queue_item q on q.tenant_id = w.tenant_id and q.queue_item_id = w.queue_item_id
  join resource wr on wr.resource_id = w.resource_id
  where w.tenant_id = current_tenant()
    and q.finished_at is null
    and (w.resource_id = r.resource_id or wr.connector_key = r.connector_key)
  order by w.resource_id <> r.resource_id, w.ordered_at desc
  limit 1`

/** Orders cover the whole fleet of the company: a user who sees a part of it has none. */
const NO_ORDER = sql`(
  select null::bigint as tenant_id, null::integer as resource_id, null::timestamptz as available_at)`
const NO_OPEN_ORDER = sql`select null::uuid as item, null::integer as ordered, null::text as name`

type Row = Omit<ProcessableResource, 'queued' | 'incident'> & {
  stateId: number | null
  failsSince: string | null
  nextTry: string | null
}

/** Past times are null; this clock decides, not the client's. */
const ahead = (time: RawBuilder<unknown>, now: Date) => {
  return sql`case when ${time} > ${now.toISOString()}::timestamptz then ${time} end`
}

/**
 * History sources are queried automatically and cannot be ordered. Cost: the company's rows of vehicle_resource once
 * (their times change with every answer, so no index has them), the rest by key.
 */
export const resourceRows = async (tx: Tx, tenantId: number, country: string, now: Date): Promise<Row[]> => {
  const isOfPart = scopeOf(tx) !== undefined
  const { rows } = await sql<Row>`
    select r.resource_id as "resourceId", r.resource_name as "resourceName", r.resource_type_id as "resourceTypeId",
      r.state_id as "stateId", p.portal_name as portal, p.portal_url as "portalUrl", ${serviceSql} as service,
      ${ahead(sql`o.available_at`, now)} as "updateDateTime", n.newest as "lastUpdate",
      coalesce(n.vehicles, 0) as vehicles, coalesce(n.due, 0) as due, q.item as "queueItemId", case
        when q.ordered <> r.resource_id then q.name end as "queuedAs", g.began_at as "failsSince",
          ${ahead(nextTrySql, now)} as "nextTry"
    from resource r ${withService}
    left join (select f.resource_id, count(*)::int as vehicles, max(f.good_at) as newest,
        (count(*) filter (where f.good_at is null or f.fresh_until <= ${now.toISOString()}::timestamptz))::int as due
        from vehicle_resource f
      where f.tenant_id = ${tenantId}
      group by f.resource_id) n on n.resource_id = r.resource_id
    left join ${isOfPart ? NO_ORDER : sql`resource_order`} o on o.tenant_id = ${tenantId} and o.resource_id = r.resource_id
    left join source_outage g on g.portal_key = r.portal_key and g.ended_at is null and ${serviceSql} = 'automatic'
    left join lateral (${isOfPart ? NO_OPEN_ORDER : openOrder}) q on true
    where r.country = ${country} and not r.retired and r.purpose = 'status'
    order by coalesce(r.state_id, 0), r.resource_id`.execute(tx)
  return rows
}

export type Orderable = {
  resourceId: number
  name: string
  typeId: number
  country: string
  retired: boolean
  past: boolean
  service: ProcessableResource['service']
  connectorKey: string | null
  availableAt: string | null
  queued: boolean
}

export const findOrderable = async (tx: Tx, tenantId: number, resourceId: number): Promise<Orderable | undefined> => {
  const { rows } = await sql<Orderable>`
    select r.resource_id as "resourceId", r.resource_name as name, r.resource_type_id as "typeId", r.country,
      r.retired, r.purpose = 'history' as past, ${serviceSql} as service, r.connector_key as "connectorKey",
      o.available_at as "availableAt", exists (${openOrder}) as queued
    from resource r ${withService}
    left join resource_order o on o.tenant_id = ${tenantId} and o.resource_id = r.resource_id
    where r.resource_id = ${resourceId}::bigint`.execute(tx)
  return rows[0]
}

/** Counts the resource's vehicles, and those with a fresh answer. Cost: the resource's range of an index. */
export const countVehicles = async (
  tx: Tx,
  tenantId: number,
  resourceId: number,
  at: Date,
): Promise<{ all: number; fresh: number }> => {
  const { rows } = await sql<{ all: number; fresh: number }>`
    select count(*)::int as all,
      (count(*) filter (where f.good_at is not null
        and f.fresh_until > ${at.toISOString()}::timestamptz))::int as fresh
    from vehicle_resource f
    where f.tenant_id = ${tenantId} and f.resource_id = ${resourceId}`.execute(tx)
  return rows[0] ?? { all: 0, fresh: 0 }
}
