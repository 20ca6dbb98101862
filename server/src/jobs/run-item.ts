// One run of a job: takes the item, does the work as whoever ordered it, and writes the end, all fenced by the run's
// id, so that of two runs (one was thought dead) only the later can write.
import { randomUUID } from 'node:crypto'
import { asCountry, type Country } from '@padron/contract/countries'
import { sql } from 'kysely'
import { type Actor, asTenant } from '../db/client.ts'
import { isAway } from '../http/problem.ts'
import type { JobEnd } from '../metrics/counters.ts'
import { writingFor } from '../numbers-for.ts'
import { type End, endItem } from './end-item.ts'
import { JobAgain, JobEnded, type JobItem, type JobKind, JobRefused, type JobRun, type JobTools } from './job.ts'
import { type Standing, standingOf } from './orderer.ts'
import { progressOf } from './progress.ts'
import { telling } from './told.ts'

/**
 * Runs of an item, whatever ended them, since it last came forward (`runs` set to 0 by its kind): one that brings the
 * process down must not do so for ever.
 */
const RUNS_AT_MOST = 5
const TRIES_AT_MOST = 3
const FAILED = 'Ocurrió un error inesperado. Intente de nuevo más tarde.'
const INTERRUPTED = 'El trabajo se interrumpió varias veces.'

type Stored = Omit<JobItem, 'actor'> & {
  actor: Actor | null
  runs: number
  cancelAsked: boolean
  formerFile: string | null
  country: string
}
type Taken = JobItem & Omit<Stored, 'actor' | 'country'> & { country: Country; standing: Standing; mayCancel: boolean }

const NOBODY: Actor = { origin: 'system', name: 'Padrón' }

/**
 * Makes the item this run's, and looks at who ordered it.
 * @returns undefined where it has ended or is no longer there
 */
const take = ({ db, kinds }: RunOptions, tenantId: number, itemId: string, runId: string): Promise<Taken | undefined> =>
  asTenant(db, tenantId, async (tx) => {
    const { rows } = await sql<Stored>`
      with former as (select run_id
      from queue_item
      where tenant_id = ${tenantId} and queue_item_id = ${itemId}
      for update)
      update queue_item q set run_id = ${runId}, runs = q.runs + 1, started_at = now(), begun_done = q.done
      from former where q.tenant_id = ${tenantId} and q.queue_item_id = ${itemId} and q.finished_at is null
      returning q.tenant_id as "tenantId", q.queue_item_id as "itemId", q.queue_id as "queueId", q.payload,
        q.recipients, q.done, q.created_at as "createdAt", q.actor, q.runs,
        q.cancel_asked_at is not null as "cancelAsked", former.run_id as "formerFile",
        (select c.country from company c where c.tenant_id = q.tenant_id) as country`.execute(tx)
    const [found] = rows
    if (!found) return undefined
    const actor = found.actor ?? NOBODY
    const kind = kinds.get(found.queueId)
    const standing = await standingOf(tx, tenantId, actor.id, kind?.needs ?? [], actor.scope)
    const past = (await kind?.pastCancelling?.(tx, [itemId]))?.length === 1
    return {
      ...found,
      country: asCountry(found.country),
      actor,
      standing,
      mayCancel: kind?.cancellable === true && !past,
    }
  })

const endedBy = (error: unknown, item: Taken): End | undefined => {
  if (error instanceof JobRefused) return { error: error.message }
  if (error instanceof JobEnded) return error.why === 'cancelled' ? { cancelled: true } : undefined
  if (error instanceof JobAgain || isAway(error) || item.runs < TRIES_AT_MOST) return undefined
  return { error: FAILED }
}

export type RunOptions = JobTools & {
  kinds: ReadonlyMap<number, JobKind>
  /** Told after an item has ended, however it did. */
  onEnded?: (itemId: string) => void
}

/** What ends an item before any work. */
const endBefore = ({ cancelAsked, mayCancel, runs, standing }: Taken, kind: JobKind | undefined): End | undefined => {
  if (cancelAsked && mayCancel) return { cancelled: true }
  if (!kind) return { error: FAILED }
  if (runs > RUNS_AT_MOST) return { error: INTERRUPTED }
  return standing.refused === undefined ? undefined : { error: standing.refused }
}

/**
 * Runs one item to its end.
 * @throws where it must be run again: the process stops, the database is away, a first failure
 */
export const runItem = async (
  options: RunOptions,
  { tenantId, itemId }: { tenantId: number; itemId: string },
  signal: AbortSignal,
): Promise<void> => {
  const runId = randomUUID()
  const item = await take(options, tenantId, itemId, runId)
  if (!item) return
  await writingFor(item.country, () =>
    telling(options.log, { ...item, runId }, () => runTaken(options, item, runId, signal)),
  )
}

const outcomeOf = ({ cancelled, error }: End): JobEnd => {
  if (cancelled) return 'cancelled'
  if (error === undefined) return 'done'
  return error === FAILED || error === INTERRUPTED ? 'failed' : 'refused'
}

const runTaken = async (options: RunOptions, item: Taken, runId: string, signal: AbortSignal): Promise<JobEnd> => {
  const { kinds, onEnded, ...tools } = options
  const { itemId } = item
  const kind = kinds.get(item.queueId)
  const finish = async (how: End): Promise<JobEnd> => {
    const { mine, kept } = await endItem({ tools, item, runId, kind }, how)
    if (how.result?.file && !kept) await tools.files.remove(how.result.file.path)
    if (mine) onEnded?.(itemId)
    return mine ? outcomeOf(how) : 'superseded'
  }
  // What an earlier run that died wrote under its own name.
  if (item.formerFile) await tools.files.remove(pathOf(item.createdAt, item.formerFile))
  const before = endBefore(item, kind)
  if (before || !kind || item.standing.refused !== undefined) return finish(before ?? { error: FAILED })
  const { roles } = item.standing
  const told = progressOf(tools.db, item, runId, item.mayCancel, signal)
  const run: JobRun = { ...tools, ...told, item, roles, runId, signal }
  try {
    return await finish({ result: await kind.run(run) })
  } catch (error) {
    const how = endedBy(error, item)
    const expected = error instanceof JobEnded || error instanceof JobRefused
    if (!expected) tools.log.error({ err: error, queueId: item.queueId, itemId }, 'a job failed')
    if (how) return finish(how)
    if (error instanceof JobEnded && error.why === 'superseded') return 'superseded'
    if (error instanceof JobEnded) await giveBack(tools, item, runId)
    throw error
  }
}

const pathOf = (createdAt: string, runId: string): string => `${createdAt.slice(0, 7).replace('-', '/')}/${runId}`

/** A stop in order is no failure of the job. */
const giveBack = (tools: JobTools, { tenantId, itemId }: JobItem, runId: string): Promise<unknown> =>
  asTenant(tools.db, tenantId, (tx) =>
    sql`
      update queue_item
      set runs = runs - 1, started_at = null
      where tenant_id = ${tenantId} and queue_item_id = ${itemId}
      and run_id = ${runId} and finished_at is null`.execute(tx),
  )
