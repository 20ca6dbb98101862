// What an id's emails belong to (a job, an alert's last crossing, or a configuration workbook), and who may see and
// resend them.
import { QUEUE_ID } from '@padron/contract/queue'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'
import { PART_CHANGED, samePart } from '../../jobs/result-file.ts'
import { findJobRefusal, type JobOwner, type NeedsOf } from './job-access.ts'

export type EmailSubject = {
  /** Its kind in the activity log. */
  kind: 'job' | 'alert'
  subjectId: number | null
  name: string
  mayResend: boolean
  /** The reason, if this session may not resend; otherwise empty. */
  refusal: string
}

const NOT_OWNER = 'Solo quien pidió el trabajo o la cuenta principal puede reenviar sus correos.'
const NOT_ADMIN = 'Para reenviar los correos de reportes programados hace falta el permiso de administrarlos.'
const NOT_ALERTS =
  'Para reenviar los correos de una alerta hace falta el permiso de administrar los reportes programados.'

/** `samePart`: the session sees the part of the fleet that its run saw. */
type Job = JobOwner & { name: string; samePart: boolean }

/** Scheduled reports have no owner: every user who may administer them may resend. */
const jobSubject = (session: Session, job: Job, needsOf: NeedsOf): EmailSubject => {
  const ofScheduled = () => (session.roles.has('programReports_admin') ? undefined : NOT_ADMIN)
  const ofJob = () =>
    job.queueId === QUEUE_ID.scheduledReports ? ofScheduled() : findJobRefusal(session, job, needsOf, NOT_OWNER)
  const refusal = job.samePart ? ofJob() : PART_CHANGED
  return { kind: 'job', subjectId: null, name: job.name, mayResend: refusal === undefined, refusal: refusal ?? '' }
}

const findJob = async (tx: Tx, tenantId: number, id: string): Promise<Job | undefined> => {
  const { rows } = await sql<Job>`
    select q.queue_id as "queueId", (q.actor->>'id')::bigint as "whoId", q.queue_name as name,
      ${samePart(tx)} as "samePart"
    from queue_item q
    where q.tenant_id = ${tenantId} and q.queue_item_id = ${id}`.execute(tx)
  return rows[0]
}

/** Cost: the company's alerts, fifty at most. */
const findAlert = (tx: Tx, tenantId: number, crossing: string) =>
  tx
    .selectFrom('alert')
    .select(['alert_id as alertId', 'alert_name as name'])
    .where('tenant_id', '=', tenantId)
    .where('crossing_id', '=', crossing)
    .executeTakeFirst()

/** The result email of a configuration workbook has no job; it has an id of its own. */
const findConfiguration = (tx: Tx, tenantId: number, id: string) =>
  tx
    .selectFrom('mail')
    .select('mail_id')
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', id)
    .where('kind', '=', 'configuration')
    .executeTakeFirst()

type Found = { kind: EmailSubject['kind']; subjectId: number | null; name: string }
const findReportSubject = async (tx: Tx, tenantId: number, id: string): Promise<Found | undefined> => {
  const alert = await findAlert(tx, tenantId, id)
  if (alert) return { kind: 'alert', subjectId: alert.alertId, name: alert.name }
  if (!(await findConfiguration(tx, tenantId, id))) return undefined
  return { kind: 'job', subjectId: null, name: 'Configuración de los reportes programados' }
}

/** @throws 404 if the company has no such subject, or this session may not see it */
export const findEmailSubject = async (
  tx: Tx,
  session: Session,
  id: string,
  needsOf: NeedsOf,
): Promise<EmailSubject> => {
  const { tenantId, roles, vehicleScope } = session
  const job = await findJob(tx, tenantId, id)
  if (job) return jobSubject(session, job, needsOf)
  const mayReports = roles.has('programReports_read') && vehicleScope === null
  const found = mayReports ? await findReportSubject(tx, tenantId, id) : undefined
  if (!found) throw notFound()
  return {
    ...found,
    mayResend: roles.has('programReports_admin'),
    refusal: found.kind === 'alert' ? NOT_ALERTS : NOT_ADMIN,
  }
}
