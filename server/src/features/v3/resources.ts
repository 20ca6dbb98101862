// The resources that programs read: their tables and fields.
import { v3Name } from '@padron/contract/v3/vehicles'
import { STATUS_FIELDS, WRITABLE_FIELDS } from '@padron/contract/vehicles/fields'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { firstIdAt } from '../../db/periods/periods.ts'
import { STATUS_SQL } from '../../db/status-columns.ts'
import { FIELD_SQL } from '../../fleet/fields.ts'
import { visibleVehicle } from '../../fleet/row.ts'
import { samePart } from '../../jobs/result-file.ts'
import type { Resource } from './list.ts'

const STATUSES = sql.raw(STATUS_FIELDS.map((field) => `'${field}', v.${STATUS_SQL[field]}`).join(', '))
const TAG_IDS = sql`(
  select coalesce(json_agg(t.tag_id order by t.tag_id), '[]')
  from vehicle_tag t
  where t.tenant_id = v.tenant_id and t.vehicle_id = v.vehicle_id)`

/** Also for a transaction that changes a vehicle and therefore sees the whole fleet. */
const seen = (column: string) => visibleVehicle(column, sql`and (not is_scoped() or in_part(r.vehicle_id))`)

/** @param tags whether the reader may see the tags of a vehicle */
export const vehicleResource = (tags: boolean): Resource => ({
  rows: sql`vehicle`,
  as: 'v',
  key: [['v.vehicle_id', 'bigint']],
  changedAt: 'v.changed_at',
  fields: {
    id: sql.ref('v.vehicle_id'),
    ...Object.fromEntries(WRITABLE_FIELDS.map(({ field }) => [v3Name(field), sql.raw(FIELD_SQL[field])])),
    taxIdentifierType: sql.ref('v.tax_identifier_type'),
    stateId: sql.ref('v.state_id'),
    statusId: sql.ref('v.asset_status_id'),
    acquisitionReasonId: sql.ref('v.acquisition_reason_id'),
    replacedBy: seen('v.replaced_by'),
    replacing: seen('v.replacing'),
    tagIds: tags ? TAG_IDS : sql`null`,
    statuses: sql`json_build_object(${STATUSES})`,
    debtTotal: sql`v.debt_total::float8`,
    debtsWithoutAmount: sql.ref('v.debt_without_amount'),
    checkedAt: sql.ref('v.processed_at'),
    version: sql.ref('v.row_version'),
    createdAt: sql.ref('v.created_at'),
    changedAt: sql.ref('v.changed_at'),
  },
})

export const DEBTS: Resource = {
  rows: sql`debt`,
  as: 'd',
  joins: sql`join resource r on r.resource_id = d.resource_id`,
  key: [
    ['d.vehicle_id', 'bigint'],
    ['d.resource_id', 'integer'],
    ['d.debt_key', 'text'],
  ],
  changedAt: 'd.changed_at',
  fields: {
    id: sql`debt_id(d.vehicle_id, d.resource_id, d.debt_key)`,
    vehicleId: sql.ref('d.vehicle_id'),
    resourceId: sql.ref('d.resource_id'),
    resourceTypeId: sql.ref('d.resource_type_id'),
    source: sql.ref('r.resource_name'),
    debtKey: sql.ref('d.debt_key'),
    folio: sql.ref('d.folio'),
    description: sql.ref('d.description'),
    status: sql`case
      when d.ended_at is null then 'open'
      else coalesce(d.ended_as, 'vanished') end`,
    issuedOn: sql.ref('d.issued_day'),
    notifiedOn: sql.ref('d.notified_on'),
    total: sql`d.total::float8`,
    discount: sql`d.discount::float8`,
    surcharge: sql`d.surcharge::float8`,
    units: sql`d.units::float8`,
    unit: sql.ref('d.unit'),
    isElectronic: sql.ref('d.electronic'),
    markedPaidAt: sql`case when d.mark_refuted_at is null then d.marked_paid_at end`,
    firstSeenAt: sql.ref('d.first_seen_at'),
    lastSeenAt: sql.ref('d.last_seen_at'),
    endedAt: sql.ref('d.ended_at'),
    changedAt: sql.ref('d.changed_at'),
  },
}

/** There is no index of changed checks, because every check would have to update it. */
const CHECKS_LOOKED_AT = 100_000

export const CHECKS: Resource = {
  rows: sql`vehicle_resource`,
  as: 'f',
  joins: sql`join resource r on r.resource_id = f.resource_id`,
  key: [
    ['f.vehicle_id', 'bigint'],
    ['f.resource_id', 'integer'],
  ],
  changedAt: 'f.changed_at',
  looksAt: CHECKS_LOOKED_AT,
  fields: {
    id: sql`f.vehicle_id || '.' || f.resource_id`,
    vehicleId: sql.ref('f.vehicle_id'),
    resourceId: sql.ref('f.resource_id'),
    resourceTypeId: sql.ref('f.resource_type_id'),
    source: sql.ref('r.resource_name'),
    statusId: sql.ref('f.status_id'),
    debtTotal: sql`f.debt_total::float8`,
    debtsWithoutAmount: sql.ref('f.debt_without_amount'),
    answeredAt: sql.ref('f.good_at'),
    freshUntil: sql.ref('f.fresh_until'),
    checkedAt: sql.ref('f.last_at'),
    outcome: sql.ref('f.last_outcome'),
    capturedAt: sql.ref('f.captured_at'),
    changedAt: sql.ref('f.changed_at'),
  },
}

/** Captures are few among hundreds of thousands of nightly checks. */
const RUNS_LOOKED_AT = 100_000
const of = (field: string) => sql`(
  select ${sql.ref(`r.${field}`)}
  from resource r
  where r.resource_id = c.captured_resource)`

/** An id has the time at which a process created it, within its transaction; the clocks of processes differ. */
const CLOCKS_DIFFER_MS = 5 * 60_000
const capturedSince = (moment: string) =>
  sql`c.run_id >= ${firstIdAt(new Date(Date.parse(moment) - CLOCKS_DIFFER_MS))}::uuid`

export const CAPTURES: Resource = {
  rows: sql`(select r.*, uuid_extract_timestamp(r.run_id) as changed_at from check_run r)`,
  as: 'c',
  key: [['c.run_id', 'uuid']],
  changedAt: 'c.changed_at',
  looksAt: RUNS_LOOKED_AT,
  only: sql`c.origin = 'capture'`,
  keysSince: capturedSince,
  fields: {
    id: sql.ref('c.run_id'),
    vehicleId: sql.ref('c.vehicle_id'),
    resourceId: sql.ref('c.captured_resource'),
    resourceTypeId: of('resource_type_id'),
    source: of('resource_name'),
    statusId: sql`(
      select x.status_id
      from check_result x
      where x.tenant_id = c.tenant_id and x.run_id = c.run_id and x.resource_id = c.captured_resource)`,
    seenAt: sql.ref('c.started_at'),
    capturedBy: sql`c.captured_by->>'name'`,
    proofs: sql`(
      select count(*)::int
      from evidence_file e
      where e.tenant_id = c.tenant_id and e.run_id = c.run_id)`,
    changedAt: sql.ref('c.changed_at'),
  },
}

export const DOCUMENTS: Resource = {
  rows: sql`document`,
  as: 'd',
  joins: sql`join document_type t on t.tenant_id = d.tenant_id and t.document_type_id = d.document_type_id`,
  key: [['d.document_id', 'bigint']],
  changedAt: 'd.changed_at',
  fields: {
    id: sql.ref('d.document_id'),
    vehicleId: sql.ref('d.vehicle_id'),
    documentTypeId: sql.ref('d.document_type_id'),
    documentTypeName: sql.ref('t.type_name'),
    name: sql.ref('d.document_name'),
    expiresOn: sql.ref('d.expires_on'),
    fileVersion: sql.ref('d.current_version'),
    version: sql.ref('d.row_version'),
    createdAt: sql.ref('d.created_at'),
    removedAt: sql.ref('d.removed_at'),
    changedAt: sql.ref('d.changed_at'),
  },
}

export const OBLIGATIONS: Resource = {
  rows: sql`obligation`,
  as: 'o',
  key: [
    ['o.vehicle_id', 'bigint'],
    ['o.source_key', 'text'],
  ],
  changedAt: 'o.changed_at',
  fields: {
    id: sql`obligation_id(o.tenant_id, o.vehicle_id, o.source_key)`,
    vehicleId: sql.ref('o.vehicle_id'),
    kind: sql.ref('o.kind'),
    dueOn: sql.ref('o.due_on'),
    title: sql.ref('o.title'),
    detail: sql.ref('o.detail'),
    amount: sql`o.amount::float8`,
    resourceId: sql.ref('o.resource_id'),
    documentId: sql.ref('o.document_id'),
    source: sql.ref('o.told_by'),
    lastSeenAt: sql.ref('o.told_at'),
    changedAt: sql.ref('o.changed_at'),
  },
}

export const REPORTS: Resource = {
  rows: sql`scheduled_report`,
  as: 'p',
  joins: sql`join company k on k.tenant_id = p.tenant_id
    left join email_setting s on s.tenant_id = p.tenant_id`,
  key: [['p.report_id', 'bigint']],
  changedAt: 'p.changed_at',
  fields: {
    id: sql.ref('p.report_id'),
    name: sql.ref('p.report_name'),
    kind: sql.ref('p.kind'),
    recipients: sql.ref('p.mails'),
    frequency: sql.ref('p.frequency'),
    sendDay: sql.ref('p.send_day'),
    sendHour: sql.ref('p.send_hour'),
    viewId: sql.ref('p.view_id'),
    filter: sql.ref('p.filter'),
    emptyPolicy: sql.ref('p.empty_policy'),
    isActive: sql.ref('p.active'),
    nextAt: sql`case when p.active and s.active and k.suspended_at is null then p.next_at end`,
    lastAt: sql.ref('p.last_at'),
    lastOutcome: sql.ref('p.last_outcome'),
    lastVehicles: sql.ref('p.last_vehicles'),
    version: sql.ref('p.row_version'),
    createdAt: sql.ref('p.created_at'),
    changedAt: sql.ref('p.changed_at'),
  },
}

/**
 * Data about a run's reports that decides what is returned: which files exist, and whether they are about the same part
 * of the fleet.
 */
export const reportRuns = (tx: Tx): Resource => ({
  rows: sql`report_round`,
  as: 'o',
  joins: sql`join queue_item q on q.tenant_id = o.tenant_id and q.queue_item_id = o.queue_item_id`,
  key: [['o.queue_item_id', 'uuid']],
  changedAt: 'o.changed_at',
  fields: {
    id: sql.ref('o.queue_item_id'),
    origin: sql.ref('o.origin'),
    startedAt: sql.ref('o.at'),
    finishedAt: sql.ref('q.finished_at'),
    error: sql`case when q.cancelled then 'Cancelado' else q.error_message end`,
    reports: sql`json_build_object('outcomes', o.outcomes, 'files', case
      when ${samePart(tx)} then array(
        select f.file_id
        from report_file f
        where f.tenant_id = o.tenant_id and f.queue_item_id = o.queue_item_id and f.until > now())
      else '{}' end)`,
    changedAt: sql.ref('o.changed_at'),
  },
})

export const WEBHOOKS: Resource = {
  rows: sql`webhook`,
  as: 'w',
  joins: sql`join app_user u on u.tenant_id = w.tenant_id and u.user_id = w.user_id`,
  key: [['w.webhook_id', 'bigint']],
  changedAt: 'w.changed_at',
  fields: {
    id: sql.ref('w.webhook_id'),
    name: sql.ref('w.webhook_name'),
    url: sql.ref('w.url'),
    events: sql.ref('w.events'),
    isActive: sql.ref('w.active'),
    offReason: sql.ref('w.off_reason'),
    savedBy: sql.ref('u.username'),
    lastDeliveredAt: sql.ref('w.last_delivered_at'),
    lastFailedAt: sql.ref('w.last_failed_at'),
    version: sql.ref('w.row_version'),
    createdAt: sql.ref('w.created_at'),
    changedAt: sql.ref('w.changed_at'),
  },
}

/** Condition on notice `n`: the deleted row does not exist again. */
export const STAYS_DELETED = sql`case n.kind
  when 'vehicle' then not exists (
    select from vehicle v where v.tenant_id = n.tenant_id and v.vehicle_id = n.vehicle_id)
  when 'debt' then not exists (
    select
    from debt d
    where d.tenant_id = n.tenant_id and d.vehicle_id = n.vehicle_id
      and debt_id(d.vehicle_id, d.resource_id, d.debt_key) = n.resource_key)
  when 'obligation' then not exists (
    select
    from obligation o
    where o.tenant_id = n.tenant_id and o.vehicle_id = n.vehicle_id
      and obligation_id(o.tenant_id, o.vehicle_id, o.source_key) = n.resource_key)
  when 'check' then not exists (
    select
    from vehicle_resource f
    where f.tenant_id = n.tenant_id and f.vehicle_id = n.vehicle_id
      and f.vehicle_id || '.' || f.resource_id = n.resource_key)
  when 'document' then not exists (
    select from document d where d.tenant_id = n.tenant_id and d.document_id = n.resource_key::bigint)
  when 'tag' then not exists (
    select from tag t where t.tenant_id = n.tenant_id and t.tag_id = n.resource_key::bigint)
  else true end`

export const DELETIONS: Resource = {
  rows: sql`deletion_notice`,
  as: 'n',
  key: [['n.deletion_notice_id', 'bigint']],
  changedAt: 'n.changed_at',
  fields: {
    id: sql.ref('n.resource_key'),
    kind: sql.ref('n.kind'),
    vehicleId: sql.ref('n.vehicle_id'),
    changedAt: sql.ref('n.changed_at'),
  },
}
