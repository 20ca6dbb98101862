// The queue panel's query: jobs of the last thirty days, newest first, with their speed and the emails that were not
// delivered.
import type { QueueItem } from '@padron/contract/queue'
import { numberText } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { CHECK_ORDERS } from '../../jobs/job.ts'
import { samePart } from '../../jobs/result-file.ts'

const RETENTION_DAYS = 30
const MAX_ITEMS = 100

export type StoredItem = {
  id: string
  queueId: number
  queueName: string
  description: string
  who: string
  /** Null if no user of the company requested it. */
  whoId: number | null
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
  begunDone: number
  done: number
  total: number
  doing: string | null
  cancelRequested: boolean
  cancelled: boolean
  success: string | null
  error: string | null
  fileName: string | null
  fileUntil: string | null
  /** The permissions that shaped its file; null: the run did not record them. */
  fileRoles: string[] | null
  /** Whether the session sees the part of the fleet that its run saw. */
  samePart: boolean
  undelivered: string[]
  deliveries: number
}

/**
 * Cost: at most a hundred rows of an index range; the emails of each by key.
 * @param itemId of one job only
 */
export const readItems = async (tx: Tx, tenantId: number, itemId?: string): Promise<StoredItem[]> => {
  const only = itemId === undefined ? sql`` : sql`and q.queue_item_id = ${itemId}`
  const { rows } = await sql<StoredItem>`
    select q.queue_item_id as id, q.queue_id as "queueId", q.queue_name as "queueName", q.description,
      q.actor->>'name' as who, (q.actor->>'id')::bigint as "whoId", q.created_at as "createdAt",
      q.started_at as "startedAt", q.finished_at as "finishedAt", q.begun_done as "begunDone", q.done, q.total,
      q.doing, q.cancel_asked_at is not null as "cancelRequested", q.cancelled, q.success_message as success,
        q.error_message as error, case
        when q.file_until > now() then q.file_name end as "fileName", q.file_until as "fileUntil",
          q.file_roles as "fileRoles",
      ${samePart(tx)} as "samePart",
      array(select m.recipient from mail m where m.tenant_id = q.tenant_id and m.kind = 'result'
        and m.subject_id = q.queue_item_id and m.state in ('failed', 'bounced') order by 1) as undelivered,
      (select count(*)::int
      from mail m
      where m.tenant_id = q.tenant_id and m.subject_id = q.queue_item_id) as deliveries
    from queue_item q
    where q.tenant_id = ${tenantId} and q.created_at > now() - make_interval(days => ${RETENTION_DAYS}) ${only}
    order by q.created_at desc, q.queue_item_id desc
    limit ${MAX_ITEMS}`.execute(tx)
  return rows
}

/** @returns when the job ends at this run's speed; null while nothing can be estimated */
export const estimate = ({ startedAt, finishedAt, begunDone, done, total }: StoredItem, now: Date): string | null => {
  const gained = done - begunDone
  if (startedAt === null || finishedAt !== null || gained <= 0 || total <= done) return null
  const elapsed = now.getTime() - Date.parse(startedAt)
  return elapsed > 0 ? new Date(now.getTime() + (elapsed / gained) * (total - done)).toISOString() : null
}

/** A cancelled processing order keeps the answers it already has. */
const cancelledText = ({ queueId, done, total }: StoredItem): string =>
  queueId === CHECK_ORDERS && total > 0
    ? `Cancelado: ${numberText(done)} de ${numberText(total)} consultados`
    : 'Cancelado'

export type ItemView = {
  /** Null if this session may not read the file. */
  fileUrl: (item: StoredItem) => string | null
  cancellable: (item: StoredItem) => boolean
  now: Date
}

export const asItem = (row: StoredItem, { fileUrl, cancellable, now }: ItemView): QueueItem => {
  const running = row.startedAt !== null && row.finishedAt === null
  const undelivered =
    row.undelivered.length > 0 ? ` No se pudo entregar el correo a ${row.undelivered.join(', ')}.` : ''
  const failed = row.error !== null || row.cancelled
  return {
    _id: row.id,
    queueName: row.queueName,
    queueId: row.queueId,
    queueDescription: row.description,
    creationDateTime: row.createdAt,
    successDateTime: failed ? null : row.finishedAt,
    errorDateTime: failed ? row.finishedAt : null,
    successMessage: row.success === null ? null : row.success + undelivered,
    errorMessage: row.cancelled ? cancelledText(row) : row.error,
    estimatedFinishedDateTime: estimate(row, now),
    processing: running,
    progress: running && row.total > 0 ? { done: row.done, total: row.total, what: row.doing ?? '' } : null,
    fileUrl: row.fileName === null ? null : fileUrl(row),
    fileName: row.fileName,
    fileUntil: row.fileName === null ? null : row.fileUntil,
    who: row.who,
    cancellable: row.finishedAt === null && !row.cancelRequested && cancellable(row),
    cancelled: row.cancelled,
    deliveries: row.deliveries,
  }
}
