// Alerts as their screen edits them: the view, the threshold, the recipients. check-alerts.ts measures and notifies.
import { type Alert, alerts as calls } from '@padron/contract/alerts'
import { ALERTS_AT_MOST } from '@padron/contract/reports/rules'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Handlers } from '../../http/serve.ts'
import { namedChannels, refuseUnknownChannels } from '../../mail/channel-outbox.ts'
import { COUNT_EMAILS } from '../../mail/email-counts.ts'
import { loadReportQuery } from '../reports/report-query.ts'
import { measureView } from './measure.ts'

/** Emails of the alert's last crossing. */
const EMAIL_COUNTS = sql`(select ${COUNT_EMAILS} from mail m
  where m.tenant_id = a.tenant_id and m.kind = 'alert' and m.subject_id = a.crossing_id
  having count(*) > 0)`
const TROUBLED = sql`array(
  select address
  from unnest(a.mails) with ordinality as x(address, place)
  where exists (
    select from mail m
    where m.tenant_id = a.tenant_id and m.kind = 'alert' and m.subject_id = a.crossing_id
      and lower(m.recipient) = lower(address) and m.state in ('failed', 'bounced'))
  order by place)`

const CHANNELS = namedChannels('a.tenant_id', 'a.channel_ids')

/** Cost: at most fifty alerts; the emails of each by key. */
const readAlerts = async (tx: Tx, tenantId: number, alertId?: number): Promise<Alert[]> => {
  const { rows } = await sql<Alert>`
    select a.alert_id as "alertId", a.alert_name as name,
      json_build_object('viewId', w.view_id, 'name', w.view_name) as view, a.measure,
      a.threshold::float8 as threshold, a.mails, ${CHANNELS} as channels, a.active, a.state as standing,
      a.value::float8 as value, a.uncertain,
      a.checked_at as "lookedAt", a.crossed_at as "crossedAt", a.crossing_id as crossing, ${EMAIL_COUNTS} as letters,
      ${TROUBLED} as troubled, a.row_version as version
    from alert a
    join saved_view w on w.tenant_id = a.tenant_id and w.view_id = a.view_id
    where a.tenant_id = ${tenantId} ${alertId === undefined ? sql`` : sql`and a.alert_id = ${alertId}`}
    order by fold(a.alert_name), a.alert_id`.execute(tx)
  return rows
}

const NAME_IN_USE = 'Ya hay una alerta con ese nombre.'
const CHANGED = 'La alerta cambió en otra ventana; ábrala de nuevo.'
const TOO_MANY = `Su empresa ya tiene ${ALERTS_AT_MOST} alertas; elimine alguna.`

type Written = Pick<Alert, 'name' | 'measure' | 'threshold' | 'mails' | 'active'> & {
  viewId: number
  channels?: readonly number[] | undefined
}

const readAlert = async (tx: Tx, tenantId: number, alertId: number): Promise<Alert> => {
  const [found] = await readAlerts(tx, tenantId, alertId)
  if (!found) throw notFound()
  return found
}

const columnsOf = ({ name, viewId, measure, threshold, mails, channels, active }: Written) => ({
  alert_name: name.trim(),
  view_id: viewId,
  measure,
  threshold,
  mails: sql<string[]>`${mails}::text[]`,
  ...(channels && { channel_ids: sql<number[]>`${[...new Set(channels)]}::bigint[]` }),
  active,
})

const refuseDuplicateName = (error: unknown): never => {
  if ((error as { constraint?: string }).constraint === 'report_alert_name') throw refuse(409, NAME_IN_USE, 'name')
  throw error
}

/** Takes a lock so that a company adds one alert at a time: two at once could exceed the limit. */
const refuseMany = async (tx: Tx, tenantId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('report_alert ' || ${tenantId}::bigint, 0))`.execute(tx)
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from alert where tenant_id = ${tenantId}`.execute(tx)
  if ((rows[0]?.n ?? 0) >= ALERTS_AT_MOST) throw refuse(422, TOO_MANY)
}

/** Locks the view until the alert is written, so that nobody stops sharing it meanwhile. */
const holdView = async (tx: Tx, { tenantId, roles }: Session, viewId: number): Promise<void> => {
  await sql`select from saved_view where tenant_id = ${tenantId} and view_id = ${viewId} for share`.execute(tx)
  await loadReportQuery(tx, tenantId, { viewId, filter: {} }, roles)
}

/**
 * Whether the alert's state becomes unknown until the next check: another view, measure or threshold, or switched on.
 */
const resetsState = (before: Alert, { viewId, measure, threshold, active }: Written): boolean =>
  before.view.viewId !== viewId ||
  before.measure !== measure ||
  before.threshold !== threshold ||
  (active && !before.active)

const UNKNOWN = {
  state: 'unknown',
  value: null,
  uncertain: 0,
  checked_at: null,
  checked_version: null,
  attempted_at: null,
  attempt_ms: 0,
} as const

export const alerts: Handlers<typeof calls> = {
  list: async ({ session, tx }) => ({ alerts: await readAlerts(tx, session.tenantId) }),

  create: async ({ body, session, tx }) => {
    const { tenantId } = session
    await refuseMany(tx, tenantId)
    await holdView(tx, session, body.viewId)
    await refuseUnknownChannels(tx, body.channels ?? [])
    const { alert_id } = await tx
      .insertInto('alert')
      .values({ ...columnsOf(body), tenant_id: tenantId })
      .returning('alert_id')
      .executeTakeFirstOrThrow()
      .catch(refuseDuplicateName)
    return readAlert(tx, tenantId, alert_id)
  },

  edit: async ({ params: { alertId }, body: { version, ...written }, session, tx }) => {
    const { tenantId } = session
    const before = await readAlert(tx, tenantId, alertId)
    await holdView(tx, session, written.viewId)
    await refuseUnknownChannels(tx, written.channels ?? [])
    const changed = await tx
      .updateTable('alert')
      .set({ ...columnsOf(written), ...(resetsState(before, written) ? UNKNOWN : {}), row_version: version + 1 })
      .where('tenant_id', '=', tenantId)
      .where('alert_id', '=', alertId)
      .where('row_version', '=', version)
      .executeTakeFirst()
      .catch(refuseDuplicateName)
    if (changed.numUpdatedRows === 0n) throw refuse(409, CHANGED, 'version')
    return readAlert(tx, tenantId, alertId)
  },

  remove: async ({ params: { alertId }, session: { tenantId }, tx }) => {
    const deleted = await tx
      .deleteFrom('alert')
      .where('tenant_id', '=', tenantId)
      .where('alert_id', '=', alertId)
      .executeTakeFirst()
    if (deleted.numDeletedRows === 0n) throw notFound()
    return { message: calls.remove.done }
  },

  value: async ({ body: { viewId, measure }, session: { tenantId, roles }, tx }) => {
    const measurement = await measureView(tx, tenantId, viewId, roles)
    return { value: measurement[measure], uncertain: measurement.uncertain[measure] }
  },
}
