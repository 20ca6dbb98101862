// Checks alerts. An alert notifies once when its view crosses the threshold, in the transaction that records the
// crossing, and again only after the value fell back. After a change (new alert, other view, sending was off) the first
// check only records the state: what was above the threshold before is not news.
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { asTenant, type Db, snapshotAsTenant, type Tx } from '../../db/client.ts'
import { fleetVersion } from '../../db/fleet-version.ts'
import { companyFacts } from '../../fleet/company.ts'
import { withLocale } from '../../locale.ts'
import { writeChannelNotices } from '../../mail/channel-outbox.ts'
import type { Mailbox } from '../../mail/mailbox.ts'
import { scheduledEmailsLeft, writeMails } from '../../mail/outbox.ts'
import { alertEmail, alertNotice } from './alert-email.ts'
import {
  AWAITS_AMOUNTS,
  type DueAlert,
  type DueView,
  FILTER_CHANGED,
  readDueViews,
  recordAttempt,
  resetUnwatched,
} from './due-views.queries.ts'
import { type Measurement, measureView } from './measure.ts'

export type AlertOptions = { db: Db; mailbox: Pick<Mailbox, 'configured'>; now: () => Date; log: FastifyBaseLogger }

const STATEMENT_MS = 60_000

type TimedMeasurement = Measurement & { version: number; at: Date }

/**
 * Measures the view and reads the fleet's version in one snapshot.
 * @param signal aborts it by closing the connection
 */
const measureSnapshot = (
  db: Db,
  { tenantId, viewId }: DueView,
  at: Date,
  signal?: AbortSignal,
): Promise<TimedMeasurement> =>
  snapshotAsTenant(db, tenantId, async (tx, client) => {
    const closeConnection = () => void client.end().catch(() => undefined)
    signal?.addEventListener('abort', closeConnection)
    try {
      await sql`set local statement_timeout = ${sql.lit(STATEMENT_MS)}`.execute(tx)
      const { version } = await fleetVersion(tx, tenantId)
      return { ...(await measureView(tx, tenantId, viewId)), version, at }
    } finally {
      signal?.removeEventListener('abort', closeConnection)
    }
  })

type Stored = {
  name: string
  viewName: string
  threshold: number
  /** None while the company's scheduled emails are off. */
  mails: string[]
  channelIds: number[]
  state: string
  checkedVersion: number | null
  viewChanged: boolean
}

/** @returns undefined if the alert changed meanwhile or waits, or if another process already measured a newer fleet */
const lockAlert = async (
  tx: Tx,
  { tenantId, alertId, rowVersion }: DueAlert,
  { version }: TimedMeasurement,
): Promise<Stored | undefined> => {
  const { rows } = await sql<Stored>`
    select a.alert_name as name, w.view_name as "viewName", a.threshold::float8 as threshold,
      case when s.active then a.mails else '{}' end as mails, a.channel_ids as "channelIds", a.state,
      a.checked_version as "checkedVersion", coalesce(${FILTER_CHANGED}, false) as "viewChanged"
    from alert a
    join saved_view w on w.tenant_id = a.tenant_id and w.view_id = a.view_id
    left join email_setting s on s.tenant_id = a.tenant_id
    where a.tenant_id = ${tenantId} and a.alert_id = ${alertId} and a.row_version = ${rowVersion} and a.active
      and not (${AWAITS_AMOUNTS})
    for update of a`.execute(tx)
  const [found] = rows
  return found && (found.checkedVersion ?? 0) <= version ? found : undefined
}

const writeState = (
  tx: Tx,
  { tenantId, alertId, measure }: DueAlert,
  measurement: TimedMeasurement,
  state: string,
  crossing?: string,
) => {
  const at = measurement.at.toISOString()
  return sql`
    update alert
      set state = ${state}, value = ${measurement[measure]}, uncertain = ${measurement.uncertain[measure]},
        checked_at = ${at},
        checked_version = ${measurement.version}
        ${crossing ? sql`, crossed_at = ${at}, crossing_id = ${crossing}` : sql``}
    where tenant_id = ${tenantId} and alert_id = ${alertId}`.execute(tx)
}

/** All recipients are notified or none: one who is left out would never be notified of this crossing. */
const hasEmailsLeft = async (
  tx: Tx,
  mailbox: AlertOptions['mailbox'],
  tenantId: number,
  { mails }: Stored,
): Promise<boolean> => !mailbox.configured || (await scheduledEmailsLeft(tx, tenantId)) >= mails.length

/** @returns whether it notified; if the day's emails do not suffice, nothing is recorded and a later check notifies */
const recordMeasurement = async (
  tx: Tx,
  which: DueAlert,
  measurement: TimedMeasurement,
  mailbox: AlertOptions['mailbox'],
): Promise<boolean> => {
  const alert = await lockAlert(tx, which, measurement)
  if (!alert) return false
  const state = measurement[which.measure] >= alert.threshold ? 'above' : 'below'
  // If the view's filter changed since the last check, the other value is no crossing.
  if (alert.state !== 'below' || state === 'below' || alert.viewChanged) {
    await writeState(tx, which, measurement, state)
    return false
  }
  if (!(await hasEmailsLeft(tx, mailbox, which.tenantId, alert))) return false
  const crossing = randomUUID()
  await writeState(tx, which, measurement, state, crossing)
  const facts = await companyFacts(tx, which.tenantId)
  const content = withLocale(facts.country, () => alertEmail({ ...alert, ...which }, measurement, facts))
  await writeMails(tx, mailbox, { kind: 'alert', subjectId: crossing, recipients: alert.mails, content })
  const notice = withLocale(facts.country, () => alertNotice({ ...alert, ...which }, measurement, facts))
  const eventKey = `alert ${crossing}`
  await writeChannelNotices(tx, { kind: 'alert', eventKey, channelIds: alert.channelIds, content: notice })
  return true
}

const checkView = async (
  { db, mailbox, now, log }: AlertOptions,
  view: DueView,
  signal?: AbortSignal,
): Promise<number> => {
  const at = now() // taken before the view is read, so that a change during the read counts as later
  const began = performance.now()
  const recordTime = () => recordAttempt(db, view, at, performance.now() - began)
  const measurement = await measureSnapshot(db, view, at, signal).finally(recordTime)
  let notified = 0
  for (const which of view.alerts)
    try {
      if (await asTenant(db, which.tenantId, (tx) => recordMeasurement(tx, which, measurement, mailbox))) notified++
    } catch (error) {
      log.error(
        { err: error, tenantId: which.tenantId, alertId: which.alertId },
        'an alert’s notices could not be written',
      )
    }
  return notified
}

/** Checks all due alerts once. Several processes may run it at once. @returns how many alerts notified */
export const checkAlerts = async (options: AlertOptions, signal?: AbortSignal): Promise<number> => {
  const { db, now, log } = options
  await resetUnwatched(db)
  let notified = 0
  for (const view of await readDueViews(db, now())) {
    if (signal?.aborted) break
    notified += await checkView(options, view, signal).catch((error: unknown) => {
      const { tenantId, viewId } = view
      if (!signal?.aborted) log.error({ err: error, tenantId, viewId }, 'a view with alerts could not be read')
      return 0
    })
  }
  return notified
}
