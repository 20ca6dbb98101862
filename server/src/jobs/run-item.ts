// One run of a job: claims the item, does the work with the requester's permissions and records the end. Every write
// checks the run's id: if a run that seemed dead continues beside its successor, only the successor writes.
import { randomUUID } from 'node:crypto'
import { asCountry, type Country } from '@padron/contract/places/countries'
import { sql } from 'kysely'
import { type Actor, asTenant, withScope } from '../db/client.ts'
import { isAway } from '../db/is-away.ts'
import { withLocale } from '../locale.ts'
import type { JobEnd } from '../metrics/counters.ts'
import { type End, endItem } from './end-item.ts'
import { type JobItem, type JobKind, JobRefused, JobRetry, type JobRun, JobStopped, type JobTools } from './job.ts'
import { logRun } from './log-run.ts'
import { createProgress } from './progress.ts'
import { type RequesterAccess, readRequesterAccess } from './requester.ts'

/**
 * Runs of an item since its last progress (its kind sets `runs` to 0), so that one that kills its process has an end.
 */
const RUNS_AT_MOST = 5
const TRIES_AT_MOST = 3
const FAILED = 'Ocurrió un error inesperado. Intente de nuevo más tarde.'
const INTERRUPTED = 'El trabajo se interrumpió varias veces.'

type StoredItem = Omit<JobItem, 'actor'> & {
  actor: Actor | null
  runs: number
  isCancelRequested: boolean
  formerFile: string | null
  country: string
}
type ClaimedItem = JobItem &
  Omit<StoredItem, 'actor' | 'country'> & { country: Country; access: RequesterAccess; mayCancel: boolean }

const SYSTEM: Actor = { origin: 'system', name: 'Padrón' }

/**
 * Gives the item to this run and reads the requester's permissions.
 * @returns undefined if it has ended or was deleted
 */
const claimItem = (
  { db, kinds }: RunOptions,
  tenantId: number,
  itemId: string,
  runId: string,
): Promise<ClaimedItem | undefined> =>
  asTenant(db, tenantId, async (tx) => {
    const { rows } = await sql<StoredItem>`
      with former as (select run_id
      from queue_item
      where tenant_id = ${tenantId} and queue_item_id = ${itemId}
      for update)
      update queue_item q
      set run_id = ${runId}, runs = q.runs + 1, started_at = now(), begun_done = q.done,
        vehicle_scope = (select u.vehicle_scope
        from app_user u
        where u.tenant_id = q.tenant_id and u.user_id = (q.actor->>'id')::bigint)
      from former
      where q.tenant_id = ${tenantId} and q.queue_item_id = ${itemId} and q.finished_at is null
      returning q.tenant_id as "tenantId", q.queue_item_id as "itemId", q.queue_id as "queueId", q.payload,
        q.recipients, q.done, q.created_at as "createdAt", q.actor, q.runs,
        q.cancel_asked_at is not null as "isCancelRequested", former.run_id as "formerFile",
        (select c.country from company c where c.tenant_id = q.tenant_id) as country`.execute(tx)
    const [found] = rows
    if (!found) return undefined
    const actor = found.actor ?? SYSTEM
    const kind = kinds.get(found.queueId)
    const access = await readRequesterAccess(tx, tenantId, actor.id, kind?.needs ?? [], actor.scope, kind?.ofPart)
    const past = (await kind?.pastCancelling?.(tx, [itemId]))?.length === 1
    return {
      ...found,
      country: asCountry(found.country),
      actor,
      access,
      mayCancel: kind?.cancellable === true && !past,
    }
  })

const endAfterError = (error: unknown, item: ClaimedItem): End | undefined => {
  if (error instanceof JobRefused) return { error: error.message }
  if (error instanceof JobStopped) return error.why === 'cancelled' ? { cancelled: true } : undefined
  if (error instanceof JobRetry || isAway(error) || item.runs < TRIES_AT_MOST) return undefined
  return { error: FAILED }
}

export type RunOptions = JobTools & {
  kinds: ReadonlyMap<number, JobKind>
  /** Called when an item has ended. */
  onEnded?: (itemId: string) => void
}

/** The end of an item that needs no work. */
const endBeforeWork = (
  { isCancelRequested, mayCancel, runs, access }: ClaimedItem,
  kind: JobKind | undefined,
): End | undefined => {
  if (isCancelRequested && mayCancel) return { cancelled: true }
  if (!kind) return { error: FAILED }
  if (runs > RUNS_AT_MOST) return { error: INTERRUPTED }
  return access.refused === undefined ? undefined : { error: access.refused }
}

/**
 * Runs one item to its end.
 * @throws if it must run again: the process stops, the database is not available, or it failed for the first time
 */
export const runItem = async (
  options: RunOptions,
  { tenantId, itemId }: { tenantId: number; itemId: string },
  signal: AbortSignal,
): Promise<void> => {
  const runId = randomUUID()
  const item = await claimItem(options, tenantId, itemId, runId)
  if (!item) return
  await withLocale(item.country, () =>
    logRun(options.log, { ...item, runId }, () => runClaimed(options, item, runId, signal)),
  )
}

const outcomeOf = ({ cancelled, error }: End): JobEnd => {
  if (cancelled) return 'cancelled'
  if (error === undefined) return 'done'
  return error === FAILED || error === INTERRUPTED ? 'failed' : 'refused'
}

const runClaimed = async (
  options: RunOptions,
  item: ClaimedItem,
  runId: string,
  signal: AbortSignal,
): Promise<JobEnd> => {
  const { kinds, onEnded, ...tools } = options
  const { itemId } = item
  const kind = kinds.get(item.queueId)
  const finish = async (end: End): Promise<JobEnd> => {
    const { isRecorded, hasFile } = await endItem({ tools, item, runId, kind }, end)
    if (end.result?.file && !hasFile) await tools.files.remove(end.result.file.path)
    if (isRecorded) onEnded?.(itemId)
    return isRecorded ? outcomeOf(end) : 'superseded'
  }
  // The file of an earlier run that died.
  if (item.formerFile) await tools.files.remove(pathOf(item.createdAt, item.formerFile))
  const endWithoutWork = endBeforeWork(item, kind)
  if (endWithoutWork || !kind || item.access.refused !== undefined) return finish(endWithoutWork ?? { error: FAILED })
  const { roles, isScoped } = item.access
  const progress = createProgress(tools.db, item, runId, item.mayCancel, signal)
  const db = isScoped && item.actor.id !== undefined ? withScope(tools.db, item.actor.id) : tools.db
  const run: JobRun = { ...tools, db, wholeDb: tools.db, ...progress, item, roles, runId, signal }
  try {
    return await finish({ result: await kind.run(run) })
  } catch (error) {
    const end = endAfterError(error, item)
    const expected = error instanceof JobStopped || error instanceof JobRefused
    if (!expected) tools.log.error({ err: error, queueId: item.queueId, itemId }, 'a job failed')
    if (end) return finish(end)
    if (error instanceof JobStopped && error.why === 'superseded') return 'superseded'
    if (error instanceof JobStopped) await releaseItem(tools, item, runId)
    throw error
  }
}

const pathOf = (createdAt: string, runId: string): string => `${createdAt.slice(0, 7).replace('-', '/')}/${runId}`

/** An orderly stop does not count as a run. */
const releaseItem = (tools: JobTools, { tenantId, itemId }: JobItem, runId: string): Promise<unknown> =>
  asTenant(tools.db, tenantId, (tx) =>
    sql`
      update queue_item
      set runs = runs - 1, started_at = null
      where tenant_id = ${tenantId} and queue_item_id = ${itemId}
      and run_id = ${runId} and finished_at is null`.execute(tx),
  )
