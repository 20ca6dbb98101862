// Writes definitions of scheduled reports, for the screen and for the workbook.
import type { Role } from '@padron/contract/permissions'
import { type ReportDefinition, ReportFilter } from '@padron/contract/reports/definition'
import { type FirstSend, REPORTS_AT_MOST } from '@padron/contract/reports/rules'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { asJsonb } from '../../../db/json.ts'
import { scopeOf } from '../../../db/scope.ts'
import { refuse } from '../../../errors/http-problem.ts'
import { contentRolesOf } from '../../../jobs/report-file.ts'
import { filterAfter, storedFilter } from './rules.ts'
import { type Dates, datesOf, type StoredSchedule } from './schedule.ts'

/** A report as it is stored, with its dates. */
export type StoredReport = StoredSchedule &
  Omit<ReportDefinition, keyof StoredSchedule | 'channels'> & {
    reportId: number
    /** As stored; `filter` is empty if this release cannot read it. */
    rawFilter: ReportFilter
    /** Those that exist; empty for a user who sees a part of the fleet. */
    channelIds: number[]
    version: number
    /** The author, if they saw only a part of the fleet. */
    scopeUserId: number | null
  }

const NAME_IN_USE = 'Ya existe un reporte programado con ese nombre.'
export const TOO_MANY = `Una empresa tiene ${REPORTS_AT_MOST} reportes programados como máximo; elimine alguno.`

/** Allows one writer of a company's reports at a time. */
export const lockReports = async (tx: Tx, tenantId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('report ' || ${tenantId}::bigint, 0))`.execute(tx)
}

const LIVE_CHANNELS = sql`array(
  select c.channel_id
  from channel c
  where c.tenant_id = r.tenant_id and c.channel_id = any(r.channel_ids) and c.removed_at is null)`

const select = async (
  tx: Tx,
  tenantId: number,
  reportId: number | undefined,
  hold: boolean,
): Promise<StoredReport[]> => {
  const channels = scopeOf(tx) === undefined ? LIVE_CHANNELS : sql`'{}'::bigint[]`
  const { rows } = await sql<Omit<StoredReport, 'filter'>>`
    select report_id as "reportId", report_name as name, kind, mails, ${channels} as "channelIds", frequency,
      send_day as "sendDay",
      send_hour as "sendHour", view_id as "viewId", filter as "rawFilter", empty_policy as "emptyPolicy", active,
      first_on as "firstOn", next_at as "nextAt", row_version as version, scope_user_id as "scopeUserId"
    from scheduled_report r
    where tenant_id = ${tenantId} ${reportId === undefined ? sql`` : sql`and report_id = ${reportId}`}
    order by report_id ${hold ? sql`for update` : sql``}`.execute(tx)
  return rows.map((row) => ({ ...row, filter: ReportFilter.safeParse(row.rawFilter).data ?? {} }))
}
export const readStored = (tx: Tx, tenantId: number): Promise<StoredReport[]> => select(tx, tenantId, undefined, false)
/** Locks them until the transaction ends. @param reportId absent: all reports */
export const lockReportRows = (tx: Tx, tenantId: number, reportId?: number): Promise<StoredReport[]> =>
  select(tx, tenantId, reportId, true)

/** All of the company's. */
export const countReports = async (tx: Tx, tenantId: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from ${sql.table(scopeOf(tx) === undefined ? 'scheduled_report' : 'counted_report')}
    where tenant_id = ${tenantId}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** @throws 409 of `name` */
export const refuseDuplicateName = (error: unknown): never => {
  const { constraint } = error as { constraint?: string }
  if (constraint === 'scheduled_report_name') throw refuse(409, NAME_IN_USE, 'name')
  throw error
}

/** The data that dates are computed from. */
export type Clock = { timeZone: string; firstSend: FirstSend; now: Date }
/** @param roles of the user who saves it: they decide what the report may contain */
export type Saving = Clock & { roles: ReadonlySet<Role> }

const columnsOf = (written: ReportDefinition, { firstOn, nextAt }: Dates, filter: ReportFilter) => ({
  report_name: written.name.trim(),
  kind: written.kind,
  mails: written.mails,
  ...(written.channels && { channel_ids: sql<number[]>`${[...new Set(written.channels)]}::bigint[]` }),
  frequency: written.frequency,
  send_day: written.sendDay,
  send_hour: written.sendHour,
  view_id: written.viewId,
  filter: asJsonb(filter),
  empty_policy: written.emptyPolicy,
  active: written.active,
  first_on: firstOn,
  next_at: nextAt?.toISOString() ?? null,
})

const cadenceOf = ({ frequency, sendDay, sendHour, active }: ReportDefinition, timeZone: string) => ({
  frequency,
  sendDay,
  sendHour,
  active,
  timeZone,
})

/** The next send after saving. @param before undefined for a new report */
export const nextOf = (
  written: ReportDefinition,
  before: StoredSchedule | undefined,
  { timeZone, firstSend, now }: Clock,
): Date | null => datesOf(cadenceOf(written, timeZone), before, firstSend, now).nextAt

/** @returns its id @throws 409 if its name is in use */
export const insertReport = async (
  tx: Tx,
  written: ReportDefinition,
  { timeZone, firstSend, now, roles }: Saving,
): Promise<number> => {
  const dates = datesOf(cadenceOf(written, timeZone), undefined, firstSend, now)
  const { report_id } = await tx
    .insertInto('scheduled_report')
    .values({ ...columnsOf(written, dates, storedFilter(written.filter)), content_roles: contentRolesOf(roles) })
    .returning('report_id')
    .executeTakeFirstOrThrow()
    .catch(refuseDuplicateName)
  return report_id
}

/**
 * @param before the locked row
 * @param saving without roles if only its dates are set
 * @throws 409 if its name is in use
 */
export const updateReport = async (
  tx: Tx,
  tenantId: number,
  before: StoredReport,
  written: ReportDefinition,
  { timeZone, firstSend, now, roles }: Clock & Partial<Saving>,
): Promise<void> => {
  const dates = datesOf(cadenceOf(written, timeZone), before, firstSend, now)
  await tx
    .updateTable('scheduled_report')
    .set({
      ...columnsOf(written, dates, filterAfter(before.rawFilter, written)),
      ...(roles ? { content_roles: contentRolesOf(roles) } : {}),
      row_version: before.version + 1,
    })
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', before.reportId)
    .execute()
    .catch(refuseDuplicateName)
}
