// Sets the next send of a company's reports: past now, or in another time zone.
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { nextSend, type SendRule, sendInZone } from './schedule.ts'

/** A report's rule with its id. */
export type ReportRule = SendRule & { reportId: number }

const writeNextSends = async <T extends ReportRule>(
  tx: Tx,
  tenantId: number,
  reports: readonly T[],
  nextAt: (report: T) => Date,
): Promise<void> => {
  const ids = reports.map(({ reportId }) => reportId)
  const times = reports.map((report) => nextAt(report).toISOString())
  await sql`
    update scheduled_report r
    set next_at = x.next_at
    from unnest(${ids}::bigint[], ${times}::timestamptz[]) as x(report_id, next_at)
    where r.tenant_id = ${tenantId} and r.report_id = x.report_id`.execute(tx)
}

/** Sets the next send of these reports, which the transaction has locked. */
export const setNextSends = (tx: Tx, tenantId: number, reports: readonly ReportRule[], now: Date): Promise<void> =>
  writeNextSends(tx, tenantId, reports, (report) => nextSend(report, now))

type Scheduled = ReportRule & { nextAt: string | null }

const lockActive = async (tx: Tx, tenantId: number): Promise<Scheduled[]> => {
  const { rows } = await sql<Scheduled>`
    select r.report_id as "reportId", r.frequency, r.send_day as "sendDay", r.send_hour as "sendHour",
      r.first_on::text as "firstOn", r.next_at as "nextAt", c.time_zone as "timeZone"
    from scheduled_report r
    join company c on c.tenant_id = r.tenant_id
    where r.tenant_id = ${tenantId} and r.active
    order by r.report_id
    for update of r`.execute(tx)
  return rows
}

/** For when sending is switched on again: sends missed meanwhile are skipped. Each report keeps its cadence. */
export const rescheduleAll = async (tx: Tx, tenantId: number, now: Date): Promise<void> =>
  setNextSends(tx, tenantId, await lockActive(tx, tenantId), now)

/**
 * For when the company's zone has changed. Each next send keeps its day, so that none is repeated or skipped; one whose
 * hour has passed in the new zone is due.
 */
export const rescheduleInZone = async (tx: Tx, tenantId: number, formerZone: string): Promise<void> => {
  const reports = (await lockActive(tx, tenantId)).flatMap(({ nextAt, ...rule }) =>
    nextAt === null ? [] : { ...rule, nextAt: new Date(nextAt) },
  )
  await writeNextSends(tx, tenantId, reports, (report) => sendInZone(report, report.nextAt, formerZone))
}
