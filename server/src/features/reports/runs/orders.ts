// Which reports a job sends: those of its payload that still exist, as defined now, or the trial of a definition.
import type { ReportDefinition, ReportFilter } from '@padron/contract/reports/definition'
import type { EmptyPolicy, ReportKind } from '@padron/contract/reports/rules'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'

/** Reports that are due or sent by hand; or a trial that goes to its requester. */
type Trial = { test: ReportDefinition; to: string; scopeUserId?: number | null }
export type RunPayload = { reportIds: readonly number[]; dueAt?: string } | Trial

export type Order = {
  /** Undefined for a trial. */
  reportId: number | undefined
  name: string
  kind: ReportKind
  mails: readonly string[]
  channelIds: readonly number[]
  viewId: number | null
  filter: ReportFilter
  emptyPolicy: EmptyPolicy
  /** End of the period that the last email covered. */
  changesFrom: string | null
  /** The report's version when it was read. */
  version: number
  /** Content permissions of the user who saved it last; null: not recorded, or a trial. */
  contentRoles: readonly string[] | null
  /** The author, if they saw only a part of the fleet: the report covers that part. */
  scopeUserId: number | null
}

const trialOrder = ({ test: { name, kind, viewId, filter, emptyPolicy }, to, scopeUserId }: Trial): Order => ({
  reportId: undefined,
  name,
  kind,
  mails: [to],
  channelIds: [],
  viewId,
  filter,
  emptyPolicy,
  changesFrom: null,
  version: 0,
  contentRoles: null,
  scopeUserId: scopeUserId ?? null,
})

const COLUMNS = sql`
  r.report_id as "reportId", r.report_name as name, r.kind, r.mails, r.channel_ids as "channelIds",
    r.view_id as "viewId", r.filter,
    r.empty_policy as "emptyPolicy", r.changes_from as "changesFrom", r.row_version as version,
    r.content_roles as "contentRoles", r.scope_user_id as "scopeUserId"`
/**
 * A scheduled run sends only while the report and the company's sending are on; a user may send a report by hand
 * anyway.
 */
const SENDS = sql`and r.active and exists (select from email_setting s where s.tenant_id = r.tenant_id and s.active)`
const sends = (payload: RunPayload) => ('dueAt' in payload && payload.dueAt !== undefined ? SENDS : sql``)

/** A report that was switched off or deleted meanwhile is left out. */
export const readOrders = async (tx: Tx, tenantId: number, payload: RunPayload): Promise<Order[]> => {
  if ('test' in payload) return [trialOrder(payload)]
  const { rows } = await sql<Order>`
    select ${COLUMNS}
    from scheduled_report r
    where r.tenant_id = ${tenantId} and r.report_id = any(${[...payload.reportIds]}::bigint[])
      ${sends(payload)} order by fold(r.report_name), r.report_id`.execute(tx)
  return rows
}

/**
 * Reads the order again and locks its report until the transaction ends.
 * @returns undefined if it must no longer be sent
 */
export const lockOrder = async (
  tx: Tx,
  tenantId: number,
  payload: RunPayload,
  order: Order,
): Promise<Order | undefined> => {
  if (order.reportId === undefined) return order
  const { rows } = await sql<Order>`
    select ${COLUMNS}
    from scheduled_report r
    where r.tenant_id = ${tenantId} and r.report_id = ${order.reportId}
      ${sends(payload)} for update of r`.execute(tx)
  return rows[0]
}
