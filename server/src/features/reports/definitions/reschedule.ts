// Computes the next send of all of a company's reports from now on: sends that were missed meanwhile are skipped.
import type { Frequency } from '@padron/contract/report-rules'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { nextSend } from './schedule.ts'

type Row = {
  reportId: number
  frequency: Frequency
  sendDay: number
  sendHour: number
  firstOn: string
  timeZone: string
}

/** For when sending is switched on again or the company's zone changes. Each report keeps its cadence. */
export const rescheduleAll = async (tx: Tx, tenantId: number, now: Date): Promise<void> => {
  const { rows } = await sql<Row>`
    select r.report_id as "reportId", r.frequency, r.send_day as "sendDay", r.send_hour as "sendHour",
      r.first_on::text as "firstOn", c.time_zone as "timeZone"
    from scheduled_report r join company c on c.tenant_id = r.tenant_id
    where r.tenant_id = ${tenantId} and r.active order by r.report_id for update of r`.execute(tx)
  const ids = rows.map(({ reportId }) => reportId)
  const times = rows.map((row) => nextSend(row, now).toISOString())
  await sql`update scheduled_report r set next_at = x.next_at
    from unnest(${ids}::bigint[], ${times}::timestamptz[]) as x(report_id, next_at)
    where r.tenant_id = ${tenantId} and r.report_id = x.report_id`.execute(tx)
}
