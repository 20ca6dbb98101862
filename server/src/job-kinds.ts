// Every kind of job there is: a later one is a row here and a file of its own.
import { deleteAll } from './features/exports/delete-all.job.ts'
import { pdfReport } from './features/exports/pdf-report.job.ts'
import { vehiclesReport } from './features/exports/vehicles-report.job.ts'
import type { JobKind } from './jobs/job.ts'

export const JOB_KINDS: readonly JobKind[] = [vehiclesReport, pdfReport, deleteAll]

export const isCancellable = (queueId: number): boolean =>
  JOB_KINDS.some((kind) => kind.queueId === queueId && kind.cancellable)
