// Enqueues due reports in rounds: the company's own reports are one round, and the reports of each user who sees a part
// of the fleet are another, whose job works in that user's name. One transaction writes the next dates of a round's
// reports, the round and its job, so each date is sent once, whatever number of processes run or die. Dates missed
// while no process ran are sent once. Dates that pass while a company's sending is off are skipped.
import { QUEUE_ID } from '@padron/contract/queue'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { asSystem, asTenant, type Db, type Tx } from '../../../db/client.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { type ReportRule, setNextSends } from '../definitions/reschedule.ts'
import { insertRound } from './rounds.ts'

export type Scheduling = { db: Db; now: () => Date; log: FastifyBaseLogger }

/** `sends`: the report, its company and the company's sending are active. */
type Due = ReportRule & { sends: boolean }

/** `user`: the user whose part of the fleet the reports are about; null: the whole fleet. */
type DueRound = { tenantId: number; user: { id: number; name: string } | null }

/** Companies with a due report, except those that move. Cost: the due reports, by index. */
const dueRounds = (db: Db, now: Date): Promise<DueRound[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<DueRound>`
      select distinct r.tenant_id as "tenantId", case
        when u.user_id is not null then jsonb_build_object('id', u.user_id, 'name', u.username) end as user
      from scheduled_report r
      left join app_user u on u.tenant_id = r.tenant_id and u.user_id = r.scope_user_id
      join company c on c.tenant_id = r.tenant_id and c.move_state is null
      where r.next_at <= ${now.toISOString()}
      order by 1, 2 nulls first`.execute(tx)
    return rows
  })

/** Locks the round's due reports, except those that another process has locked. */
const claimDue = async (tx: Tx, { tenantId, user }: DueRound, now: Date): Promise<Due[]> => {
  const { rows } = await sql<Due>`
    select r.report_id as "reportId", r.frequency, r.send_day as "sendDay", r.send_hour as "sendHour",
      r.first_on as "firstOn", c.time_zone as "timeZone", r.active
        and c.suspended_at is null
        and coalesce(s.active, false) as sends
    from scheduled_report r
    join company c on c.tenant_id = r.tenant_id
    left join email_setting s on s.tenant_id = r.tenant_id
    where r.tenant_id = ${tenantId} and r.next_at <= ${now.toISOString()}
      and r.scope_user_id is not distinct from ${user?.id ?? null}
    order by r.report_id
    for update of r skip locked`.execute(tx)
  return rows
}

/** @returns the job's id, if there is something to send */
const enqueueDue = (db: Db, round: DueRound, now: Date): Promise<string | undefined> => {
  const { tenantId, user } = round
  const work = async (tx: Tx) => {
    const due = await claimDue(tx, round, now)
    if (due.length === 0) return undefined
    await setNextSends(tx, tenantId, due, now)
    const reportIds = due.filter(({ sends }) => sends).map(({ reportId }) => reportId)
    if (reportIds.length === 0) return undefined
    const payload = { reportIds, dueAt: now.toISOString() }
    const description = `Reportes programados: ${reportIds.length}`
    const itemId = await enqueue(tx, { queueId: QUEUE_ID.scheduledReports, description, payload, bySystem: true })
    await insertRound(tx, itemId, { at: now, origin: 'scheduled' })
    return itemId
  }
  return asTenant(db, tenantId, work, user ? { origin: 'system', ...user } : undefined)
}

/** Enqueues all companies' due reports. Several processes may run it at once. @returns the ids of the jobs */
export const enqueueDueReports = async ({ db, now, log }: Scheduling, signal?: AbortSignal): Promise<string[]> => {
  const at = now()
  const enqueued: string[] = []
  for (const round of await dueRounds(db, at)) {
    if (signal?.aborted) break
    try {
      const itemId = await enqueueDue(db, round, at)
      if (itemId) enqueued.push(itemId)
    } catch (error) {
      log.error({ err: error, tenantId: round.tenantId }, 'scheduled reports could not be enqueued')
    }
  }
  return enqueued
}
