// Moves the next send of a company's reports past now: sends that were missed meanwhile are skipped.
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { nextSend, type SendRule } from './schedule.ts'

/** A report's rule with its id. */
export type ReportRule = SendRule & { reportId: number }

/** Sets the next send of these reports, which the transaction has locked. */
export const setNextSends = async (
  tx: Tx,
  tenantId: number,
  reports: readonly ReportRule[],
  now: Date,
): Promise<void> => {
  const ids = reports.map(({ reportId }) => reportId)
  const times = reports.map((report) => nextSend(report, now).toISOString())
  await sql`
    update scheduled_report r
    set next_at = x.next_at
    from unnest(${ids}::bigint[], ${times}::timestamptz[]) as x(report_id, next_at)
    where r.tenant_id = ${tenantId} and r.report_id = x.report_id`.execute(tx)
}

/** For when sending is switched on again or the company's zone changes. Each report keeps its cadence. */
export const rescheduleAll = async (tx: Tx, tenantId: number, now: Date): Promise<void> => {
  const { rows } = await sql<ReportRule>`
    select r.report_id as "reportId", r.frequency, r.send_day as "sendDay", r.send_hour as "sendHour",
      r.first_on::text as "firstOn", c.time_zone as "timeZone"
    from scheduled_report r
    join company c on c.tenant_id = r.tenant_id
    where r.tenant_id = ${tenantId} and r.active
    order by r.report_id
    for update of r`.execute(tx)
  await setNextSends(tx, tenantId, rows, now)
}
