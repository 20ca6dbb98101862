// The queue panel: lists the company's jobs, or only the user's own if they see a part of the fleet, and cancels those
// that leave nothing half done. The requester and the main account may cancel.
import { type QueueItem, type queue as rows, TEMPLATE_QUEUES } from '@padron/contract/queue'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import type { JobKinds } from '../../feature.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Handlers, Kit } from '../../http/serve.ts'
import { linkRequesterOf } from '../../jobs/link-requester.ts'
import { mayOpenResult, resultPathFor } from '../../jobs/result-file.ts'
import { readDeliveries } from './deliveries.queries.ts'
import { findEmailSubject } from './email-subject.queries.ts'
import { findJobRefusal, type JobOwner } from './job-access.ts'
import { asItem, readItems, type StoredItem } from './queue.queries.ts'
import { resend } from './resend.ts'

type Found = JobOwner & { queueName: string; description: string; ended: boolean }

const NOT_OWNER = 'Solo quien pidió el trabajo o la cuenta principal puede cancelarlo.'

const HALF = 'Este trabajo no se puede cancelar a la mitad.'
const DONE = 'Este trabajo ya guardó lo que hace: no se puede cancelar.'

type HandlerInput = { session: Session; tx: Tx; kit: Kit; now: Date }

type QueueOptions = JobKinds & {
  /** Whether this installation sends emails. */
  mails: boolean
}

export const queue = ({
  isCancellable,
  needsOf,
  pastCancelling,
  cancelOrder,
  mails,
}: QueueOptions): Handlers<typeof rows> => {
  const asItems = async (
    stored: readonly StoredItem[],
    { session, tx, kit, now }: HandlerInput,
  ): Promise<QueueItem[]> => {
    const { tenantId, roles } = session
    const requester = linkRequesterOf(session)
    // A file holds what its requester could read: a session with fewer permissions sees the job, not its file.
    const fileUrl = ({ id, queueId, fileRoles, samePart }: StoredItem) =>
      samePart && mayOpenResult(roles, needsOf(queueId), fileRoles)
        ? kit.signFile(resultPathFor(tenantId, requester, id))
        : null
    const past = await pastCancelling(
      tx,
      stored.filter(({ finishedAt }) => finishedAt === null),
    )
    const mayCancel = (item: StoredItem) =>
      isCancellable(item.queueId) && !past.has(item.id) && !findJobRefusal(session, item, needsOf, NOT_OWNER)
    return stored.map((row) => asItem(row, { fileUrl, cancellable: mayCancel, now }))
  }
  return {
    items: async (context) => {
      const stored = await readItems(context.tx, context.session.tenantId)
      const pending = stored.filter(
        ({ queueId, finishedAt }) => finishedAt === null && TEMPLATE_QUEUES.includes(queueId),
      )
      const queueList = await asItems(stored, context)
      return { queueInformation: { pendingTemplateQueue: pending.length, queueList } }
    },

    item: async ({ params: { queueItemId }, ...context }) => {
      const stored = await readItems(context.tx, context.session.tenantId, queueItemId)
      const [item] = await asItems(stored, context)
      if (!item) throw notFound()
      return item
    },

    deliveries: async ({ params: { queueItemId }, query, session, tx }) => {
      const { mayResend } = await findEmailSubject(tx, session, queueItemId, needsOf)
      return readDeliveries(tx, session.tenantId, queueItemId, query, mails && mayResend)
    },

    resend: async ({ params, session, tx, now }) => resend(tx, session, params, { now, needsOf, mails }),

    cancel: async ({ params: { queueItemId }, session, tx }) => {
      const { tenantId } = session
      const { rows: found } = await sql<Found>`
      select (actor->>'id')::bigint as "whoId", queue_id as "queueId", queue_name as "queueName", description,
        finished_at is not null as ended
      from queue_item
      where tenant_id = ${tenantId} and queue_item_id = ${queueItemId}
      for update`.execute(tx)
      const item = found[0]
      if (!item) throw notFound()
      const refusal = findJobRefusal(session, item, needsOf, NOT_OWNER)
      if (refusal) throw refuse(403, refusal)
      if (item.ended) throw refuse(409, 'El trabajo ya terminó.')
      if (!isCancellable(item.queueId)) throw refuse(409, HALF)
      const past = await pastCancelling(tx, [{ id: queueItemId, queueId: item.queueId }])
      if (past.size > 0) throw refuse(409, DONE)
      const undo = cancelOrder[item.queueId]
      await undo?.(tx, tenantId, queueItemId)
      // A job that has not begun ends at once; a running one ends at its next step.
      const ends = sql`(started_at is null or ${undo !== undefined})`
      await sql`
      update queue_item
      set cancel_asked_at = now(), cancelled = ${ends}, finished_at = case when ${ends} then now() end
      where tenant_id = ${tenantId} and queue_item_id = ${queueItemId}`.execute(tx)
      const changes = JSON.stringify({ description: [null, item.description], cancelled: [null, true] })
      await sql`select record_activity(${tenantId}, 'job', null, ${item.queueName}, 'update', ${changes}::jsonb)`.execute(
        tx,
      )
      return { message: 'Trabajo cancelado' }
    },
  }
}
