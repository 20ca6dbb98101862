// Every kind of job there is: a later one is a row here and a file of its own.
import { processing } from '@padron/contract/processing'
import type { Tx } from './db/client.ts'
import { deleteAll } from './features/exports/delete-all.job.ts'
import { pdfReport } from './features/exports/pdf-report.job.ts'
import { vehiclesReport } from './features/exports/vehicles-report.job.ts'
import { importJobs } from './features/imports/apply.job.ts'
import { scheduledReports } from './features/reports/run.job.ts'
import type { JobKind } from './jobs/job.ts'
import type { Needs } from './jobs/orderer.ts'

export const JOB_KINDS: readonly JobKind[] = [vehiclesReport, pdfReport, scheduledReports, deleteAll, ...importJobs]

/** Orders of checks are no job: the engine makes them, and what it has not asked yet can be called off. */
const CHECKS = 1

/** What whoever orders it must be allowed. */
export const needsOf = (queueId: number): Needs =>
  queueId === CHECKS ? processing.update.needs : (JOB_KINDS.find((kind) => kind.queueId === queueId)?.needs ?? [])

export const isCancellable = (queueId: number): boolean =>
  queueId === CHECKS || JOB_KINDS.some((kind) => kind.queueId === queueId && kind.cancellable)

/** Of these items, those that are past calling off. Cost: one statement a kind that has items here. */
export const pastCancelling = async (
  tx: Tx,
  items: readonly { id: string; queueId: number }[],
): Promise<ReadonlySet<string>> => {
  const past = new Set<string>()
  for (const kind of JOB_KINDS) {
    const ids = items.filter(({ queueId }) => queueId === kind.queueId).map(({ id }) => id)
    if (ids.length > 0) for (const id of (await kind.pastCancelling?.(tx, ids)) ?? []) past.add(id)
  }
  return past
}
