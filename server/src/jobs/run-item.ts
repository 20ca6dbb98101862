// One run of a job: takes the item, does the work as whoever ordered it, and writes the end, all fenced by the run's id, so
// that of two runs (one was thought dead) only the later can write.
import { randomUUID } from 'node:crypto'
import { RESULT_KEPT_DAYS } from '@padron/contract/exports'
import { sql } from 'kysely'
import { type Actor, asTenant, type Tx } from '../db/client.ts'
import { isAway } from '../http/problem.ts'
import { writeMails } from '../mail/outbox.ts'
import { JobEnded, type JobItem, type JobKind, JobRefused, type JobResult, type JobRun, type JobTools } from './job.ts'
import { progressOf } from './progress.ts'

/** Runs of an item, whatever ended them: one that brings the process down must not do so for ever. */
const RUNS_AT_MOST = 5
const TRIES_AT_MOST = 3
const FAILED = 'Ocurrió un error inesperado. Intente de nuevo más tarde.'
const INTERRUPTED = 'El trabajo se interrumpió varias veces y no se pudo terminar.'
const SUSPENDED = 'La cuenta de la empresa está suspendida.'

type Taken = JobItem & { runs: number; cancelAsked: boolean; formerFile: string | null; suspended: boolean }

const NOBODY: Actor = { origin: 'system', name: 'Padrón' }

/** Makes the item this run's. @returns undefined where it has ended or is no longer there */
const take = (tools: JobTools, tenantId: number, itemId: string, runId: string): Promise<Taken | undefined> =>
  asTenant(tools.db, tenantId, async (tx) => {
    const { rows } = await sql<Taken>`
      with former as (select run_id, created_at from queue_item where tenant_id = ${tenantId} and queue_item_id = ${itemId} for update)
      update queue_item q set run_id = ${runId}, runs = q.runs + 1, started_at = now(), begun_done = q.done
      from former, company c where q.tenant_id = ${tenantId} and q.queue_item_id = ${itemId} and q.finished_at is null and c.tenant_id = q.tenant_id
      returning q.tenant_id as "tenantId", q.queue_item_id as "itemId", q.queue_id as "queueId", q.payload, q.recipients, q.done,
        q.created_at as "createdAt", q.actor, q.runs, q.cancel_asked_at is not null as "cancelAsked",
        former.run_id as "formerFile", c.suspended_at is not null as suspended`.execute(tx)
    return rows[0]
  })

type End = { message?: string; error?: string; cancelled?: boolean; result?: JobResult }

const fileColumns = (file: JobResult['file']) =>
  file
    ? sql`, file_path = ${file.path}, file_name = ${file.name}, file_type = ${file.type}, file_size = ${file.size},
        file_sha256 = ${file.sha256}, file_until = now() + make_interval(days => ${RESULT_KEPT_DAYS})`
    : sql``

/** @returns whether the end was this run's to write */
const end = (
  tools: JobTools,
  item: JobItem,
  runId: string,
  { message, error, cancelled, result }: End,
): Promise<boolean> =>
  asTenant(
    tools.db,
    item.tenantId,
    async (tx) => {
      const { rows } = await sql<{ until: string | null; description: string }>`
        update queue_item set finished_at = now(), success_message = ${message ?? null}, error_message = ${error ?? null},
          cancelled = ${cancelled ?? false}, doing = null, done = case when ${error === undefined && !cancelled} then total else done end
          ${fileColumns(result?.file)}
        where tenant_id = ${item.tenantId} and queue_item_id = ${item.itemId} and run_id = ${runId} and finished_at is null
        returning file_until as until, description`.execute(tx)
      const row = rows[0]
      if (!row) return false
      await result?.also?.(tx)
      if (result?.file && row.until)
        await tellRecipients(tx, tools, item, { ...row, until: row.until, message: result.message })
      return true
    },
    item.actor,
  )

const tellRecipients = (
  tx: Tx,
  { mailbox }: JobTools,
  { tenantId, itemId, recipients }: JobItem,
  { until, description, message }: { until: string; description: string; message: string },
): Promise<void> =>
  writeMails(tx, mailbox, {
    kind: 'result',
    subjectId: itemId,
    recipients,
    content: {
      subject: `Padrón: ${description}`,
      lines: [
        message,
        `El enlace abre el archivo durante ${RESULT_KEPT_DAYS} días, sin iniciar sesión: compártalo solo con quien deba verlo.`,
      ],
      link: { text: 'Descargar el archivo', path: resultPath(tenantId, itemId), until },
    },
  })

export const resultPath = (tenantId: number, itemId: string): string => `/files/results/${tenantId}/${itemId}`

/** What the panel says of the letters. */
const withMailWords = (message: string, recipients: readonly string[], configured: boolean): string => {
  if (recipients.length === 0) return message
  if (!configured) return `${message} Este servidor no tiene correo configurado: descárguelo aquí.`
  return `${message} El enlace se envía por correo a ${recipients.join(', ')}.`
}

const endedBy = (error: unknown, item: Taken): End | undefined => {
  if (error instanceof JobRefused) return { error: error.message }
  if (error instanceof JobEnded) return error.why === 'cancelled' ? { cancelled: true } : undefined
  if (isAway(error) || item.runs < TRIES_AT_MOST) return undefined
  return { error: FAILED }
}

export type RunOptions = JobTools & {
  kinds: ReadonlyMap<number, JobKind>
  /** Told after an item has ended, however it did. */
  onEnded?: (itemId: string) => void
}

/**
 * Runs one item to its end. @throws where it must be run again: the process stops, the database is away, a first failure
 */
export const runItem = async (
  { kinds, onEnded, ...tools }: RunOptions,
  { tenantId, itemId }: { tenantId: number; itemId: string },
  signal: AbortSignal,
): Promise<void> => {
  const runId = randomUUID()
  const item = await take(tools, tenantId, itemId, runId)
  if (!item) return
  const finish = async (how: End) => {
    const ended = await end(tools, item, runId, how)
    if (ended) onEnded?.(itemId)
    return ended
  }
  // What an earlier run that died wrote under its own name.
  if (item.formerFile) await tools.files.remove(pathOf(item.createdAt, item.formerFile))
  const kind = kinds.get(item.queueId)
  if (item.cancelAsked && kind?.cancellable) return void (await finish({ cancelled: true }))
  if (!kind || item.runs > RUNS_AT_MOST) return void (await finish({ error: kind ? INTERRUPTED : FAILED }))
  if (item.suspended) return void (await finish({ error: SUSPENDED }))
  const run: JobRun = {
    ...tools,
    ...progressOf(tools.db, item, runId, kind.cancellable, signal),
    item: { ...item, actor: item.actor ?? NOBODY },
    runId,
    signal,
  }
  try {
    const result = await kind.run(run)
    const message = withMailWords(result.message, result.file ? item.recipients : [], tools.mailbox.configured)
    if (!(await finish({ message, result })) && result.file) await tools.files.remove(result.file.path)
  } catch (error) {
    const how = endedBy(error, item)
    const expected = error instanceof JobEnded || error instanceof JobRefused
    if (!expected) tools.log.error({ err: error, queueId: item.queueId, itemId }, 'a job failed')
    if (how) return void (await finish(how))
    if (error instanceof JobEnded && error.why === 'superseded') return
    if (error instanceof JobEnded) await giveBack(tools, item, runId)
    throw error
  }
}

const pathOf = (createdAt: string, runId: string): string => `${createdAt.slice(0, 7).replace('-', '/')}/${runId}`

/** A stop in order is no failure of the job. */
const giveBack = (tools: JobTools, { tenantId, itemId }: JobItem, runId: string): Promise<unknown> =>
  asTenant(tools.db, tenantId, (tx) =>
    sql`update queue_item set runs = runs - 1, started_at = null where tenant_id = ${tenantId} and queue_item_id = ${itemId}
      and run_id = ${runId} and finished_at is null`.execute(tx),
  )
