// Composes one report of a round from one snapshot and writes its file. The transaction stays open only while something
// is read: the store may be slow, so storing the file and writing PDFs happen after it.
import { randomUUID } from 'node:crypto'
import { snapshotAsTenant } from '../../../db/client.ts'
import type { JobRun } from '../../../jobs/job.ts'
import { composeReport } from '../content/compose-report.ts'
import { contentRoles } from '../content/content-roles.ts'
import { loadReportContext } from '../content/load-report-context.ts'
import type { OnProgress, ReportFile } from '../content/report-context.ts'
import type { Order } from './orders.ts'
import type { PreparedReport, Step, WrittenFile } from './write-result.ts'

type FileWrite = { read: Promise<unknown>; stored: Promise<WrittenFile> }

/**
 * Starts to write the report's file.
 * @returns `read` resolves when nothing more is read for the file, `stored` when the store has it; both reject when the
 * write fails
 */
const startFileWrite = (
  { emailFiles }: JobRun,
  { write, name, type }: ReportFile,
  at: Date,
  onProgress: OnProgress,
): FileWrite => {
  const whole = Promise.withResolvers<void>()
  let remark: string | undefined
  const storing = emailFiles.write(randomUUID(), at, async (into) => {
    remark = await write(into, onProgress)
    whole.resolve()
  })
  const stored = storing.then((file) => ({ ...file, name, type, remark }))
  const read = Promise.race([whole.promise, stored])
  for (const each of [read, stored]) each.catch(() => undefined) // the caller awaits only one of them
  return { read, stored }
}

export const prepare = async (job: JobRun, order: Order, { done, total }: Step): Promise<PreparedReport> => {
  const { db, now, item, progress } = job
  const roles = contentRoles(order.contentRoles, job.roles)
  const onProgress: OnProgress = (rows, of) => progress(done, total, `Preparando «${order.name}»: ${rows} de ${of}`)
  const { composed, at, until, started } = await snapshotAsTenant(db, item.tenantId, async (tx) => {
    const at = now()
    const context = await loadReportContext(tx, item.tenantId, order, { tools: job, roles, who: item.actor.name, at })
    const composed = await composeReport(order.kind, order.emptyPolicy, context)
    const started =
      composed.file && !composed.file.apart ? startFileWrite(job, composed.file, at, onProgress) : undefined
    await started?.read
    return { composed, at, until: context.until, started }
  })
  const { stored } = started ?? (composed.file ? startFileWrite(job, composed.file, at, onProgress) : {})
  return { composed, at, until, content: [...roles], file: await stored }
}
