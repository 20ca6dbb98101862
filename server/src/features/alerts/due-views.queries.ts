// Which views are due for a check: those whose company's fleet or whose filter changed, and those not checked for an
// hour.
import type { Measure } from '@padron/contract/reports/rules'
import { sql } from 'kysely'
import { asSystem, type Db } from '../../db/client.ts'

export type DueAlert = { tenantId: number; alertId: number; rowVersion: number; viewId: number; measure: Measure }
/** A view of a company with its alerts: one measurement serves all of them. */
export type DueView = { tenantId: number; viewId: number; alerts: DueAlert[] }

/** Condition: alert `a` of a company with settings `s` can notify by email or to a channel. */
const NOTIFIES = sql`(
  coalesce(s.active, false)
  or exists (
    select from channel ch
    where ch.tenant_id = a.tenant_id and ch.channel_id = any(a.channel_ids) and ch.active and ch.removed_at is null))`

/** The fleet's version does not change when answers expire, so every view is checked again after this time. */
const AGAIN_AFTER_MINUTES = 60
/** A company whose views together take longer than this is checked less often. */
const SLOW_MS = 1_000
const SLOW_PAUSE_MINUTES = 5

/**
 * Sets the state of alerts that do not send (off, suspended) to unknown: crossings meanwhile are not notified later.
 */
export const resetUnwatched = (db: Db): Promise<unknown> =>
  asSystem(db, (tx) =>
    sql`update alert a set state = 'unknown', checked_version = null
      from company c
      left join email_setting s on s.tenant_id = c.tenant_id
      where c.tenant_id = a.tenant_id and a.state <> 'unknown'
        and not (a.active and c.suspended_at is null and ${NOTIFIES})`.execute(tx),
  )

/**
 * Condition of an alert `a`: a change of the units' values has not reached all debts of its company
 * (checks/store/recompute-unit-amounts.ts), so that a sum of money is of both values.
 */
export const AWAITS_AMOUNTS = sql`
  a.measure = 'debt' and exists (select from pending_unit_amounts p where p.tenant_id = a.tenant_id)`

/** Condition: the filter of view `w` changed after the last check of its alert `a`. */
export const FILTER_CHANGED = sql`coalesce(w.filter_changed_at, w.updated_at) > a.checked_at`

/**
 * If one alert of a view is due, all alerts of the view are checked. Companies take turns, one view each. Cost: the
 * alerts of all companies, a few thousand at most.
 */
export const readDueViews = (db: Db, now: Date): Promise<DueView[]> =>
  asSystem(db, async (tx) => {
    const at = sql`${now.toISOString()}::timestamptz`
    const { rows } = await sql<DueView>`
      with pace as (select tenant_id, sum(ms) as ms from (
        select tenant_id, view_id, max(attempt_ms) as ms
        from alert
        where active
        group by 1, 2) each group by 1)
      select a.tenant_id as "tenantId", a.view_id as "viewId",
        json_agg(json_build_object('tenantId', a.tenant_id, 'alertId', a.alert_id, 'rowVersion', a.row_version,
          'viewId', a.view_id, 'measure', a.measure)
        order by a.alert_id) as alerts
      from alert a
      join company c on c.tenant_id = a.tenant_id and c.suspended_at is null and c.move_state is null
      join saved_view w on w.tenant_id = a.tenant_id and w.view_id = a.view_id
      left join email_setting s on s.tenant_id = a.tenant_id
      join pace p on p.tenant_id = a.tenant_id
      left join catalogue_version v on v.tenant_id = a.tenant_id
      where a.active and ${NOTIFIES} and not (${AWAITS_AMOUNTS})
      group by a.tenant_id, a.view_id
      having bool_or((a.state = 'unknown' or a.checked_version is distinct from coalesce(v.version, 0)
          or ${FILTER_CHANGED}
          or a.checked_at < ${at} - make_interval(mins => ${AGAIN_AFTER_MINUTES}))
        and (a.attempted_at is null
          or p.ms <= ${SLOW_MS}
          or a.attempted_at <= ${at} - make_interval(mins => ${SLOW_PAUSE_MINUTES})))
      order by row_number() over (partition by a.tenant_id order by a.view_id), a.tenant_id`.execute(tx)
    return rows
  })

/** Records an attempt, successful or not. @param ms how long it took */
export const recordAttempt = async (db: Db, { tenantId, viewId }: DueView, at: Date, ms: number): Promise<void> => {
  await asSystem(db, (tx) =>
    sql`update alert set attempted_at = ${at.toISOString()}, attempt_ms = ${Math.round(ms)}
      where tenant_id = ${tenantId} and view_id = ${viewId} and active`.execute(tx),
  )
}
