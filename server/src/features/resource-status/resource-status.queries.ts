// One query for a drawer: every resource of a vehicle with its newest good answer, the newest attempt, and its evidence.
import type { Freshness } from '@padron/contract/catalogue'
import type { ResourceResult } from '@padron/contract/resource-status'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { freshnessState } from '../../resources/freshness.ts'

export type ResourceRow = {
  resourceId: number
  resourceName: string
  typeId: number
  portalName: string
  portalUrl: string | null
  automatic: boolean
  statusId: number
  state: Freshness['state'] | null
  goodAt: string | null
  goodRunId: string | null
  lastAt: string | null
  lastOutcome: string | null
  lastMs: number | null
  result: ResourceResult[] | null
  evidence: { name: string; url: string }[] | null
}

/** Cost: a key range of vehicle_resource (about ten rows) and one key look-up each in three tables. */
export const resourceRows = async (tx: Tx, tenantId: number, vehicleId: number): Promise<ResourceRow[]> => {
  const { rows } = await sql<ResourceRow>`
    select r.resource_id as "resourceId", r.resource_name as "resourceName", r.resource_type_id as "typeId",
      p.portal_name as "portalName", p.portal_url as "portalUrl", (r.connector_key is not null and p.base_url is not null) as automatic,
      f.status_id as "statusId", case when f.last_at is null then null else ${freshnessState} end as state,
      f.good_at as "goodAt", f.good_run_id as "goodRunId", f.last_at as "lastAt", f.last_outcome as "lastOutcome",
      l.duration_ms as "lastMs", c.result, c.evidence
    from vehicle_resource f
    join resource r on r.resource_id = f.resource_id
    join portal p on p.portal_key = r.portal_key
    left join check_run l on l.tenant_id = f.tenant_id and l.run_id = f.last_run_id
    left join check_result c on c.tenant_id = f.tenant_id and c.run_id = f.good_run_id and c.resource_id = f.resource_id
    where f.tenant_id = ${tenantId} and f.vehicle_id = ${vehicleId}
    order by r.resource_id`.execute(tx)
  return rows
}

export const vehicleExists = async (tx: Tx, tenantId: number, vehicleId: number): Promise<boolean> =>
  (await tx
    .selectFrom('vehicle')
    .select('vehicle_id')
    .where('tenant_id', '=', tenantId)
    .where('vehicle_id', '=', vehicleId)
    .executeTakeFirst()) !== undefined
