// One query for the drawer: every resource of a vehicle with its newest good answer, the last attempt and its
// evidence.
import type { Freshness } from '@padron/contract/catalogue/rows'
import type { Service } from '@padron/contract/processing'
import type { Change, ResourceResult, ScrapedResource } from '@padron/contract/resource-status'
import { CHANGES_PAGE } from '@padron/contract/resource-status'
import { sql } from 'kysely'
import { pauseSql } from '../../checks/portals/pause-sql.ts'
import { isAwaited } from '../../checks/services/is-awaited.ts'
import { serviceSql, withService } from '../../checks/services/services.ts'
import { evidenceRuns } from '../../checks/store/evidence-runs.ts'
import { freshnessState } from '../../checks/store/freshness.ts'
import type { Tx } from '../../db/client.ts'
import { asJsonb } from '../../db/json.ts'

export type ResourceRow = {
  plate: string
  stateId: number
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
  lastRemark: string | null
  result: ResourceResult[] | null
  evidence: { name: string; url: string }[] | null
  service: Service
  freshUntil: string | null
  queued: boolean
  outageSince: string | null
  pause: ScrapedResource['scraped']['pause']
  /** The portal that gave the answer, if its run still exists: another portal may serve the resource now. */
  answerPortal: string | null
  answerPortalUrl: string | null
  capturedBy: { id: number; name: string } | null
  capturedAt: string | null
  files: { fileId: string; name: string }[] | null
  debts: StoredDebt[] | null
  history: ScrapedResource['scraped']['history'] | null
  debtTotal: number | null
  withoutAmount: number
}

export type StoredDebt = {
  debtKey: string
  firstSeen: string
  markedAt: string | null
  markedBy: { name: string } | null
}

/**
 * Cost: a key range of vehicle_resource (about ten rows) and a key look-up each in seven tables. `offset 0` plans
 * partitioned tables separately; otherwise the planner weighs the order of ten joins for each partition (at twelve
 * partitions twice as long as the whole query).
 */
export const resourceRows = async (tx: Tx, tenantId: number, vehicleId: number): Promise<ResourceRow[]> => {
  const { rows } = await sql<ResourceRow>`
    select v.plate, v.state_id as "stateId", r.resource_id as "resourceId", r.resource_name as "resourceName",
      r.resource_type_id as "typeId", p.portal_name as "portalName", p.portal_url as "portalUrl",
      (r.connector_key is not null and p.base_url is not null) as automatic, f.status_id as "statusId", case
        when f.last_at is null then null
        else ${freshnessState} end as state,
      f.good_at as "goodAt", f.good_run_id as "goodRunId", f.last_at as "lastAt", f.last_outcome as "lastOutcome",
      l.duration_ms as "lastMs", l.remark as "lastRemark", c.result, c.evidence, ${serviceSql} as service,
      f.fresh_until as "freshUntil",
      ((d.claim_id is not null or d.priority > 0) is true or ${isAwaited(sql`r.connector_key`)}) as queued,
      o.began_at as "outageSince", ${pauseSql} as pause,
      g.captured_by as "capturedBy", g.portal_name as "answerPortal", g.portal_url as "answerPortalUrl",
      f.captured_at as "capturedAt", f.debt_total::float8 as "debtTotal", f.debt_without_amount as "withoutAmount",
      (select jsonb_agg(jsonb_build_object('fileId', e.file_id, 'name', e.file_name) order by e.file_id)
      from evidence_file e
        where e.tenant_id = f.tenant_id and e.run_id = any(${evidenceRuns})) as files,
      (select jsonb_agg(jsonb_build_object('debtKey', b.debt_key, 'firstSeen', b.first_seen_at, 'markedAt', case
        when b.mark_refuted_at is null then b.marked_paid_at end, 'markedBy', b.marked_paid_by))
        from debt b
        where b.tenant_id = f.tenant_id
          and b.vehicle_id = f.vehicle_id
          and b.resource_id = f.resource_id
          and b.ended_at is null) as debts,
      (select jsonb_agg(row)
      from vehicle_record h
      join resource hr on hr.resource_id = h.resource_id, jsonb_array_elements(h.rows) row
        where h.tenant_id = f.tenant_id
          and h.vehicle_id = f.vehicle_id
          and hr.resource_type_id = f.resource_type_id) as history
    from vehicle_resource f
    join vehicle v on v.tenant_id = f.tenant_id and v.vehicle_id = f.vehicle_id
    join resource r on r.resource_id = f.resource_id
    ${withService}
    left join lateral (select l.duration_ms, l.remark
    from check_run l
    where l.tenant_id = f.tenant_id and l.run_id = f.last_run_id
    offset 0) l on true
    left join lateral (select g.captured_by, gp.portal_name, gp.portal_url
    from check_run g
    left join portal gp on gp.portal_key = g.portal_key
      where g.tenant_id = f.tenant_id and g.run_id = f.good_run_id offset 0) g on true
    left join due_check d on d.tenant_id = f.tenant_id
      and d.vehicle_id = f.vehicle_id
      and d.connector_key = r.connector_key
    left join source_outage o on o.portal_key = r.portal_key and o.ended_at is null and r.connector_key is not null
    left join lateral (select c.result, c.evidence from check_result c
      where c.tenant_id = f.tenant_id and c.run_id = f.good_run_id and c.resource_id = f.resource_id offset 0) c on true
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

/** One page of a vehicle's events, and whether there are more. Cost: a range of check_event_vehicle. */
export const listResourceChanges = async (
  tx: Tx,
  tenantId: number,
  vehicleId: number,
  before: string | undefined,
): Promise<{ changes: Change[]; more: boolean }> => {
  const from = before
    ? sql`
      and (e.at, e.event_id) < (select at, event_id
      from check_event
      where tenant_id = ${tenantId} and event_id = ${before})`
    : sql``
  const { rows } = await sql<Change>`
    select e.event_id as "eventId", e.at as "dateTime", e.kind, e.resource_id as "resourceId",
      r.resource_name as "resourceName", e.resource_type_id as "resourceTypeId", e.first, e.folio, e.description,
      e.before::float8 as before, e.after::float8 as after, e.status_before as "statusBefore",
      e.status_after as "statusAfter"
    from check_event e
    join resource r on r.resource_id = e.resource_id
    where e.tenant_id = ${tenantId} and e.vehicle_id = ${vehicleId} ${from}
    order by e.at desc, e.event_id desc
    limit ${CHANGES_PAGE + 1}`.execute(tx)
  return { changes: rows.slice(0, CHANGES_PAGE), more: rows.length > CHANGES_PAGE }
}

/** @returns whether there is such an open debt */
export const markDebt = async (
  tx: Tx,
  tenantId: number,
  debt: { vehicleId: number; resourceId: number; debtKey: string },
  by: { id: number; name: string } | null,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update debt
    set marked_paid_at = ${by ? sql`now()` : null}, marked_paid_by = ${by ? asJsonb(by) : null},
      mark_refuted_at = null
    where tenant_id = ${tenantId}
      and vehicle_id = ${debt.vehicleId}
      and resource_id = ${debt.resourceId}::bigint
      and debt_key = ${debt.debtKey}
      and ended_at is null`.execute(tx)
  return numAffectedRows === 1n
}
