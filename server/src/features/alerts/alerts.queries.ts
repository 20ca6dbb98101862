// Reads alerts as their screen shows them.
import type { Alert } from '@padron/contract/alerts'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { COUNT_EMAILS } from '../../mail/email-counts.ts'

/** Emails of the alert's last crossing. */
const EMAIL_COUNTS = sql`(select ${COUNT_EMAILS} from mail m
  where m.tenant_id = a.tenant_id and m.kind = 'alert' and m.subject_id = a.crossing having count(*) > 0)`
const TROUBLED = sql`array(select address from unnest(a.mails) address where exists (
  select from mail m where m.tenant_id = a.tenant_id and m.kind = 'alert' and m.subject_id = a.crossing
    and lower(m.recipient) = lower(address) and m.state in ('failed', 'bounced')))`

/** Cost: at most fifty alerts; the emails of each by key. */
export const readAlerts = async (tx: Tx, tenantId: number, alertId?: number): Promise<Alert[]> => {
  const { rows } = await sql<Alert>`
    select a.alert_id as "alertId", a.alert_name as name,
      json_build_object('viewId', w.view_id, 'name', w.view_name) as view, a.measure,
      a.threshold::float8 as threshold, a.mails, a.active, a.standing, a.value::float8 as value, a.uncertain,
      a.looked_at as "lookedAt", a.crossed_at as "crossedAt", a.crossing, ${EMAIL_COUNTS} as letters,
      ${TROUBLED} as troubled, a.row_version as version
    from report_alert a join saved_view w on w.tenant_id = a.tenant_id and w.view_id = a.view_id
    where a.tenant_id = ${tenantId} ${alertId === undefined ? sql`` : sql`and a.alert_id = ${alertId}`}
    order by fold(a.alert_name), a.alert_id`.execute(tx)
  return rows
}
