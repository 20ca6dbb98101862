// Enqueues due reports. All due reports of a company form one round. Their next dates, the round and its job are
// written in one transaction, so each date is sent once, whatever number of processes run or die. Dates missed while no
// process ran are sent once; dates that pass while a company's sending is off are skipped.
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { asSystem, asTenant, type Db, type Tx } from '../../../db/client.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { type ReportRule, setNextSends } from '../definitions/reschedule.ts'
import { insertRound } from './rounds.ts'

export type Scheduling = { db: Db; now: () => Date; log: FastifyBaseLogger }

/** `sends`: the report, its company and the company's sending are active. */
type Due = ReportRule & { sends: boolean }

/** Companies with a due report, except those that move. Cost: the due reports, by index. */
const dueCompanies = (db: Db, now: Date): Promise<number[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{ tenantId: number }>`
      select distinct r.tenant_id as "tenantId"
      from scheduled_report r
      join company c on c.tenant_id = r.tenant_id and c.move_state is null
      where r.next_at <= ${now.toISOString()}
      order by 1`.execute(tx)
    return rows.map(({ tenantId }) => tenantId)
  })

/** Locks the company's due reports, except those that another process has locked. */
const claimDue = async (tx: Tx, tenantId: number, now: Date): Promise<Due[]> => {
  const { rows } = await sql<Due>`
    select r.report_id as "reportId", r.frequency, r.send_day as "sendDay", r.send_hour as "sendHour",
      r.first_on as "firstOn", c.time_zone as "timeZone", r.active
        and c.suspended_at is null
        and coalesce(s.active, false) as sends
    from scheduled_report r
    join company c on c.tenant_id = r.tenant_id
    left join email_setting s on s.tenant_id = r.tenant_id
    where r.tenant_id = ${tenantId} and r.next_at <= ${now.toISOString()}
    order by r.report_id
    for update of r skip locked`.execute(tx)
  return rows
}

/** @returns the job's id, if there is something to send */
const enqueueDue = (db: Db, tenantId: number, now: Date): Promise<string | undefined> =>
  asTenant(db, tenantId, async (tx) => {
    const due = await claimDue(tx, tenantId, now)
    if (due.length === 0) return undefined
    await setNextSends(tx, tenantId, due, now)
    const reportIds = due.filter(({ sends }) => sends).map(({ reportId }) => reportId)
    if (reportIds.length === 0) return undefined
    const payload = { reportIds, dueAt: now.toISOString() }
    const description = `Reportes programados: ${reportIds.length}`
    const itemId = await enqueue(tx, { queueId: 6, description, payload, bySystem: true })
    await insertRound(tx, itemId, { at: now, origin: 'scheduled' })
    return itemId
  })

/** Enqueues all companies' due reports. Several processes may run it at once. @returns the ids of the jobs */
export const enqueueDueReports = async ({ db, now, log }: Scheduling, signal?: AbortSignal): Promise<string[]> => {
  const at = now()
  const enqueued: string[] = []
  for (const tenantId of await dueCompanies(db, at)) {
    if (signal?.aborted) break
    try {
      const itemId = await enqueueDue(db, tenantId, at)
      if (itemId) enqueued.push(itemId)
    } catch (error) {
      log.error({ err: error, tenantId }, 'scheduled reports could not be enqueued')
    }
  }
  return enqueued
}
