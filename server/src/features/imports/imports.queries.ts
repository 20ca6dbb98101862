// Reads imports in the shape the screen shows: one query for one import and for the list, in every state.
import { DAY_MS } from '@padron/contract/days'
import {
  GUARD_SHARE,
  IMPORT_NEEDS,
  IMPORT_RETENTION_DAYS,
  IMPORT_UNDO_DAYS,
  IMPORTS_LISTED,
  type Import,
  type ImportKind,
  type ImportState,
} from '@padron/contract/imports'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { forbidden, notFound } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Kit } from '../../http/serve.ts'
import { formatLinkRequester, type LinkRequester, linkRequesterOf } from '../../jobs/link-requester.ts'
import { resultPathFor } from '../../jobs/result-file.ts'
import { estimate } from '../queue/queue.queries.ts'
import { LISTED_DAYS } from './delete-expired.ts'
import type { Validation } from './validation/validation.ts'

type Job = Parameters<typeof estimate>[0] & { hasFile: boolean }

export type StoredImport = {
  importId: string
  kind: ImportKind
  fileName: string
  size: number
  /** The stored state; `stateOf` derives the current one. */
  state: ImportState
  who: string
  createdAt: string
  notifyTo: string | null
  validation: Validation
  corrections: Record<string, Record<string, string>>
  appliedAt: string | null
  undoneAt: string | null
  undoneBy: string | null
  undone: { restored: number; kept: number } | null
  /** Rows of the sheet of an undo that has begun, and those not undone yet; null also after both have expired. */
  undoProgress: { total: number; left: number } | null
  undoItem: string | null
  job: Job | null
  sameAs: Import['sameAs']
}

const JOB = sql`
  select jsonb_build_object('id', q.queue_item_id, 'startedAt', q.started_at, 'finishedAt', q.finished_at,
    'begunDone', q.begun_done, 'done', q.done, 'total', q.total, 'doing', q.doing, 'cancelled', q.cancelled,
    'success', q.success_message, 'error', q.error_message, 'hasFile', q.file_path is not null
      and q.file_until > now()) as job
  from queue_item q where q.tenant_id = i.tenant_id and q.queue_item_id = coalesce(i.undo_item_id, i.queue_item_id)`

/** The newest other import of the same content and kind that is applied or queued. */
const SAME = sql`
  select jsonb_build_object('importId', s.import_id, 'dateTime', coalesce(s.applied_at, s.created_at), 'who',
    coalesce(s.applied_by, s.who), 'state', s.state) as same
  from vehicle_import s left join queue_item sq on sq.tenant_id = s.tenant_id and sq.queue_item_id = s.queue_item_id
  where s.tenant_id = i.tenant_id and s.content_hash = i.content_hash and s.kind = i.kind and s.import_id <> i.import_id
    and (s.state = 'applied' or (s.state = 'queued' and sq.finished_at is null)) and i.state in ('checked', 'refused')
  order by s.created_at desc limit 1`

/** Of import `i`, whose undo has begun. */
export const UNDO_PROGRESS = sql`jsonb_build_object('total', (i.undone->>'total')::int, 'left', (
  select count(distinct d.row_number)
  from vehicle_import_change d
  where d.tenant_id = i.tenant_id and d.import_id = i.import_id and d.skip_reason is null))`

export const readImports = async (tx: Tx, tenantId: number, which: RawBuilder<unknown>): Promise<StoredImport[]> => {
  const { rows } = await sql<StoredImport>`
    select i.import_id as "importId", i.kind, i.file_name as "fileName", i.file_size as size, i.state, i.who,
      i.created_at as "createdAt", i.notify_to as "notifyTo", i.judged as validation, i.corrections,
      i.applied_at as "appliedAt",
      i.undone_at as "undoneAt", i.undone_by as "undoneBy", i.undone, i.undo_item_id as "undoItem", j.job,
      s.same as "sameAs",
      case
        when i.state = 'undoing' and i.undone is not null and i.file_path <> ''
        then ${UNDO_PROGRESS} end as "undoProgress"
    from vehicle_import i left join lateral (${JOB}) j on true left join lateral (${SAME}) s on true
    where i.tenant_id = ${tenantId} and ${which}
    order by i.created_at desc, i.import_id desc limit ${IMPORTS_LISTED}`.execute(tx)
  return rows
}

/** The current state: a job that failed or was cancelled sets the state of a queued import. */
export const stateOf = (
  { state, job, createdAt }: Pick<StoredImport, 'state' | 'job' | 'createdAt'>,
  now: Date,
): ImportState => {
  const ended = job === null || job.finishedAt !== null
  if (state === 'undoing' && ended) return 'applied'
  const outcome = state === 'queued' && ended ? (job?.cancelled ? 'cancelled' : 'failed') : state
  const isOld = Date.parse(createdAt) < now.getTime() - IMPORT_RETENTION_DAYS * DAY_MS
  return isOld && WAITING.has(outcome) ? 'expired' : outcome
}
/** The states of an import that waits for a person: it can be discarded, and expires. */
export const WAITING: ReadonlySet<ImportState> = new Set(['checked', 'refused', 'failed', 'cancelled'])

const GUARD_WORDS: Readonly<Record<ImportKind, string>> = { add: '', edit: 'DAR DE BAJA', replace: 'REEMPLAZAR' }

export const guardOf = ({
  kind,
  validation: { totals },
}: Pick<StoredImport, 'kind' | 'validation'>): Import['guard'] => {
  const { affected, active } = totals
  if (kind === 'add' || affected === 0 || affected <= active * GUARD_SHARE) return null
  return { affected, active, percent: Math.round((100 * affected) / active), word: GUARD_WORDS[kind] }
}

const partlyUndoneOf = (stored: StoredImport, now: Date): Import['partlyUndone'] => {
  const { state, undoProgress } = stored
  const isStopped = state === 'undoing' && stateOf(stored, now) === 'applied'
  return isStopped && undoProgress && undoProgress.left < undoProgress.total ? undoProgress : null
}

/** What an undo left half way can be finished while the import is listed; null: it is too late, or never applied. */
export const undoUntilOf = (stored: StoredImport, now: Date): string | null => {
  const { appliedAt, createdAt } = stored
  if (appliedAt === null || stateOf(stored, now) !== 'applied') return null
  const until = partlyUndoneOf(stored, now)
    ? Date.parse(createdAt) + LISTED_DAYS * DAY_MS
    : Date.parse(appliedAt) + IMPORT_UNDO_DAYS * DAY_MS
  return until > now.getTime() ? new Date(until).toISOString() : null
}

const headingOf = ({ summary }: Validation, field: string | null): string => {
  const column = field === null ? -1 : summary.fields.indexOf(field)
  return summary.headings[column] ?? ''
}

const jobOf = ({ job }: StoredImport, now: Date): Import['job'] => {
  if (!job) return null
  const running = job.startedAt !== null && job.finishedAt === null
  return {
    queueItemId: job.id,
    progress: running && job.total > 0 ? { done: job.done, total: job.total, what: job.doing ?? '' } : null,
    estimatedFinishedDateTime: estimate(job, now),
    message: job.success,
    error: job.error,
  }
}

/** What displaying an import needs. Addresses of files are signed for this requester. */
export type ViewContext = { tenantId: number; requester: LinkRequester; now: Date; signFile: (path: string) => string }
/** The path that is signed. */
const markedPath = (tenantId: number, requester: LinkRequester, importId: string): string =>
  `/files/imports/${tenantId}/${formatLinkRequester(requester)}/${importId}`

const undoneOf = (stored: StoredImport, { tenantId, requester, signFile }: ViewContext): Import['undone'] => {
  const { undone, undoneAt, undoneBy, undoItem, job } = stored
  if (!undone || !undoneAt) return null
  const hasReport = undone.kept > 0 && undoItem !== null && job?.hasFile === true
  return {
    dateTime: undoneAt,
    who: undoneBy ?? '',
    ...undone,
    reportUrl: hasReport ? signFile(resultPathFor(tenantId, requester, undoItem)) : null,
  }
}

/** Converts the row to the wire shape. */
export const asImport = (stored: StoredImport, view: ViewContext): Import => {
  const { validation, kind, corrections, appliedAt } = stored
  const { totals, summary, newTags, newTagCount } = validation
  const state = stateOf(stored, view.now)
  const hasCopy = state === 'checked' || state === 'refused' || state === 'failed'
  const noted = totals.errorCount + totals.warningCount + summary.fileNotes.length > 0
  return {
    importId: stored.importId,
    checkId: validation.checkId,
    kind,
    fileName: stored.fileName,
    size: stored.size,
    state,
    who: stored.who,
    dateTime: stored.createdAt,
    notifyTo: stored.notifyTo,
    counts: totals.counts,
    errorCount: totals.errorCount + summary.fileNotes.filter(({ level }) => level === 'error').length,
    warningCount: totals.warningCount + summary.fileNotes.filter(({ level }) => level === 'warning').length,
    fileNotes: summary.fileNotes,
    commonNotes: totals.commonNotes.map(({ field, ...note }) => ({ ...note, column: headingOf(validation, field) })),
    otherNotes: totals.otherNotes,
    effects: {
      deactivated: totals.deactivated,
      reactivated: totals.reactivated,
      replaced: totals.replaced,
      newTagCount,
      newTags,
    },
    guard: guardOf(stored),
    sameAs: stored.sameAs,
    mapping: summary.mapped ? { name: summary.mapped.name } : null,
    isUnmapped: summary.unmapped === true,
    corrections: Object.values(corrections).reduce((sum, cells) => sum + Object.keys(cells).length, 0),
    fileUrl: hasCopy && noted ? view.signFile(markedPath(view.tenantId, view.requester, stored.importId)) : null,
    job: jobOf(stored, view.now),
    appliedDateTime: appliedAt,
    undoUntil: undoUntilOf(stored, view.now),
    partlyUndone: partlyUndoneOf(stored, view.now),
    undone: undoneOf(stored, view),
  }
}

export const viewFor = (session: Session, kit: Kit, now: Date): ViewContext => ({
  tenantId: session.tenantId,
  requester: linkRequesterOf(session),
  now,
  signFile: kit.signFile,
})

/** @throws HttpProblem if it does not exist, or the session lacks the permission of its kind */
export const findImport = async (tx: Tx, session: Session, importId: string): Promise<StoredImport> => {
  const [found] = await readImports(tx, session.tenantId, sql`i.import_id = ${importId}`)
  if (!found) throw notFound()
  if (!session.roles.has(IMPORT_NEEDS[found.kind])) throw forbidden()
  return found
}
